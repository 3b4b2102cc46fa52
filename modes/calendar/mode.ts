import { field, z } from "platen/sdk"
import { daysInMonth } from "platen/sdk/kit"
import { defineMode } from "platen/sdk/mode"
import type { ContentContext } from "platen/sdk/mode"
import type * as Lunar from "./lunar.js"
import { REMINDER_DAY, remindersFrom } from "./reminders.js"
import { view } from "./view.js"

const label = z.object({ text: z.string(), kind: z.enum(["festival", "term", "month", "day"]) })

const data = z.object({
  year: z.number().int(),
  month: z.number().int(),
  day: z.number().int(),
  /** The days of the month, the first one first. */
  days: z.array(z.object({ label: label.optional(), reminded: z.literal(true).optional() })),
  reminders: z
    .array(z.object({ month: z.number().int(), day: z.number().int(), text: z.string(), today: z.boolean() }))
    .optional(),
  lunar: z
    .object({
      year: z.string(),
      monthDay: z.string(),
      nextTerm: z.object({ name: z.string(), month: z.number(), day: z.number() }),
    })
    .optional(),
})
export type CalendarData = z.output<typeof data>

const settings = z.strictObject({
  weekStart: field(z.enum(["auto", "monday", "sunday", "saturday"]).default("auto"), {
    label: { en: "The week begins on", zh: "一周从哪天开始" },
    widget: "select",
    options: {
      auto: { en: "By language", zh: "按语言" },
      monday: { en: "Monday", zh: "星期一" },
      sunday: { en: "Sunday", zh: "星期日" },
      saturday: { en: "Saturday", zh: "星期六" },
    },
  }),
  reminders: field(
    z
      .record(z.string().regex(REMINDER_DAY, "must be a month and a day, such as 12-24"), z.string().max(60))
      .default({}),
    {
      label: { en: "Reminders", zh: "提醒" },
      help: {
        en: "By month and day, every year, such as 12-24 for Christmas Eve.",
        zh: "按月-日填写，每年重复，例如 12-24。",
      },
      widget: "textarea",
    },
  ),
})
/** Maximum number of reminders on a page. */
const MAX_REMINDERS = 6

export type CalendarSettings = z.output<typeof settings>

/** The lunar module, loaded for the first Chinese calendar. */
let lunar: typeof Lunar | undefined

export default defineMode<CalendarData, CalendarSettings>({
  id: "CALENDAR",
  title: {
    en: "Calendar",
    zh: "日历",
    de: "Kalender",
    es: "Calendario",
    fr: "Calendrier",
    it: "Calendario",
    ja: "カレンダー",
    nl: "Kalender",
    "zh-Hant": "日曆",
  },
  description: {
    en: "The month, with week numbers.",
    zh: "一个月的日历，带农历、节气和节日。",
  },
  icon: "calendar",
  suits: { parts: ["morning", "noon", "afternoon"] },
  settings,
  data,
  content: async (context) => {
    if (isChinese(context.language)) lunar ??= await import("./lunar.js")
    return { data: month(context) }
  },
  fallback: month,
  view,
})

function isChinese(language: string): boolean {
  return language === "zh" || language.startsWith("zh-")
}

function month({
  day: { year, month: number, day },
  language,
  settings: { reminders: given },
}: ContentContext<CalendarSettings>): CalendarData {
  const reminders = remindersFrom(given, { year, month: number, day })
  const chinese = isChinese(language) ? lunar : undefined
  return {
    year,
    month: number,
    day,
    days: Array.from({ length: daysInMonth(year, number) }, (_, i) => ({
      ...(reminders.some((each) => each.month === number && each.day === i + 1) && { reminded: true as const }),
      ...(chinese && { label: chinese.labelOf(year, number, i + 1, language) }),
    })),
    ...(reminders.length > 0 && { reminders: reminders.slice(0, MAX_REMINDERS) }),
    ...(chinese && { lunar: chinese.lunarDate(year, number, day, language) }),
  }
}
