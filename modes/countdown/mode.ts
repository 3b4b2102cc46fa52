import { field, z } from "platen/sdk"
import { defineMode } from "platen/sdk/mode"
import type { ContentContext } from "platen/sdk/mode"
import { counted } from "./days.js"
import { dialectOf } from "./dialect.js"
import { view } from "./view.js"
import { newYear } from "./words.js"

const data = z.object({
  events: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(["coming", "past", "since"]),
        days: z.number().int().min(0),
        date: z.object({
          year: z.number().int(),
          month: z.number().int(),
          day: z.number().int(),
          weekday: z.number().int(),
        }),
      }),
    )
    .min(1),
})
export type CountdownData = z.output<typeof data>

const event = z.strictObject({
  name: field(z.string().trim().min(1).max(60), { label: { en: "Name", zh: "名称" }, widget: "text" }),
  date: field(z.iso.date(), { label: { en: "Date", zh: "日期" }, widget: "date" }),
  type: field(z.enum(["countdown", "countup"]).default("countdown"), {
    label: { en: "Counts", zh: "计数方式" },
    help: { en: "Days until the date, or days since it.", zh: "距离这一天还有几天，或从这一天起过了几天。" },
    widget: "select",
    options: { countdown: { en: "Days until it", zh: "倒数" }, countup: { en: "Days since it", zh: "正数" } },
  }),
  yearly: field(z.boolean().default(false), {
    label: { en: "Every year", zh: "每年重复" },
    help: {
      en: "Counts down to the next one; 29 February is kept on 1 March in years without it.",
      zh: "倒数到下一次；没有2月29日的年份算在3月1日。",
    },
    widget: "toggle",
  }),
  // Existing clients send the days at the time of saving; the mode counts them again.
  days: field(z.number().optional(), { widget: "none" }),
})

const settings = z.strictObject({
  countdownEvents: field(z.array(event).max(10).default([]), {
    label: { en: "Days to count", zh: "纪念日" },
    help: { en: "None: the days until the next New Year’s Day.", zh: "未填写时倒数到元旦。" },
    widget: "list",
  }),
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
      en: "The number with the other days, or the next number alone over the whole page. Screens of less than 4.2 inches show the former.",
      zh: "数字与其他日子，或只有下一个日子的数字占满整页。小于 4.2 英寸的屏幕只显示前者。",
      de: "Die Zahl mit den anderen Tagen, oder die nächste Zahl allein über die ganze Seite. Bildschirme unter 4,2 Zoll zeigen das Erste.",
      es: "El número con los otros días, o el próximo número solo en toda la página. Las pantallas de menos de 4,2 pulgadas muestran lo primero.",
      fr: "Le nombre avec les autres jours, ou le prochain nombre seul sur toute la page. Les écrans de moins de 4,2 pouces montrent la première.",
      it: "Il numero con gli altri giorni, o il prossimo numero da solo su tutta la pagina. Gli schermi sotto i 4,2 pollici mostrano la prima.",
      ja: "数字とほかの日を表示するか、次の日の数字だけを全面に表示します。4.2インチ未満の画面は前者です。",
      nl: "Het getal met de andere dagen, of het volgende getal alleen over de hele pagina. Schermen onder 4,2 inch tonen het eerste.",
      "zh-Hant": "數字與其他日子，或只有下一個日子的數字佔滿整頁。小於 4.2 吋的螢幕只顯示前者。",
    },
    widget: "select",
    options: {
      page: {
        en: "Number and list",
        zh: "数字与列表",
        de: "Zahl und Liste",
        es: "Número y lista",
        fr: "Nombre et liste",
        it: "Numero ed elenco",
        ja: "数字と一覧",
        nl: "Getal en lijst",
        "zh-Hant": "數字與列表",
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
export type CountdownSettings = z.output<typeof settings>

export default defineMode<CountdownData, CountdownSettings>({
  id: "COUNTDOWN",
  group: "featured",
  title: {
    en: "Countdown",
    zh: "倒计时",
    de: "Countdown",
    es: "Cuenta atrás",
    fr: "Compte à rebours",
    it: "Conto alla rovescia",
    ja: "カウントダウン",
    nl: "Aftellen",
    "zh-Hant": "倒數",
  },
  description: {
    en: "The days until what is coming, or since what has been.",
    zh: "离要来的日子还有几天，过去的日子过了几天。",
  },
  icon: "hourglass",
  suits: { parts: ["morning", "evening"] },
  settings,
  dialect: dialectOf(settings),
  data,
  content: async (context) => ({ data: days(context) }),
  fallback: days,
  view,
})

function days({
  settings: { countdownEvents: events },
  day,
  language,
}: ContentContext<CountdownSettings>): CountdownData {
  const first = { name: newYear(language), date: "1970-01-01", type: "countdown", yearly: true } as const
  return { events: [...counted(events.length > 0 ? events : [first], day)] }
}
