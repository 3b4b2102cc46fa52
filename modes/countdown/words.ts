import { inLanguage } from "platen/sdk"
import { datePhrase, localNumber } from "platen/sdk/kit"
import type { ViewContext } from "platen/sdk/mode"
import type { Counted } from "./days.js"

type Context = Pick<ViewContext, "language" | "words">

/** Singular and plural. */
type Unit = readonly [string, string]

/** `coming`, `past`, `since`: the unit after a number of days. `sinceDate`: the date of a count up. */
interface Words extends Readonly<Record<Counted["kind"], Unit>> {
  readonly today: string
  readonly newYear: string
  readonly sinceDate: string
  readonly more: string
}

const WORDS: Readonly<Record<string, Words>> & { readonly en: Words } = {
  en: {
    today: "Today",
    newYear: "New Year’s Day",
    coming: ["day", "days"],
    past: ["day ago", "days ago"],
    since: ["day", "days"],
    sinceDate: "since {date}",
    more: "{count} more",
  },
  de: {
    today: "Heute",
    newYear: "Neujahr",
    coming: ["Tag", "Tage"],
    past: ["Tag her", "Tage her"],
    since: ["Tag", "Tage"],
    sinceDate: "seit {date}",
    more: "noch {count}",
  },
  es: {
    today: "Hoy",
    newYear: "Año Nuevo",
    coming: ["día", "días"],
    past: ["día atrás", "días atrás"],
    since: ["día", "días"],
    sinceDate: "desde el {date}",
    more: "{count} más",
  },
  fr: {
    today: "Aujourd’hui",
    newYear: "Jour de l’An",
    coming: ["jour", "jours"],
    past: ["jour écoulé", "jours écoulés"],
    since: ["jour", "jours"],
    sinceDate: "depuis le {date}",
    more: "encore {count}",
  },
  it: {
    today: "Oggi",
    newYear: "Capodanno",
    coming: ["giorno", "giorni"],
    past: ["giorno fa", "giorni fa"],
    since: ["giorno", "giorni"],
    sinceDate: "inizio: {date}",
    more: "ancora {count}",
  },
  ja: {
    today: "今日",
    newYear: "元日",
    coming: ["日後", "日後"],
    past: ["日前", "日前"],
    since: ["日", "日"],
    sinceDate: "{date}から",
    more: "ほか{count}件",
  },
  nl: {
    today: "Vandaag",
    newYear: "Nieuwjaar",
    coming: ["dag", "dagen"],
    past: ["dag geleden", "dagen geleden"],
    since: ["dag", "dagen"],
    sinceDate: "sinds {date}",
    more: "nog {count}",
  },
  zh: {
    today: "今天",
    newYear: "元旦",
    coming: ["天", "天"],
    past: ["天前", "天前"],
    since: ["天", "天"],
    sinceDate: "始于{date}",
    more: "另有{count}项",
  },
  "zh-Hant": {
    today: "今天",
    newYear: "元旦",
    coming: ["天", "天"],
    past: ["天前", "天前"],
    since: ["天", "天"],
    sinceDate: "始於{date}",
    more: "另有{count}項",
  },
}

/** The phrases of dates. */
const DATES = { long: "date.long", short: "date.shortYear", brief: "date.medium" } as const

export const newYear = (language: string): string => wordsIn(language).newYear

export const today = (language: string): string => wordsIn(language).today

export function unitOf({ kind, days }: Counted, language: string): string {
  return wordsIn(language)[kind][days === 1 ? 0 : 1]
}

/** The date of an event; "since" and the date for a count up. */
export function dateOf({ kind, date }: Counted, form: keyof typeof DATES, { language, words }: Context): string {
  const said = words(DATES[form], datePhrase(date, words))
  return kind === "since" ? filled(wordsIn(language).sinceDate, { date: said }) : said
}

export const more = (count: number, { language, words }: Context): string =>
  filled(wordsIn(language).more, { count: localNumber(count, words) })

function wordsIn(language: string): Words {
  return inLanguage(WORDS, language)
}

function filled(phrase: string, parameters: Readonly<Record<string, string | number>>): string {
  return phrase.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole))
}
