import { z } from "platen/sdk"
import type { Pictures } from "platen/sdk/drawing"
import { defineSource } from "platen/sdk/mode"
import type { Source } from "platen/sdk/mode"
import { unknownUpload } from "./uploads.js"
import type { Uploads } from "./uploads.js"

/** The source "upload": only pages that are made for the person who has sent a picture get it. */
export function uploadSource(uploads: Pick<Uploads, "read">, pictures: Pick<Pictures, "keep">): Source {
  return defineSource({
    name: "upload",
    description: "A picture that the owner of the screen has uploaded, as the id by which an image node shows it.",
    parameters: z.strictObject({ id: z.string().min(1).max(64).describe("The id that the upload has got.") }),
    result: z.strictObject({ id: z.string(), width: z.number().int(), height: z.number().int() }),
    cacheFor: 600,
    staleFor: 0,
    dependsOn: ["user"],
    read: async ({ id }, { user, turn }) => {
      const upload = user === undefined ? undefined : await uploads.read(id)
      if (!upload || upload.user !== user) throw unknownUpload()
      return pictures.keep(upload.file, { turn })
    },
  })
}
