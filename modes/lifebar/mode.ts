import { field, z } from "platen/sdk"
import { defineMode } from "platen/sdk/mode"
import type { ContentContext } from "platen/sdk/mode"
import { dialect } from "./dialect.js"
import { lifeIn, monthOf, quarterOf, weekOf, yearOf } from "./periods.js"
import { view } from "./view.js"

const share = z.object({ gone: z.number().int().min(0), of: z.number().int().min(1) })

const data = z.object({
  day: z.object({ year: z.number().int(), month: z.number().int(), day: z.number().int(), weekday: z.number().int() }),
  year: share,
  quarter: share.extend({ number: z.number().int() }),
  month: share,
  week: share,
  life: share.extend({ years: z.number().int().min(0), days: z.number().int().min(0).optional() }).optional(),
})
export type LifebarData = z.output<typeof data>

const settings = z.strictObject({
  birth: field(z.iso.date().optional(), {
    label: { en: "Date of birth", zh: "出生日期" },
    help: { en: "Adds a bar for your life, and your age.", zh: "填写后会多出一条人生进度和年龄。" },
    widget: "date",
  }),
  birth_year: field(z.number().int().min(1880).max(2200).optional(), {
    label: { en: "Year of birth", zh: "出生年份" },
    help: { en: "In place of the date: the age has no days then.", zh: "可代替出生日期，此时年龄不含天数。" },
    widget: "number",
  }),
  life_expect: field(z.number().int().min(1).max(130).default(80), {
    label: { en: "Expected years", zh: "预期寿命（岁）" },
    widget: "number",
  }),
  life_label: field(z.string().max(24).default(""), {
    label: { en: "Name of that bar", zh: "这一条的名称" },
    widget: "text",
  }),
  weekStart: field(z.enum(["monday", "sunday"]).default("monday"), {
    label: { en: "The week begins on", zh: "一周从哪天开始" },
    widget: "select",
  }),
  design: field(z.enum(["page", "weeks"]).default("page"), {
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
      en: "The year with its bars, or a life in weeks over the whole page, where a date of birth is set. Screens of less than 4.2 inches show the former.",
      zh: "今年的进度条，或填写出生日期后以周计的一生占满整页。小于 4.2 英寸的屏幕只显示前者。",
      de: "Das Jahr mit seinen Balken, oder ein Leben in Wochen über die ganze Seite, wenn ein Geburtsdatum eingetragen ist. Bildschirme unter 4,2 Zoll zeigen das Erste.",
      es: "El año con sus barras, o una vida en semanas en toda la página si hay fecha de nacimiento. Las pantallas de menos de 4,2 pulgadas muestran lo primero.",
      fr: "L’année avec ses barres, ou une vie en semaines sur toute la page si une date de naissance est indiquée. Les écrans de moins de 4,2 pouces montrent la première.",
      it: "L’anno con le sue barre, o una vita in settimane su tutta la pagina se c’è una data di nascita. Gli schermi sotto i 4,2 pollici mostrano la prima.",
      ja: "今年の進み具合か、生年月日があれば一生を週で全面に表示します。4.2インチ未満の画面は前者です。",
      nl: "Het jaar met zijn balken, of een leven in weken over de hele pagina als er een geboortedatum is. Schermen onder 4,2 inch tonen het eerste.",
      "zh-Hant": "今年的進度條，或填寫出生日期後以週計的一生佔滿整頁。小於 4.2 吋的螢幕只顯示前者。",
    },
    widget: "select",
    options: {
      page: {
        en: "Year and bars",
        zh: "年与进度条",
        de: "Jahr und Balken",
        es: "Año y barras",
        fr: "Année et barres",
        it: "Anno e barre",
        ja: "年と棒",
        nl: "Jaar en balken",
        "zh-Hant": "年與進度條",
      },
      weeks: {
        en: "Life in weeks",
        zh: "以周计的一生",
        de: "Leben in Wochen",
        es: "Vida en semanas",
        fr: "Vie en semaines",
        it: "Vita in settimane",
        ja: "週で見る一生",
        nl: "Leven in weken",
        "zh-Hant": "以週計的一生",
      },
    },
  }),
})
export type LifebarSettings = z.output<typeof settings>

export default defineMode<LifebarData, LifebarSettings>({
  id: "LIFEBAR",
  title: {
    en: "Progress",
    zh: "进度条",
    de: "Fortschritt",
    es: "Progreso",
    fr: "Progression",
    it: "Progresso",
    ja: "進み具合",
    nl: "Voortgang",
    "zh-Hant": "進度條",
  },
  description: {
    en: "How much of the year, the quarter, the month and the week is over; with a date of birth, of a life.",
    zh: "今年、本季度、本月和本周过去了多少；填写出生日期后，还有人生的进度。",
  },
  icon: "bars",
  suits: { parts: ["morning", "evening"] },
  settings,
  dialect,
  data,
  content: async (context) => ({ data: progress(context) }),
  fallback: progress,
  view,
})

function progress({ day, settings: { weekStart, ...settings } }: ContentContext<LifebarSettings>): LifebarData {
  const life = lifeIn(settings, day)
  return {
    day,
    year: yearOf(day),
    quarter: quarterOf(day),
    month: monthOf(day),
    week: weekOf(day, weekStart),
    ...(life && { life }),
  }
}
