import { DATA_FOLDER, definePlugin, field, onReady, provide, SECRETS, STORE, z } from "platen/sdk"
import { STORE_IS_SHARED } from "platen/sdk/servers"
import { checkKey, fingerprintIn } from "./fingerprint.js"
import { keyFrom, keyIn, keyThere } from "./key-file.js"
import { secretsBy } from "./sealing.js"

/**
 * Plugin that encrypts what people entrust to the server, with a key that is not in the store: a copy of the store alone tells nothing. The key
 * is a file of the data folder, or that of the config, which several servers of one store share.
 */
export default definePlugin({
  id: "secrets",
  config: z.strictObject({
    /** 32 bytes in base64, as secrets.key has them. */
    key: field(
      z
        .string()
        .refine((text) => keyFrom(text) !== undefined, "must be 32 bytes in base64: run openssl rand -base64 32"),
      { secret: true, help: { en: "32 bytes in base64, as in secrets.key; the same on every server of a store" } },
    ).optional(),
  }),
  needs: { folder: DATA_FOLDER, store: STORE, isShared: STORE_IS_SHARED },
  provides: [SECRETS],
  setup: ({ folder, store, isShared }, { key }) => {
    const configured = key === undefined ? undefined : keyFrom(key)
    return [
      provide(
        SECRETS,
        secretsBy(() => configured ?? keyIn(folder)),
      ),
      onReady(() =>
        // A server on a store of several has a key before it is asked for one: the others must have the same.
        checkKey(fingerprintIn(store), () => configured ?? (isShared ? keyIn(folder) : keyThere(folder)), {
          isConfigured: configured !== undefined,
          isShared,
        }),
      ),
    ]
  },
})
