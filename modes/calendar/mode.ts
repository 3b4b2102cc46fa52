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
  design: field(z.enum(["page", "poster"]).default("page"), {
    label: {
      en: "Page",
      zh: "版式",
      de: "Seite",
      es: "Página",
      fr: "Page",
      it: "Pagina",
      ja: "ページ",
      nl: "Pagina",
      "zh-Hant": "版式",
    },
    help: {
      en: "The day with its month, or the day alone over the whole page. Screens of less than 4.2 inches show the former.",
      zh: "当天与整月，或只有当天的数字占满整页。小于 4.2 英寸的屏幕只显示前者。",
      de: "Der Tag mit seinem Monat, oder der Tag allein über die ganze Seite. Bildschirme unter 4,2 Zoll zeigen das Erste.",
      es: "El día con su mes, o el día solo en toda la página. Las pantallas de menos de 4,2 pulgadas muestran lo primero.",
      fr: "Le jour avec son mois, ou le jour seul sur toute la page. Les écrans de moins de 4,2 pouces montrent la première.",
      it: "Il giorno con il suo mese, o il giorno da solo su tutta la pagina. Gli schermi sotto i 4,2 pollici mostrano la prima.",
      ja: "日と月を表示するか、日だけを全面に表示します。4.2インチ未満の画面は前者です。",
      nl: "De dag met zijn maand, of de dag alleen over de hele pagina. Schermen onder 4,2 inch tonen het eerste.",
      "zh-Hant": "當天與整月，或只有當天的數字佔滿整頁。小於 4.2 吋的螢幕只顯示前者。",
    },
    widget: "select",
    options: {
      page: {
        en: "Day and month",
        zh: "当天与整月",
        de: "Tag und Monat",
        es: "Día y mes",
        fr: "Jour et mois",
        it: "Giorno e mese",
        ja: "日と月",
        nl: "Dag en maand",
        "zh-Hant": "當天與整月",
      },
      poster: {
        en: "Poster",
        zh: "海报",
        de: "Plakat",
        es: "Cartel",
        fr: "Affiche",
        it: "Manifesto",
        ja: "ポスター",
        nl: "Affiche",
        "zh-Hant": "海報",
      },
    },
  }),
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
