import { dayNumber, daysInMonth } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"

/** "M-D", with or without leading zeros. */
export const REMINDER_DAY = /^(0?[1-9]|1[0-2])-(0?[1-9]|[12]\d|3[01])$/

/** A reminder on its next day. */
export interface Reminder {
  readonly month: number
  readonly day: number
  readonly text: string
  readonly today: boolean
}

const LEAP_YEAR = 2024
/** A visible character. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** A letter with more than two combining marks, more than any language of these scripts uses: they would cover the lines above. */
const PILES = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]\p{M}{2})\p{M}+/gu

/** The reminders in the order of their next days. `given`: texts by "M-D"; impossible days and empty texts are left out. */
export function remindersFrom(
  given: Readonly<Record<string, string>>,
  today: Pick<LocalDay, "year" | "month" | "day">,
): readonly Reminder[] {
  const now = dayNumber(today.year, today.month, today.day)
  return Object.entries(given)
    .flatMap(([date, text]) => {
      const [month, day] = date.split("-").map(Number) as [number, number]
      if (!VISIBLE.test(text) || day > daysInMonth(LEAP_YEAR, month)) return []
      const thisYear = dayNumber(today.year, month, day)
      const at = thisYear >= now ? thisYear : dayNumber(today.year + 1, month, day)
      return [
        {
          at,
          month,
          day,
          text: text.normalize("NFC").replace(PILES, "$1").replace(/\s+/g, " ").trim(),
          today: at === now,
        },
      ]
    })
    .sort((a, b) => a.at - b.at)
    .map(({ at: _at, ...reminder }) => reminder)
}
