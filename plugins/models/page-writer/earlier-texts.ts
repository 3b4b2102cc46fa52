import { createHash } from "node:crypto"
import { z } from "platen/sdk"
import { entriesOf } from "platen/sdk/kit"
import type { Store } from "platen/sdk"

/** Texts of a page that are kept: a model is told them, so that it does not repeat itself. */
const MAX_TEXTS = 20
/** Seconds after which the texts of a page that nobody shows any more are deleted. */
const KEPT_S = 90 * 86_400

const text = z.strictObject({
  /** Local day, such as "2026-11-26". */
  day: z.string(),
  /** Digest of what was asked. */
  asked: z.string(),
  value: z.record(z.string(), z.unknown()),
})
export type EarlierText = z.output<typeof text>

/** Whose page, of which mode, in which language. `user`: undefined for pages of nobody. */
export interface PageOf {
  readonly user: string | undefined
  readonly mode: string
  readonly language: string
}

/** What models have written for pages, the oldest first. */
export interface EarlierTexts {
  of(page: PageOf): Promise<readonly EarlierText[]>
  /** Resolves to the text that stands: where another server has written one for the same day and question meanwhile, that one. */
  add(page: PageOf, text: EarlierText): Promise<EarlierText>
  /** Deletes those of people who have no account any more. */
  sweep(isThere: (user: string) => Promise<boolean>): Promise<void>
}

export function earlierTexts(store: Store): EarlierTexts {
  const rows = store.collection("written", z.array(text))
  return {
    of: async (page) => (await rows.get(keyOf(page))) ?? [],
    add: async (page, written) => {
      let standing = written
      await rows.update(
        keyOf(page),
        (all = []) => {
          standing = all.find(({ day, asked }) => day === written.day && asked === written.asked) ?? written
          return standing === written ? [...all, written].slice(-MAX_TEXTS) : all
        },
        { ttl: KEPT_S },
      )
      return standing
    },
    sweep: async (isThere) => {
      for await (const { key } of entriesOf(rows)) {
        const user = decodeURIComponent(key.split("/")[0]!)
        if (user !== "" && !(await isThere(user))) await rows.delete(key)
      }
    },
  }
}

function keyOf({ user = "", mode, language }: PageOf): string {
  return [user, mode, language].map(encodeURIComponent).join("/")
}

/** Digest of what is asked of a model. */
export function digestOf(asked: unknown): string {
  return createHash("sha256").update(JSON.stringify(asked)).digest("base64url").slice(0, 22)
}
