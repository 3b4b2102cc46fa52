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
