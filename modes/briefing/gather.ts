import { z } from "platen/sdk"
import type { ContentContext } from "platen/sdk/mode"
import { CALENDAR, WEATHER } from "platen/sdk/sources"
import type { Calendar, Weather } from "platen/sdk/sources"
import type { BriefingData, BriefingSettings } from "./mode.js"

/** Days of appointments, and how many of them are kept: today's may be over when the page is drawn. */
const DAYS = 7
export const MAX_EVENTS = 40
const HEADLINES = 3
/** Characters of a name that a list of headlines has. */
const MAX_NAME = 200

/** What a page needs of the answers of "feed" and of "hacker-news". */
const headlines = z.object({
  items: z
    .array(
      z
        .object({ title: z.string().min(1).max(300), source: z.string().optional(), host: z.string().optional() })
        .transform(({ title, source, host }) => ({ title, source: (source ?? host ?? "").slice(0, MAX_NAME) })),
    )
    .max(30),
})

type Context = Pick<ContentContext<BriefingSettings>, "settings" | "source" | "place">

/**
 * What the world has to say. The weather is waited for; the other parts are left out where they are late, and come with the next page. Without a
 * place, the first of them is waited for. Throws when a part that the settings or the place ask for fails and there is nothing else.
 */
export async function gathered({ settings, source, place }: Context): Promise<BriefingData> {
  const feeds = settings.feeds.filter(({ url }) => url !== "")
  const isAsked = place !== undefined || feeds.length > 0
  let failure: unknown
  const failed = (error: unknown): undefined => void (failure ??= error)
  const [line, weather, calendars, news] = await Promise.all([
    settings.written ? source("writer", LINE, { optional: true }) : undefined,
    place ? source(WEATHER, { days: 2 }).catch(failed) : undefined,
    Promise.all(
      feeds.map(({ url, connection }) => {
        const question = { url, connection, days: DAYS }
        return place ? source(CALENDAR, question, { optional: true }) : source(CALENDAR, question).catch(failed)
      }),
    ),
    newsOf({ settings, source }, { optional: isAsked }).catch(failed),
  ])
  const isNothing = !weather && !news && calendars.every((each) => !each)
  if (failure !== undefined && isNothing && (isAsked || settings.urls.length > 0)) throw failure as Error
  // What failed is asked for again soon: the page of now is not kept for long.
  if (place && !weather) await source(WEATHER, { days: 2 }, { optional: true })
  else if (failure !== undefined && !news) await newsOf({ settings, source }, { optional: true })
  return {
    weather: weather ? brief(weather) : null,
    ...(!weather && { missing: place ? ("network" as const) : ("place" as const) }),
    events: eventsOf(calendars),
    unread: feeds.filter((_, i) => !calendars[i]).map(({ name }) => name),
    incomplete: feeds.flatMap(({ name }, i) => {
      const { unread = 0, name: own = "" } = calendars[i] ?? {}
      return unread > 0 ? [{ name: name || own, entries: unread }] : []
    }),
    news: news ?? [],
    ...written(line),
  }
}

/** What a language model is asked. It is told nothing of the page. */
const LINE = {
  mode: "BRIEFING",
  instructions: {
    en: "Write one line to live by for the foot of a morning page: dry, practical, kind, three to nine words. It is your own, no quotation.",
    zh: "为早晨的页面写一句结尾的话：平实、温和，略带幽默，不超过十六个字。必须是你自己的话，不引用。",
  },
  schema: {
    type: "object",
    properties: { line: { type: "string", minLength: 1, maxLength: 60 } },
    required: ["line"],
    additionalProperties: false,
  },
}
const answer = z.object({ text: z.object({ line: z.string().min(1).max(60) }) })

function written(given: unknown): Pick<BriefingData, "line"> {
  const read = answer.safeParse(given)
  return read.success ? { line: read.data.text.line } : {}
}

async function newsOf(
  { settings: { urls }, source }: Pick<Context, "settings" | "source">,
  options: { readonly optional: boolean },
): Promise<BriefingData["news"] | undefined> {
  const answer =
    urls.length > 0
      ? await source("feed", { urls, items: HEADLINES }, options)
      : await source("hacker-news", { items: HEADLINES }, options)
  const read = headlines.safeParse(answer)
  return read.success ? read.data.items.slice(0, HEADLINES) : undefined
}

function brief({ now: { temperature, apparent, code, isDay }, days }: Weather): NonNullable<BriefingData["weather"]> {
  const { low, high } = days[0]!
  return { temperature, apparent, code, isDay, low, high }
}

/** The events of all calendars, day by day, those all day first. */
function eventsOf(calendars: readonly (Calendar | undefined)[]): BriefingData["events"] {
  return calendars
    .flatMap((each) => each?.events ?? [])
    .sort(
      (a, b) =>
        a.first.localeCompare(b.first) ||
        Number(b.allDay) - Number(a.allDay) ||
        a.at - b.at ||
        a.title.localeCompare(b.title, "en"),
    )
    .slice(0, MAX_EVENTS)
}
