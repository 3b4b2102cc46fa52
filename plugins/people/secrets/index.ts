import { DATA_FOLDER, definePlugin, provide, SECRETS } from "platen/sdk"
import { keyIn } from "./key-file.js"
import { secretsBy } from "./sealing.js"

/** Plugin that encrypts what people entrust to the server, with a key that is not in the store: a copy of the store alone tells nothing. */
export default definePlugin({
  id: "secrets",
  needs: { folder: DATA_FOLDER },
  provides: [SECRETS],
  setup: ({ folder }) => [
    provide(
      SECRETS,
      secretsBy(() => keyIn(folder)),
    ),
  ],
})
