import { definePlugin, field, z } from "platen/sdk"
import { PICTURES } from "platen/sdk/drawing"
import { ACCOUNTS, GRANTEES } from "platen/sdk/http"
import { connections, grantees } from "platen/sdk/kit"
import { SOURCES } from "platen/sdk/mode"
import { photosSource } from "./source.js"

const album = z.strictObject({
  folder: field(z.string().min(1), {
    help: { en: "Path of a folder of pictures; its own files, not those of folders in it" },
  }),
  users: field(z.array(z.string()).optional(), { help: { en: "Names of users who may show it. Default: admins" } }),
})

/** Plugin of the source "photos": pictures of a folder of the operator's, or of addresses. */
export default definePlugin({
  id: "source-photos",
  config: z.strictObject({
    connections,
    albums: z.record(z.string().regex(/^[\w-]{1,40}$/, "use letters, digits, - and _"), album).default({}),
  }),
  needs: { pictures: PICTURES, accounts: ACCOUNTS },
  setup: (needs, config) => [
    SOURCES.of(photosSource({ ...needs, ...config })),
    GRANTEES.of(...grantees(config.albums), ...grantees(config.connections)),
  ],
})
