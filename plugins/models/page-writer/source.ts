import { z } from "platen/sdk"
import { languageChain } from "platen/sdk/kit"
import type { Log } from "platen/sdk"
import type { Source, SourceContext } from "platen/sdk/mode"
import type { PageWork, Wanted, Writing } from "platen/sdk/models"
import { digestOf } from "./earlier-texts.js"
import type { EarlierText, EarlierTexts, PageOf } from "./earlier-texts.js"
import { faultsOf, promptOf, SYSTEM } from "./prompt.js"

/** Seconds for which an answer holds: the day is a part of the question. */
const CACHE_S = 86_400
/** Texts that are written at once, and those that one person has written a day. */
const BOUNDS = { atOnce: 200, aDay: 100 } as const
/** Milliseconds for a text: nobody waits for it. */
const WITHIN_MS = 300_000
const MAX_TOKENS = 1_500

const bound = z.number().int().min(0).max(10_000).exactOptional()
const scalar = z.strictObject({ type: z.enum(["string", "number", "boolean"]), minLength: bound, maxLength: bound })
const objectOf = (inner: z.ZodType) =>
  z.strictObject({
    $schema: z.literal("https://json-schema.org/draft/2020-12/schema").exactOptional(),
    type: z.literal("object"),
    properties: z.record(z.string().max(64), inner),
    required: z.array(z.string().max(64)).exactOptional(),
    additionalProperties: z.literal(false),
  })
const list = z.strictObject({ type: z.literal("array"), maxItems: bound, items: scalar.or(objectOf(scalar)) })

const parameters = z.strictObject({
  mode: z.string().max(64),
  /** By language. Where that of the page has none, English is asked for a text in that language. */
  instructions: z.record(z.string().max(40), z.string().max(8_000)),
  /** JSON Schema of what is written. Anybody's mode may ask: no patterns, which an answer could make endless, and no references. */
  schema: objectOf(scalar.or(list)),
})
const result = z.strictObject({
  /** Null: no model is set up, or its text is not there yet. */
  text: z.record(z.string(), z.unknown()).nullable(),
})
type Asked = z.output<typeof parameters>

interface Needs {
  readonly writing: Writing
  readonly log: Pick<Log, "warn">
  readonly work: (bounds: typeof BOUNDS) => PageWork
  readonly earlier: EarlierTexts
}

/**
 * The source "writer": what a language model writes for a page, once a day, whose owner pays. A page never waits for it: it asks optionally, and
 * the text goes on being written when the read has ended. Callers without a credential, and settings that are being tried out, have none written.
 */
export function writerSource(needs: Needs): Source<Asked, z.output<typeof result>> {
  const work = needs.work(BOUNDS)
  return {
    name: "writer",
    description: "The text that a language model writes for a page, once a day.",
    parameters,
    result,
    cacheFor: CACHE_S,
    staleFor: 0,
    dependsOn: ["language", "day", "user", "writers"],
    read: async (asked, context) => {
      const page = { user: context.user, mode: asked.mode, language: context.language }
      const question = { day: dayOf(context), asked: digestOf([asked, context.writers?.text]) }
      const known = (await needs.earlier.of(page)).find(
        ({ day, asked: of }) => day === question.day && of === question.asked,
      )
      if (known) return { text: known.value }
      const piece = { key: JSON.stringify([page, question]), way: needs.writing, named: context.writers?.text }
      const make = (wanted: Wanted): ReturnType<typeof written> =>
        written(needs, asked, { page, question, context, wanted }).catch((error: unknown) => {
          needs.log.warn({ page: piece.key, reason: (error as Error).message }, "text.failed")
          throw error
        })
      return { text: await work.made(piece, context, make) }
    },
  }
}

interface Order {
  readonly page: PageOf
  readonly question: Pick<EarlierText, "day" | "asked">
  readonly context: Pick<SourceContext, "day">
  readonly wanted: Wanted
}

async function written(
  { writing, earlier }: Needs,
  { instructions, schema }: Asked,
  { page, question, context, wanted }: Order,
): Promise<EarlierText["value"]> {
  const language = languageChain(page.language).find((tag) => Object.hasOwn(instructions, tag))
  const instruction = instructions[language ?? "en"] ?? Object.values(instructions)[0]!
  const texts = await earlier.of(page)
  const { value } = await writing.write({
    user: page.user,
    wanted,
    system: SYSTEM,
    prompt: promptOf(instruction, { language: page.language, day: context.day, texts }),
    schema: z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]) as z.ZodType<EarlierText["value"]>,
    judge: (text) => faultsOf(text, texts),
    within: WITHIN_MS,
    maxTokens: MAX_TOKENS,
  })
  return (await earlier.add(page, { ...question, value })).value
}

function dayOf({ day: { year, month, day } }: Pick<SourceContext, "day">): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}
