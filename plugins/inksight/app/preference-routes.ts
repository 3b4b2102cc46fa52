import { Invalid, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { canonicalTag } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Route } from "platen/sdk/http"
import type { ModeCatalog } from "platen/sdk/mode"
import type { AppPreferences, Preferences } from "./preferences.js"

const AREAS = ["extended"]
const auth = { anyOf: ["user"] }
const LIMIT = { name: "preferences", perMinute: 60 }

/** A language tag as people write it, canonical; undefined for what is none. */
export const locale = z
  .string("must be text")
  .max(35)
  .transform((given, context) => {
    const tag = canonicalTag(given.trim().replaceAll("_", "-"))
    if (tag !== undefined) return tag
    context.addIssue({ code: "custom", message: "must be a language tag such as en or zh-Hant" })
    return z.NEVER
  })
  .describe("Language tag, BCP 47.")

const preferences = z.strictObject({
  widget_mode: z.string().describe("Mode id."),
  locale: z.string().describe("Language tag, BCP 47."),
  timezone: z.string().describe("IANA name."),
})
const shown = ({ widgetMode, locale, timeZone }: AppPreferences): z.output<typeof preferences> => ({
  widget_mode: widgetMode,
  locale,
  timezone: timeZone,
})

interface RouteNeeds {
  readonly preferences: Preferences
  readonly modes: Pick<ModeCatalog, "get">
  readonly service: Pick<Service, "isTimeZone">
}

/** Calls of a person's preferences for the app. */
export function preferenceRoutes(needs: RouteNeeds): readonly Route[] {
  return [readRoute(needs), changeRoute(needs)]
}

function readRoute({ preferences: all }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/user/preferences",
    areas: AREAS,
    auth,
    summary: "Returns the caller's preferences for apps and widgets.",
    limit: LIMIT,
    response: preferences,
    handle: async ({ principal }) => ({ body: shown(await all.of(principal!.user!)) }),
  })
}

function changeRoute({ preferences: all, modes, service }: RouteNeeds): Route {
  return defineRoute({
    method: "PUT",
    path: "/api/user/preferences",
    areas: AREAS,
    auth,
    summary:
      "Changes the preferences that are given. Further fields of existing apps are ignored: this server sends no pushes.",
    body: z.object({
      widget_mode: z.string("must be text").max(100).nullish().describe("Mode id."),
      locale: locale.nullish(),
      timezone: z.string("must be text").max(64).nullish().describe("IANA name."),
    }),
    limit: LIMIT,
    response: z.strictObject({ ok: z.literal(true), preferences }),
    handle: async ({ principal, body: { widget_mode: wanted, locale, timezone: timeZone } }) => {
      const widgetMode = wanted?.trim().toUpperCase() || undefined
      if (widgetMode !== undefined && !modes.get(widgetMode))
        throw unusable("widget_mode", "is not an installed mode: GET /api/modes lists them")
      if (timeZone && !service.isTimeZone(timeZone))
        throw unusable("timezone", "is not a time zone of the IANA list, such as Europe/Berlin")
      const changed = await all.change(principal!.user!, {
        ...(widgetMode !== undefined && { widgetMode }),
        ...(locale && { locale }),
        ...(timeZone && { timeZone }),
      })
      return { body: { ok: true, preferences: shown(changed) } }
    },
  })
}

function unusable(path: string, message: string): Invalid {
  return new Invalid(`"${path}" ${message}.`, { issues: [{ path, message }] })
}
