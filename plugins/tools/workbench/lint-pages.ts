import { languageChain, measured } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { DrawRequest } from "platen/sdk/mode"

/** A page that the lint draws beside that of today. */
export interface LintPage {
  /** Fields that replace those of the request. */
  readonly request: Partial<DrawRequest>
  /** Of which day or entry it is: "on 2026-11-27", "with content.pool.en.3". */
  readonly of: string
  /** The path of the entry. */
  readonly entry?: string
}

/** Entries of a language that are drawn beside that of today at most. */
const ENTRIES = 4
/** Days that are drawn beside today, of a mode without a pool. */
const DAYS = 6
const DAY_MS = 86_400_000

type Data = Readonly<Record<string, unknown>>

interface Spec {
  readonly fields?: Data
  readonly content?: { readonly pool?: Readonly<Record<string, readonly Data[]>> }
}

/** Of which page the others are variations. */
export interface Today {
  readonly language: string
  /** The content that it shows. */
  readonly data: unknown
  /** Milliseconds since 1970 in UTC. */
  readonly at: number
  readonly timeZone: string
}

/**
 * The pages beside that of today on which a mode may fail: of the pool's entries those that are widest in one of their fields, or each day of
 * the coming week where there is no pool.
 */
export function furtherPages(spec: unknown, today: Today, service: Pick<Service, "localTime">): readonly LintPage[] {
  const { fields = {}, content = {} } = spec as Spec
  const tags = Object.keys(content.pool ?? {})
  return tags.length > 0 && Object.keys(fields).length > 0
    ? entryPages(Object.keys(fields), content.pool!, today)
    : dayPages(today, service)
}

function entryPages(
  fields: readonly string[],
  pool: Readonly<Record<string, readonly Data[]>>,
  { language, data }: Today,
): readonly LintPage[] {
  const tags = Object.keys(pool)
  const tag = [...languageChain(language), "en"].find((each) => tags.includes(each)) ?? tags[0]!
  const shown = data as Data
  const answers = Object.fromEntries(Object.entries(shown).filter(([name]) => !fields.includes(name)))
  const chosen = new Map<number, number>()
  for (const field of fields) {
    const widths = pool[tag]!.map((entry) => widthOf(entry[field]))
    const most = Math.max(...widths)
    if (most > widthOf(shown[field])) {
      const found = widths.indexOf(most)
      chosen.set(found, Math.max(chosen.get(found) ?? 0, most))
    }
  }
  return [...chosen]
    .sort(([, a], [, b]) => b - a)
    .slice(0, ENTRIES)
    .map(([index]) => {
      const entry = `content.pool.${tag}.${index}`
      return { request: { data: { ...answers, ...pool[tag]![index] } }, of: `with ${entry}`, entry }
    })
}

/** The width of all the texts of a value, as a multiple of their size. */
function widthOf(value: unknown): number {
  if (typeof value === "string")
    return measured(value)
      .lines.flat()
      .reduce((sum, { width, blank }) => sum + width + blank, 0)
  if (typeof value === "number") return widthOf(String(value))
  if (typeof value !== "object" || value === null) return 0
  return Object.values(value).reduce<number>((sum, each) => sum + widthOf(each), 0)
}

/** The sources are not asked again. */
function dayPages({ at, timeZone, data }: Today, { localTime }: Pick<Service, "localTime">): readonly LintPage[] {
  return Array.from({ length: DAYS }, (_, i) => {
    const day = at + (i + 1) * DAY_MS
    const { year, month, day: number } = localTime(day, timeZone)
    const date = [year, month, number].map((part) => String(part).padStart(2, "0")).join("-")
    return { request: { at: day, data }, of: `on ${date}` }
  })
}
