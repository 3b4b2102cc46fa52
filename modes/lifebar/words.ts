import { inLanguage } from "platen/sdk"
import type { Localised } from "platen/sdk"
import type { Life, Share } from "./periods.js"

const WORDS = {
  year: { en: "{year}", zh: "{year}年" },
  gone: { en: "{gone} of {of} days gone", zh: "已过{gone}天，共{of}天" },
  week: { en: "This week", zh: "本周" },
  life: { en: "Life", zh: "人生" },
} as const
const QUARTERS: readonly Localised[] = ["一", "二", "三", "四"].map((name, i) => ({
  en: `Quarter ${i + 1}`,
  zh: `第${name}季度`,
}))

const AGE = {
  years: [
    { en: "{years} year", zh: "{years}岁" },
    { en: "{years} years", zh: "{years}岁" },
  ],
  days: [
    { en: "{days} day", zh: "{days}天" },
    { en: "{days} days", zh: "{days}天" },
  ],
  both: { en: "{a} and {b} old", zh: "{a}零{b}" },
  one: { en: "{a} old", zh: "{a}" },
} as const

export const yearName = (year: number, language: string): string => filled(WORDS.year, { year }, language)
export const quarterName = (number: number, language: string): string => inLanguage(QUARTERS[number - 1]!, language)
export const weekName = (language: string): string => inLanguage(WORDS.week, language)
export const lifeName = (language: string): string => inLanguage(WORDS.life, language)
export const goneOf = ({ gone, of }: Share, language: string): string => filled(WORDS.gone, { gone, of }, language)

/** The age, "30 years and 251 days old", without zero parts. `brief`: without the days, from the first birthday on. */
export function age({ years, days = 0 }: Life, language: string, brief: boolean): string {
  const a = filled(AGE.years[years === 1 ? 0 : 1], { years }, language)
  const b = filled(AGE.days[days === 1 ? 0 : 1], { days }, language)
  if (years === 0) return filled(AGE.one, { a: b }, language)
  return days === 0 || brief ? filled(AGE.one, { a }, language) : filled(AGE.both, { a, b }, language)
}

function filled(phrase: Localised, parameters: Readonly<Record<string, string | number>>, language: string): string {
  return inLanguage(phrase, language).replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole))
}
