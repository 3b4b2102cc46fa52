import { Upstream, z } from "platen/sdk"
import type { LocalDay } from "platen/sdk"
import type { SourceFetch } from "platen/sdk/mode"
import type { OnThisDay } from "platen/sdk/sources"

/** The editions whose calendar of events the feed has. Not the Chinese one: it mixes both ways of writing. */
const EDITIONS: ReadonlySet<string> = new Set(["ar", "bs", "de", "en", "es", "fr", "it", "pt", "ru", "sv", "tr", "uk"])
const MAX_BYTES = 4 << 20
const TRY_MS = 6_000
/** Years after which those who took part are hardly alive, and what happened is hardly in dispute. */
const MIN_YEARS = 75
/** The first whole year of the Gregorian calendar: the feed does not say in which calendar an earlier date stands. */
const FIRST_YEAR = 1583
/** Characters of an event that a page of any size can show. */
const [MIN_TEXT, MAX_TEXT] = [20, 180]

const event = z.object({ text: z.string().max(400), year: z.number().int() })
/** Entries of an answer of the feed. Those in another shape are left out. */
const entries = z.array(z.unknown()).max(5_000)

/** What the feed is asked for. */
interface Asking {
  readonly fetch: SourceFetch
  readonly endpoint: string
}

/** The edition for a language; undefined without one. */
export function editionOf(language: string): string | undefined {
  const edition = language.split("-")[0]!.toLowerCase()
  return EDITIONS.has(edition) ? edition : undefined
}

/**
 * An event of the day from Wikipedia's calendar, another one every year; undefined on a day without one. Those that its editors have selected come first. Throws Upstream.
 * Source: https://api.wikimedia.org/wiki/API_reference/Feed/On_this_day
 */
export async function wikipediaEvent(
  { year, month, day }: LocalDay,
  edition: string,
  asking: Asking,
): Promise<OnThisDay | undefined> {
  const date = [month, day].map((each) => String(each).padStart(2, "0")).join("/")
  for (const type of ["selected", "events"] as const) {
    const events = usable(await asked(edition, type, date, asking), year)
    const found = events[year % events.length]
    if (found)
      return {
        event: found.text,
        since: found.year,
        years: year - found.year,
        oldStyle: false,
        from: "Wikipedia",
      }
  }
  return undefined
}

async function asked(
  edition: string,
  type: "selected" | "events",
  date: string,
  { fetch, endpoint }: Asking,
): Promise<readonly unknown[]> {
  const url = new URL(`${endpoint.replace(/\/+$/, "")}/${edition}/onthisday/${type}/${date}`)
  const { status, json } = await fetch(url, {
    headers: { accept: "application/json" },
    maxBytes: MAX_BYTES,
    timeout: TRY_MS,
    connection: { origin: url.origin },
    // An edition without such a calendar.
    accepts: [404],
  })
  if (status === 404) return []
  try {
    return entries.parse((json() as Record<string, unknown> | null)?.[type])
  } catch (cause) {
    throw new Upstream(`${url.hostname} answers with something that is no list of events: try again later.`, { cause })
  }
}

/** The events that a page can show, the oldest first. */
function usable(given: readonly unknown[], year: number): readonly z.output<typeof event>[] {
  return given
    .flatMap((each) => {
      const read = event.safeParse(each)
      return read.success ? [{ year: read.data.year, text: plain(read.data.text) }] : []
    })
    .filter(
      ({ text, year: since }) =>
        since >= FIRST_YEAR && year - since >= MIN_YEARS && text.length >= MIN_TEXT && text.length <= MAX_TEXT,
    )
    .toSorted((a, b) => a.year - b.year || (a.text < b.text ? -1 : 1))
}

/** Notes about the picture that stands beside the list, such as "(pictured)". */
const PICTURED = /\s*\([^()]*\b(?:pictured|depicted|Bild|Foto|photo|imagen|immagine|imagem)\b[^()]*\)/giu
/** Straight apostrophes in words. */
const APOSTROPHE = /(?<=[\p{L}\p{N}])'(?=\p{L})/gu
/** Control characters, surrogates without their other half, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200b\u202a-\u202e\u2066-\u2069\ufeff]/gu

function plain(text: string): string {
  const seen = text.replaceAll(/\s+/g, " ").replaceAll(PICTURED, "").replaceAll(UNSEEN, "").trim()
  const words = seen.replaceAll(APOSTROPHE, "’")
  return words === "" || /[.!?…。”"»]$/.test(words) ? words : `${words}.`
}
