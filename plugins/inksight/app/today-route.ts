import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { addressPlace, integerParam, isoTime } from "platen/sdk/kit"
import type { Clock, Service } from "platen/sdk"
import type { Principal, Route } from "platen/sdk/http"
import { locale } from "./preference-routes.js"
import type { Preferences } from "./preferences.js"
import type { Today, TodaysContent } from "./today.js"

const DEFAULT_MODES = "DAILY,POETRY,WEATHER"
/** Contents that existing apps show below the first. */
const SECONDARY = 2

const item = z.strictObject({
  mode_id: z.string(),
  display_name: z.string(),
  icon: z.string().describe('Icon name; "" for none.'),
  title: z.string(),
  summary: z.string(),
  content: z.unknown().describe("The content, whose form is the mode's own."),
  preview_url: z.string().describe("Path of a picture of the page."),
  image_url: z.string().describe("The same, for existing apps."),
  recommendation_reason: z.string().describe('For existing apps: "".'),
})
const day = z.strictObject({
  generated_at: z.iso.datetime(),
  date: z.strictObject({
    year: z.number().int(),
    month: z.number().int(),
    day: z.number().int(),
    hour: z.number().int(),
    date_str: z.string(),
  }),
  header_meta: z.strictObject({
    date_label: z.string(),
    weather_summary: z.string(),
    season_label: z.string(),
    daily_keyword: z.string(),
  }),
  hero_item: item.nullable(),
  secondary_items: z.array(item),
  items: z.array(item),
})

export interface TodayNeeds {
  readonly today: Today
  readonly preferences: Preferences
  readonly clock: Pick<Clock, "now">
  readonly service: Pick<Service, "defaults" | "localTime">
}

/** The call of a day's contents. */
export function todayRoute({ today, preferences, clock, service }: TodayNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/content/today",
    areas: ["extended"],
    auth: { anyOf: ["user"], optional: true },
    summary: "Returns the contents of modes today as data. For callers without a session no source is asked.",
    query: z.object({
      modes: z.string().max(400).default(DEFAULT_MODES).describe("Mode ids with commas between them."),
      city: z.string().trim().max(60).optional().describe("A place; counts only for callers with a session."),
      locale: locale.optional(),
      limit: integerParam(1, 10, 5).describe("How many contents at most."),
    }),
    limit: { name: "content", perMinute: 20 },
    response: day,
    handle: async ({ query, principal, address, signal }) => {
      const own = principal?.user === undefined ? undefined : await preferences.of(principal.user)
      const { language: usual, timeZone: zone } = service.defaults
      const [language, timeZone] = [query.locale ?? own?.locale ?? usual, own?.timeZone ?? zone]
      const ids = query.modes.split(",").map((id) => id.trim().toUpperCase())
      const contents = await today.contents(today.known(ids).slice(0, query.limit), {
        user: principal?.user,
        language,
        timeZone,
        city: query.city || undefined,
        turn: { ...turnOf(principal, address), signal },
      })
      const now = clock.now()
      const items = contents.map((each) => itemOf(each, principal ? query.city : undefined))
      const { year, month, day, hour } = service.localTime(now, timeZone)
      const label = new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone }).format(now)
      return {
        body: {
          generated_at: isoTime(now),
          date: { year, month, day, hour, date_str: label },
          header_meta: { date_label: label, weather_summary: "", season_label: "", daily_keyword: "" },
          hero_item: items[0] ?? null,
          secondary_items: items.slice(1, 1 + SECONDARY),
          items,
        },
      }
    },
  })
}

function itemOf({ mode, name, title, summary, data }: TodaysContent, city: string | undefined): z.output<typeof item> {
  const url = `/api/preview?${new URLSearchParams({ persona: mode.id, ...(city && { city_override: city }) })}`
  return {
    mode_id: mode.id,
    display_name: name,
    icon: mode.icon ?? "",
    title,
    summary,
    content: data,
    preview_url: url,
    image_url: url,
    recommendation_reason: "",
  }
}

function turnOf(
  principal: Principal | undefined,
  address: string,
): { readonly caller: string; readonly anonymous?: true } {
  return principal?.user === undefined
    ? { caller: `address/${addressPlace(address)}`, anonymous: true }
    : { caller: `user/${principal.user}` }
}
