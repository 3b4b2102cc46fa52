import { inLanguage } from "platen/sdk"
import { screenClass } from "platen/sdk/mode"
import { filled } from "platen/sdk/kit"
import type { LocalDay, Service } from "platen/sdk"
import type { DrawRequest, FrameContext, Mode, Phrases } from "platen/sdk/mode"
import { placeOf, settingsOf } from "./mode-input.js"
import type { Content } from "./content.js"
import { skyOf } from "./sky.js"

/** Time and phrases of a page. */
export interface Moment {
  /** Unix time in milliseconds, rounded down to a minute. */
  readonly epoch: number
  /** True: its screen shows its mode for the first time on that local day. */
  readonly isFirstDay: boolean
  readonly messages: Phrases
  readonly localTime: Service["localTime"]
}

const DAY_MS = 86_400_000

/** Whether the screen of a page shows its mode for the first time on the local day of `at`, in milliseconds since 1970 in UTC. */
export function isFirstDayOf(
  { id }: Pick<Mode, "id">,
  { begun, timeZone }: Pick<DrawRequest, "begun" | "timeZone">,
  at: number,
  localTime: Service["localTime"],
): boolean {
  if (!begun) return false
  const first = begun[id] ?? at
  // No day has 26 hours: those behind it need no calendar.
  return at - first <= DAY_MS + 2 * 3_600_000 && isSameDay(localTime(first, timeZone), localTime(at, timeZone))
}

function isSameDay(a: LocalDay, b: LocalDay): boolean {
  return a.day === b.day && a.month === b.month && a.year === b.year
}

/** Builds the context of a view and its frames. Pure. */
export function frameContext(
  mode: Mode,
  { origin, madeAt }: Content,
  request: DrawRequest,
  { epoch, isFirstDay, messages, localTime }: Moment,
): FrameContext {
  const { width, height, language, timeZone, palette, battery, rssi, purpose } = request
  const place = placeOf(mode, request)
  const now = localTime(epoch, timeZone)
  const made = origin === "stale" ? localTime(madeAt, timeZone) : undefined
  return {
    settings: settingsOf(mode, request.settings?.[mode.id]),
    language,
    now,
    timeZone,
    isFirstDay,
    sky: (day) => skyOf(day, place, timeZone),
    width,
    height,
    palette,
    screen: screenClass(width, height, request),
    ...(battery && { battery: battery.percent, ...(battery.icon !== undefined && { batteryIcon: battery.icon }) }),
    ...(rssi !== undefined && { rssi }),
    ...(purpose === "card" && { card: true }),
    words: (key, parameters = {}) => filled(messages.phrase(language, key) ?? key, parameters),
    mode: { id: mode.id, title: inLanguage(mode.title, language), icon: mode.icon },
    ...(made && {
      asOf: {
        hour: made.hour,
        minute: made.minute,
        month: made.month,
        day: made.day,
        today: isSameDay(made, now),
      },
    }),
  }
}
