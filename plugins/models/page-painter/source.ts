import { z } from "platen/sdk"
import type { Log } from "platen/sdk"
import type { Source, SourceContext } from "platen/sdk/mode"
import type { PageWork, Painting, Wanted } from "platen/sdk/models"
import { digestOf } from "./painted-pictures.js"
import type { PageOf, PaintedPictures } from "./painted-pictures.js"
import { INKS, promptOf } from "./prompt.js"

/** Seconds for which an answer holds: the day is a part of the question. */
const CACHE_S = 86_400
/** Pictures that are painted at once, and those that one person has painted a day. */
const BOUNDS = { atOnce: 50, aDay: 10 } as const
/** Pixels a side of the picture that is asked for. */
const SIDE = 1024

/** Words in one line. */
const words = (most: number): z.ZodString =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, "write one line")

const parameters = z.strictObject({
  mode: z.string().max(64),
  subject: words(200).min(1).describe("What it shows, in English."),
  season: z.enum(["spring", "summer", "autumn", "winter"]),
  place: words(60).default("").describe("The city."),
  inks: z.enum(INKS).describe("The inks of the panel besides black and white."),
})
const result = z.strictObject({
  /** Null: no painter is set up, or its picture is not there yet. */
  id: z.string().nullable(),
})
type Asked = z.output<typeof parameters>

interface Needs {
  readonly painting: Painting
  readonly log: Pick<Log, "warn">
  readonly work: (bounds: typeof BOUNDS) => PageWork
  readonly painted: PaintedPictures
}

/**
 * The source "painter": what a model paints for a page, once a day, whose owner pays. A page never waits for it: it asks optionally, and the
 * picture goes on being painted when the read has ended. Callers without a credential, and settings that are being tried out, have none painted.
 */
export function painterSource(needs: Needs): Source<Asked, z.output<typeof result>> {
  const work = needs.work(BOUNDS)
  return {
    name: "painter",
    description: "The picture that a model paints for a page, once a day, as the id by which an image node shows it.",
    parameters,
    result,
    cacheFor: CACHE_S,
    staleFor: 0,
    dependsOn: ["day", "user", "writers"],
    read: async (asked, context) => {
      const page = { user: context.user, mode: asked.mode, inks: asked.inks }
      const question = { day: dayOf(context), asked: digestOf([asked, context.writers?.picture]) }
      const known = await needs.painted.find(page, question)
      if (known) return { id: known.id }
      const piece = { key: JSON.stringify([page, question]), way: needs.painting, named: context.writers?.picture }
      const make = (wanted: Wanted): ReturnType<typeof paint> =>
        paint(needs, asked, { page, question, context, wanted }).catch((error: unknown) => {
          needs.log.warn({ page: piece.key, reason: (error as Error).message }, "picture.failed")
          throw error
        })
      return { id: await work.made(piece, context, make) }
    },
  }
}

interface Order {
  readonly page: PageOf
  readonly question: { readonly day: string; readonly asked: string }
  readonly context: Pick<SourceContext, "day">
  readonly wanted: Wanted
}

async function paint(
  { painting, painted }: Needs,
  asked: Asked,
  { page, question, context, wanted }: Order,
): Promise<string> {
  const { picture } = await painting.paint({
    user: page.user,
    wanted,
    prompt: promptOf({ ...asked, day: context.day }),
    width: SIDE,
    height: SIDE,
  })
  return painted.add(page, question, picture.bytes)
}

function dayOf({ day: { year, month, day } }: Pick<SourceContext, "day">): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}
