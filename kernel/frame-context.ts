import { inLanguage, screenClass } from "platen/sdk"
import type { DrawRequest, FrameContext, Mode } from "platen/sdk"
import { settingsOf } from "./mode-input.js"
import type { Content } from "./content.js"
import { localTime } from "./local-time.js"
import { filled } from "./messages.js"

/** When a page is drawn, and in which words. */
export interface Moment {
  /** Milliseconds since 1970 in UTC: a whole minute. */
  readonly epoch: number
  phrase(language: string, key: string): string | undefined
}

/** All that a view and the frames round it see. Pure. */
export function frameContext(
  mode: Mode,
  { origin, madeAt }: Content,
  request: DrawRequest,
  { epoch, phrase }: Moment,
): FrameContext {
  const { width, height, language, timeZone, palette, battery, rssi, card } = request
  const now = localTime(epoch, timeZone)
  const made = origin === "stale" ? localTime(madeAt, timeZone) : undefined
  return {
    settings: settingsOf(mode, request.settings?.[mode.id]),
    language,
    now,
    timeZone,
    width,
    height,
    palette,
    screen: screenClass(width, height),
    ...(battery && { battery: battery.percent, ...(battery.icon !== undefined && { batteryIcon: battery.icon }) }),
    ...(rssi !== undefined && { rssi }),
    ...(card && { card }),
    words: (key, parameters = {}) => filled(phrase(language, key) ?? key, parameters),
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
