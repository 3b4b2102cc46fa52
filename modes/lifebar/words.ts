import { inLanguage } from "platen/sdk"
import type { Life, Share } from "./periods.js"

interface Words {
  readonly year: string
  readonly gone: string
  readonly week: string
  readonly life: string
  readonly quarters: readonly string[]
  /** Singular and plural. */
  readonly years: readonly [string, string]
  readonly days: readonly [string, string]
  /** An age of years and days, and one of either alone. */
  readonly both: string
  readonly one: string
}

const WORDS: Readonly<Record<string, Words>> & { readonly en: Words } = {
  en: {
    year: "{year}",
    gone: "{gone} of {of} days gone",
    week: "This week",
    life: "Life",
    quarters: ["Quarter 1", "Quarter 2", "Quarter 3", "Quarter 4"],
    years: ["{years} year", "{years} years"],
    days: ["{days} day", "{days} days"],
    both: "{a} and {b} old",
    one: "{a} old",
  },
  de: {
    year: "{year}",
    gone: "{gone} von {of} Tagen vorbei",
    week: "Diese Woche",
    life: "Leben",
    quarters: ["1. Quartal", "2. Quartal", "3. Quartal", "4. Quartal"],
    years: ["{years} Jahr", "{years} Jahre"],
    days: ["{days} Tag", "{days} Tage"],
    both: "{a} und {b} alt",
    one: "{a} alt",
  },
  es: {
    year: "{year}",
    gone: "días pasados: {gone} de {of}",
    week: "Esta semana",
    life: "Vida",
    quarters: ["Trimestre 1", "Trimestre 2", "Trimestre 3", "Trimestre 4"],
    years: ["{years} año", "{years} años"],
    days: ["{days} día", "{days} días"],
    both: "{a} y {b}",
    one: "{a}",
  },
  fr: {
    year: "{year}",
    gone: "jours passés\u00a0: {gone} sur {of}",
    week: "Cette semaine",
    life: "Vie",
    quarters: ["1er trimestre", "2e trimestre", "3e trimestre", "4e trimestre"],
    years: ["{years} an", "{years} ans"],
    days: ["{days} jour", "{days} jours"],
    both: "{a} et {b}",
    one: "{a}",
  },
  it: {
    year: "{year}",
    gone: "giorni passati: {gone} su {of}",
    week: "Settimana",
    life: "Vita",
    quarters: ["1º trimestre", "2º trimestre", "3º trimestre", "4º trimestre"],
    years: ["{years} anno", "{years} anni"],
    days: ["{days} giorno", "{days} giorni"],
    both: "{a} e {b}",
    one: "{a}",
  },
  ja: {
    year: "{year}年",
    gone: "{of}日中{gone}日経過",
    week: "今週",
    life: "人生",
    quarters: ["第1四半期", "第2四半期", "第3四半期", "第4四半期"],
    years: ["{years}歳", "{years}歳"],
    days: ["{days}日", "{days}日"],
    both: "{a}と{b}",
    one: "{a}",
  },
  nl: {
    year: "{year}",
    gone: "{gone} van {of} dagen voorbij",
    week: "Deze week",
    life: "Leven",
    quarters: ["1e kwartaal", "2e kwartaal", "3e kwartaal", "4e kwartaal"],
    years: ["{years} jaar", "{years} jaar"],
    days: ["{days} dag", "{days} dagen"],
    both: "{a} en {b} oud",
    one: "{a} oud",
  },
  zh: {
    year: "{year}年",
    gone: "已过{gone}天，共{of}天",
    week: "本周",
    life: "人生",
    quarters: ["第一季度", "第二季度", "第三季度", "第四季度"],
    years: ["{years}岁", "{years}岁"],
    days: ["{days}天", "{days}天"],
    both: "{a}零{b}",
    one: "{a}",
  },
  "zh-Hant": {
    year: "{year}年",
    gone: "已過{gone}天，共{of}天",
    week: "本週",
    life: "人生",
    quarters: ["第一季", "第二季", "第三季", "第四季"],
    years: ["{years}歲", "{years}歲"],
    days: ["{days}天", "{days}天"],
    both: "{a}零{b}",
    one: "{a}",
  },
}

export const yearName = (year: number, language: string): string => filled(wordsIn(language).year, { year })
export const quarterName = (number: number, language: string): string => wordsIn(language).quarters[number - 1]!
export const weekName = (language: string): string => wordsIn(language).week
export const lifeName = (language: string): string => wordsIn(language).life
export const goneOf = ({ gone, of }: Share, language: string): string => filled(wordsIn(language).gone, { gone, of })

/** The age, "30 years and 251 days old", without zero parts. `brief`: without the days, from the first birthday on. */
export function age({ years, days = 0 }: Life, language: string, brief: boolean): string {
  const words = wordsIn(language)
  const a = filled(words.years[years === 1 ? 0 : 1], { years })
  const b = filled(words.days[days === 1 ? 0 : 1], { days })
  if (years === 0) return filled(words.one, { a: b })
  return days === 0 || brief ? filled(words.one, { a }) : filled(words.both, { a, b })
}

function wordsIn(language: string): Words {
  return inLanguage(WORDS, language)
}

function filled(phrase: string, parameters: Readonly<Record<string, string | number>>): string {
  return phrase.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole))
}
