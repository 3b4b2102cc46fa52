import { definePlugin, provide, secret, z } from "platen/sdk"
import { SCREENS_FILE_PARTS } from "platen/sdk/screens-file"
import { FILE_SECRETS } from "./secrets.js"

/** Plugin of `platen export` and `platen apply`: what people have set up, as one file. Other plugins have parts in it. */
export default definePlugin({
  id: "screens-file",
  config: z.strictObject({
    secrets: z
      .record(z.string().regex(/^[\w-]{1,40}$/, "use letters, digits, - and _"), secret())
      .default({})
      .describe("Secrets that files name, as { secret: NAME }. Each may be { env: NAME } or { file: PATH }."),
  }),
  opens: [SCREENS_FILE_PARTS],
  provides: [FILE_SECRETS],
  commands: [
    {
      name: "export",
      summary: "write people, modes and screens into a file",
      load: () => import("./export-command.js"),
    },
    {
      name: "apply",
      summary: "make people, modes and screens as a file says",
      load: () => import("./apply-command.js"),
    },
  ],
  setup: (_, { secrets }) => [provide(FILE_SECRETS, new Map(Object.entries(secrets)))],
})
