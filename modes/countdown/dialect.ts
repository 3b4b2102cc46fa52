import { counted } from "./days.js"
import type { z } from "platen/sdk"
import type { SettingsDialect } from "platen/sdk/mode"
import type { CountdownSettings } from "./mode.js"

/** InkSight's format: the list is `events`, and each event holds its days at the time of saving. */
export function dialectOf(settings: z.ZodType<CountdownSettings>): SettingsDialect {
  return {
    read: ({ events, ...own }) => ({
      ...own,
      ...(events !== undefined && { countdownEvents: Array.isArray(events) ? events.map(withoutDays) : events }),
    }),
    write: (own, day) => {
      const read = settings.safeParse({ countdownEvents: own.countdownEvents })
      if (!read.success || own.countdownEvents === undefined) return {}
      const given = own.countdownEvents as readonly object[]
      return {
        events: read.data.countdownEvents.map((event, i) => ({ ...given[i], days: counted([event], day)[0]!.days })),
      }
    },
  }
}

function withoutDays(event: unknown): unknown {
  if (typeof event !== "object" || event === null || Array.isArray(event)) return event
  const { days: _days, ...rest } = event as Readonly<Record<string, unknown>>
  return rest
}
