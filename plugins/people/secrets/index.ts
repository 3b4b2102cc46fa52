import { DATA_FOLDER, definePlugin, field, onReady, provide, SECRETS, STORE, z } from "platen/sdk"
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
  needs: { folder: DATA_FOLDER, store: STORE },
  provides: [SECRETS],
  setup: ({ folder, store }, { key }) => {
    const configured = key === undefined ? undefined : keyFrom(key)
    return [
      provide(
        SECRETS,
        secretsBy(() => configured ?? keyIn(folder)),
      ),
      onReady(() => checkKey(fingerprintIn(store), () => configured ?? keyThere(folder), configured !== undefined)),
    ]
  },
})
