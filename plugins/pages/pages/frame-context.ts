import { inLanguage } from "platen/sdk"
import { screenClass } from "platen/sdk/mode"
import { filled } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { DrawRequest, FrameContext, Mode, Phrases } from "platen/sdk/mode"
import { placeOf, settingsOf } from "./mode-input.js"
import type { Content } from "./content.js"
import { skyOf } from "./sky.js"

/** Time and phrases of a page. */
export interface Moment {
  /** Unix time in milliseconds, rounded down to a minute. */
  readonly epoch: number
  readonly messages: Phrases
  readonly localTime: Service["localTime"]
}

/** Builds the context of a view and its frames. Pure. */
export function frameContext(
  mode: Mode,
  { origin, madeAt }: Content,
  request: DrawRequest,
  { epoch, messages, localTime }: Moment,
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
        today: made.day === now.day && made.month === now.month && made.year === now.year,
      },
    }),
  }
}
