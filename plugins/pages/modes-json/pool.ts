import {
  dayNumber,
  dayOf,
  isChinese,
  isTraditionalChinese,
  languageChain,
  ofTheDay,
  toTraditional,
} from "platen/sdk/kit"
import type { ContentContext } from "platen/sdk/mode"
import { ownEntries } from "./own.js"
import { seasonOf } from "./seasons.js"
import type { ModeSpec } from "./spec.js"

type Data = Record<string, unknown>

/** The entry of a page: that of the day, with what the definition wants beside it; nothing without a pool. */
export function entryOf(
  spec: ModeSpec,
  pool: ReadonlyMap<string, readonly Data[]>,
  context: ContentContext<Data>,
): Data {
  if (pool.size === 0) return {}
  const own = ownEntries(spec, context.settings)
  const [tag, entries] = own.length > 0 ? ["own", own] : inPool(pool, context.language)
  const season = spec.content.by && seasonOf(context.day, context.place?.latitude)
  const suited = season ? entries.filter((entry) => entry.season === season) : entries
  const shown = (turn: number): Data => {
    const entry = ofTheDay(suited, dayOf(turn), `${spec.id}/${own.length > 0 ? tag : context.language}`)
    return isChinese(tag) && !isTraditionalChinese(tag) ? inTraditional(entry, context.language) : entry
  }
  const { days = 1, previous, earlier } = spec.content
  const { year, month, day } = context.day
  const today = dayNumber(year, month, day)
  const turn = Math.floor(today / days)
  return {
    ...shown(turn),
    ...(days > 1 && { part: today - turn * days }),
    ...(previous && { previous: suited.length > 1 ? shown(turn - 1) : null }),
    ...(earlier && {
      earlier: earlier.filter((ago) => ago < suited.length).map((ago) => ({ ...shown(turn - ago), ago })),
    }),
  }
}

/** The entries for a language, and their own language: its own, else those of its script and of its base language, else English, else the first. */
function inPool(
  pool: ReadonlyMap<string, readonly Data[]>,
  language: string,
): readonly [tag: string, entries: readonly Data[]] {
  const tag = poolLanguage([...pool.keys()], language)
  return [tag, pool.get(tag)!]
}

/** The language of the entries for a page. `tags`: at least one. */
export function poolLanguage(tags: readonly string[], language: string): string {
  return [...languageChain(language), "en"].find((each) => tags.includes(each)) ?? tags[0]!
}

/** An entry in simplified Chinese as a reader of traditional Chinese writes it. */
function inTraditional<T>(value: T, language: string): T {
  if (typeof value === "string") return toTraditional(value, language) as T & string
  if (Array.isArray(value)) return value.map((each: unknown) => inTraditional(each, language)) as T & unknown[]
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inTraditional(each, language)])) as T
}
