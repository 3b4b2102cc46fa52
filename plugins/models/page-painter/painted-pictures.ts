import { createHash } from "node:crypto"
import { z } from "platen/sdk"
import { entriesOf } from "platen/sdk/kit"
import type { Store } from "platen/sdk"
import type { Pictures } from "platen/sdk/drawing"

/** Pictures of a page that are kept: that of the day, and the one before, for pages that are not drawn anew yet. */
const MAX_PICTURES = 2
/** Seconds after which a picture is deleted. */
const KEPT_S = 3 * 86_400
/** Pixels a side of a picture that is kept. */
const MAX_SIDE = 1024

const picture = z.strictObject({
  /** Local day, such as "2026-11-26". */
  day: z.string(),
  /** Digest of what was asked. */
  asked: z.string(),
  /** The id by which an image node shows it. */
  id: z.string(),
  /** Its place among those of the page. */
  slot: z.number().int(),
})
export type PaintedPicture = z.output<typeof picture>

/** Whose page, of which mode, in which inks. `user`: undefined for pages of nobody. */
export interface PageOf {
  readonly user: string | undefined
  readonly mode: string
  readonly inks: string
}

/** What painters have painted for pages. */
export interface PaintedPictures {
  find(page: PageOf, question: Pick<PaintedPicture, "day" | "asked">): Promise<PaintedPicture | undefined>
  /** Keeps a file that is not trusted: another process decodes it, and encodes it anew. Resolves to its id. Rejects for one that is no picture. */
  add(page: PageOf, question: Pick<PaintedPicture, "day" | "asked">, file: Uint8Array): Promise<string>
  /** Deletes those of people who have no account any more. */
  sweep(isThere: (user: string) => Promise<boolean>): Promise<void>
}

export function paintedPictures(store: Store, pictures: Pick<Pictures, "hold" | "release">): PaintedPictures {
  const rows = store.collection("painted", z.array(picture))
  const holder = (key: string, slot: number): string => `painted/${key}/${slot}`
  return {
    find: async (page, { day, asked }) =>
      (await rows.get(keyOf(page)))?.find((each) => each.day === day && each.asked === asked),
    add: async (page, question, file) => {
      const key = keyOf(page)
      const last = (await rows.get(key))?.at(-1)
      const slot = last ? (last.slot + 1) % MAX_PICTURES : 0
      const id = await pictures.hold(file, { id: holder(key, slot), ttl: KEPT_S, maxSide: MAX_SIDE })
      const added = (all: readonly PaintedPicture[] = []): PaintedPicture[] => [
        ...all.filter((each) => each.slot !== slot),
        { ...question, id, slot },
      ]
      await rows.update(key, added, { ttl: KEPT_S })
      return id
    },
    sweep: async (isThere) => {
      for await (const { key, value } of entriesOf(rows)) {
        const user = decodeURIComponent(key.split("/")[0]!)
        if (user === "" || (await isThere(user))) continue
        for (const { slot } of value) await pictures.release(holder(key, slot))
        await rows.delete(key)
      }
    },
  }
}

function keyOf({ user = "", mode, inks }: PageOf): string {
  return [user, mode, inks].map(encodeURIComponent).join("/")
}

/** Digest of what is asked of a painter. */
export function digestOf(asked: unknown): string {
  return createHash("sha256").update(JSON.stringify(asked)).digest("base64url").slice(0, 22)
}
