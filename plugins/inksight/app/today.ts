import { inLanguage } from "platen/sdk"
import { foundPlaces, withTimeout } from "platen/sdk/kit"
import type { Clock, Log, Service } from "platen/sdk"
import type { Draw, DrawRequest, Mode, ModeCatalog, Place, SourceReads, Turn } from "platen/sdk/mode"

/** Milliseconds that the search of a city may take. */
const CITY_MS = 3_000
/** The screen for which contents are made: of the many that there are, that of previews. */
const SCREEN = { width: 400, height: 300, palette: "bw", codec: "png" } as const
const MAX_TITLE = 40
const MAX_SUMMARY = 120

/** Whose day it is. `user`: undefined for callers without a credential, for whom no source is asked. */
export interface Reader {
  readonly user: string | undefined
  readonly language: string
  readonly timeZone: string
  readonly city: string | undefined
  readonly turn: Turn
}

/** The content of one mode today. */
export interface TodaysContent {
  readonly mode: Mode
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly data: unknown
}

export interface Today {
  /** The contents of modes, in their order; those that have none today, or cannot be made, are missing. */
  contents(modes: readonly Mode[], reader: Reader): Promise<readonly TodaysContent[]>
  /** The modes of these ids that are installed, each once. */
  known(ids: readonly string[]): readonly Mode[]
}

interface Needs {
  readonly draw: Pick<Draw, "page">
  readonly modes: Pick<ModeCatalog, "get">
  readonly reads: SourceReads
  readonly clock: Clock
  readonly log: Log
  readonly service: Pick<Service, "defaults">
}

export function todayOf(needs: Needs): Today {
  const { draw, modes, log } = needs
  return {
    known: (ids) => [...new Set(ids)].flatMap((id) => modes.get(id) ?? []),
    contents: async (wanted, reader) => {
      const place = await placeOf(needs, reader)
      const made = wanted.map(async (mode) => {
        try {
          const page = await draw.page(mode, requestOf(mode, reader, place))
          return page ? [shown(mode, page.content.data, reader.language)] : []
        } catch (error) {
          log.warn({ mode: mode.id, err: error }, "content.failed")
          return []
        }
      })
      return (await Promise.all(made)).flat()
    },
  }
}

function requestOf({ id }: Mode, { user, language, timeZone, turn }: Reader, place: Place | undefined): DrawRequest {
  return {
    ...SCREEN,
    modes: [id],
    language,
    timeZone,
    turn,
    ...(place && { place }),
    // For strangers a trial is what asks no source: they get what is at hand.
    ...(user === undefined ? { purpose: "trial", stranger: {} } : { purpose: "look", user }),
  }
}

/** The place of a city; without one, or while nobody knows where it is, the operator's. Strangers have nothing searched. */
async function placeOf(
  { reads, clock, service }: Needs,
  { city, user, language, turn }: Reader,
): Promise<Place | undefined> {
  const { place } = service.defaults
  if (city === undefined || user === undefined) return place
  try {
    const question = foundPlaces(reads, { name: city, language: language.split("-")[0]! }, turn)
    const [found] = await withTimeout(clock, question, CITY_MS, () => new Error("the search of a city took too long"))
    return found ? { name: found.name, latitude: found.latitude, longitude: found.longitude } : place
  } catch {
    return place
  }
}

function shown(mode: Mode, data: unknown, language: string): TodaysContent {
  const name = inLanguage(mode.title, language)
  const texts = [...textsIn(data)]
  return {
    mode,
    name,
    title: (texts[0] ?? name).slice(0, MAX_TITLE),
    summary: (texts.find((text) => text.length > MAX_TITLE) ?? texts[1] ?? texts[0] ?? "").slice(0, MAX_SUMMARY),
    data,
  }
}

/** The texts of a content that people can read, in their order. */
function* textsIn(data: unknown): Generator<string> {
  if (typeof data === "string" && /\p{L}{2}/u.test(data) && !/^[\w.+-]+[:/]/.test(data)) yield data.trim()
  else if (typeof data === "object" && data !== null) for (const each of Object.values(data)) yield* textsIn(each)
}
