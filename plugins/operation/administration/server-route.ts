import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { isoTime, originOf } from "platen/sdk/kit"
import type { Clock, Service } from "platen/sdk"
import type { Quotas } from "platen/sdk/device"
import type { Route, ServedRoute } from "platen/sdk/http"
import { folderSize } from "./folder.js"
import { FOR_ADMINS } from "./for-admins.js"

const bytes = z.number().int()
const server = z.strictObject({
  version: z.string(),
  time: z.iso.datetime().describe("Clock of the server, in UTC."),
  local_time: z.string().describe("The same where the server stands."),
  timezone: z.string().describe("IANA name; for screens that set none."),
  uptime_seconds: z.number().int(),
  urls: z.array(z.string()).describe("The address that the operator has set, if any, and that of this call."),
  data: z.strictObject({
    bytes: bytes.nullable().describe("Size of the data folder; null where the system does not say."),
    free: bytes.nullable().describe("Room on its disk."),
  }),
  storage: z.strictObject({
    used: bytes.describe("Pictures and modes of all people together."),
    max: bytes.describe("`server.storage`."),
  }),
  security: z
    .strictObject({
      registration: z.enum(["open", "closed"]),
      pairing: z.enum(["on", "off"]),
      token_reissue: z.enum(["confirm", "open"]),
      metrics: z.enum(["local", "open"]),
    })
    .describe("`security` of platen.yaml."),
  defaults: z.strictObject({ language: z.string(), mode: z.string() }).describe("For screens that set none."),
  limits: z.record(z.string(), z.number()).describe("Calls a minute by name."),
  warnings: z.array(z.string()).describe("What the operator should mend."),
})

export interface ServerNeeds {
  readonly clock: Pick<Clock, "now">
  readonly ticks: () => number
  /** In ticks. */
  readonly startedAt: number
  readonly service: Service
  readonly dataFolder: string
  readonly quotas: Pick<Quotas, "used">
  readonly served: { list(): readonly ServedRoute[] }
}

/** The call of the server's own state. */
export function serverRoute(needs: ServerNeeds): Route {
  const { service, ticks, startedAt, quotas, dataFolder, served } = needs
  return defineRoute({
    method: "GET",
    path: "/api/server",
    ...FOR_ADMINS,
    summary: "Returns version, clock, storage, security and limits of the server.",
    response: server,
    handle: async ({ headers, secure }) => {
      const [used, folder] = await Promise.all([quotas.used(), folderSize(dataFolder)])
      const { registration, pairing, tokenReissue, metrics } = service.security
      const { language, mode } = service.defaults
      const urls = [service.publicUrl, originOf({ headers, secure })].filter((url) => url !== undefined)
      return {
        body: {
          version: service.version,
          ...timesOf(needs),
          uptime_seconds: Math.floor((ticks() - startedAt) / 1000),
          urls: [...new Set(urls)],
          data: { bytes: folder.bytes ?? null, free: folder.free ?? null },
          storage: { used, max: service.bounds.storage },
          security: { registration, pairing, token_reissue: tokenReissue, metrics },
          defaults: { language, mode },
          limits: limitsOf(served.list(), service.bounds.limits),
          warnings: [...service.warnings()],
        },
      }
    },
  })
}

function timesOf({ clock, service }: ServerNeeds): Pick<z.output<typeof server>, "time" | "local_time" | "timezone"> {
  const now = clock.now()
  const { timeZone } = service.defaults
  const { year, month, day, hour, minute } = service.localTime(now, timeZone)
  const two = (value: number): string => String(value).padStart(2, "0")
  return {
    time: isoTime(now),
    local_time: `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`,
    timezone: timeZone,
  }
}

/** Limits of routes, and those that the operator has changed. */
function limitsOf(routes: readonly ServedRoute[], changed: Readonly<Record<string, number>>): Record<string, number> {
  const own = routes.flatMap(({ route: { limit } }) => (limit ? [[limit.name, limit.perMinute] as const] : []))
  return Object.fromEntries([...own, ...Object.entries(changed)].sort(([a], [b]) => (a < b ? -1 : 1)))
}
