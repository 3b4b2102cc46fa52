import { inLanguage } from "platen/sdk"

/** Words of a language. `{names}`, `{name}` and `{n}` are replaced. */
interface Words {
  /** Headings of the appointments and of the headlines. */
  readonly next: string
  readonly news: string
  readonly allDay: string
  /** Said of calendars that can be read and have nothing. */
  readonly free: string
  /** `{names}`: those of calendars that cannot be read. */
  readonly unread: string
  /** In that list, a calendar of which some entries cannot be read. */
  readonly entries: string
  /** A calendar without a name. */
  readonly unnamed: string
}

const WORDS: Readonly<Record<string, Words>> & { readonly en: Words } = {
  en: {
    next: "Next",
    news: "Headlines",
    allDay: "all day",
    free: "Nothing in the next seven days.",
    unread: "Not read: {names}",
    entries: "{name} (entries: {n})",
    unnamed: "a calendar",
  },
  de: {
    next: "Termine",
    news: "Schlagzeilen",
    allDay: "ganztägig",
    free: "Nichts in den nächsten sieben Tagen.",
    unread: "Nicht gelesen: {names}",
    entries: "{name} (Einträge: {n})",
    unnamed: "ein Kalender",
  },
  es: {
    next: "Próximas citas",
    news: "Titulares",
    allDay: "todo el día",
    free: "Nada en los próximos siete días.",
    unread: "No leído: {names}",
    entries: "{name} (entradas: {n})",
    unnamed: "un calendario",
  },
  fr: {
    next: "À venir",
    news: "À la une",
    allDay: "journée",
    free: "Rien dans les sept prochains jours.",
    unread: "Échec de lecture : {names}",
    entries: "{name} (entrées : {n})",
    unnamed: "un calendrier",
  },
  it: {
    next: "Prossimi impegni",
    news: "Titoli",
    allDay: "tutto il giorno",
    free: "Niente nei prossimi sette giorni.",
    unread: "Non letto: {names}",
    entries: "{name} (voci: {n})",
    unnamed: "un calendario",
  },
  ja: {
    next: "予定",
    news: "ニュース",
    allDay: "終日",
    free: "今後7日間の予定はありません。",
    unread: "読めません：{names}",
    entries: "{name}の{n}件",
    unnamed: "カレンダー",
  },
  nl: {
    next: "Afspraken",
    news: "Koppen",
    allDay: "hele dag",
    free: "Niets in de komende zeven dagen.",
    unread: "Niet gelezen: {names}",
    entries: "{name} (items: {n})",
    unnamed: "een agenda",
  },
  zh: {
    next: "日程",
    news: "头条",
    allDay: "全天",
    free: "未来七天没有安排。",
    unread: "没有读到：{names}",
    entries: "{name}的{n}项",
    unnamed: "一个日历",
  },
  "zh-Hant": {
    next: "行程",
    news: "頭條",
    allDay: "全天",
    free: "未來七天沒有安排。",
    unread: "沒有讀到：{names}",
    entries: "{name}的{n}項",
    unnamed: "一個日曆",
  },
}

export function wordsOf(language: string): Words {
  return inLanguage(WORDS, language)
}
