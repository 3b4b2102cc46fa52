import { inLanguage } from "platen/sdk"

/** Words of a language. `{name}` and `{n}` are replaced. */
export interface Words {
  readonly nothing: string
  readonly more: string
  readonly unread: string
  /** Of a calendar, one entry cannot be read, or several. */
  readonly unreadEntry: string
  readonly unreadEntries: string
  readonly allDay: string
  /** The number of the week; of one event of a day, and of several. */
  readonly week: string
  readonly event: string
  readonly events: string
  readonly feeds: string
  readonly network: string
}

const WORDS: Readonly<Record<string, Words>> & { readonly en: Words } = {
  en: {
    nothing: "Nothing planned",
    more: "{n} more",
    unread: "{name} cannot be read.",
    unreadEntry: "An entry of {name} cannot be read.",
    unreadEntries: "{n} entries of {name} cannot be read.",
    allDay: "all day",
    week: "Week {n}",
    event: "{n} event",
    events: "{n} events",
    feeds: "Enter the link of a calendar in the settings of this page.",
    network: "The calendars cannot be fetched now.",
  },
  zh: {
    nothing: "没有安排",
    more: "还有{n}项",
    unread: "无法读取{name}。",
    unreadEntry: "{name}中有1项无法读取。",
    unreadEntries: "{name}中有{n}项无法读取。",
    allDay: "全天",
    week: "第{n}周",
    event: "{n}项安排",
    events: "{n}项安排",
    feeds: "请在此页的设置中填写日历链接。",
    network: "暂时无法获取日历。",
  },
  "zh-Hant": {
    nothing: "沒有安排",
    more: "還有{n}項",
    unread: "無法讀取{name}。",
    unreadEntry: "{name}中有1項無法讀取。",
    unreadEntries: "{name}中有{n}項無法讀取。",
    allDay: "全天",
    week: "第{n}週",
    event: "{n}項行程",
    events: "{n}項行程",
    feeds: "請在此頁的設定中填寫日曆連結。",
    network: "暫時無法取得日曆。",
  },
  ja: {
    nothing: "予定なし",
    more: "ほか{n}件",
    unread: "{name}を読み込めません。",
    unreadEntry: "{name}の1件を読み込めません。",
    unreadEntries: "{name}の{n}件を読み込めません。",
    allDay: "終日",
    week: "第{n}週",
    event: "{n}件",
    events: "{n}件",
    feeds: "このページの設定にカレンダーのリンクを入力してください。",
    network: "今はカレンダーを取得できません。",
  },
  de: {
    nothing: "Nichts geplant",
    more: "noch {n}",
    unread: "{name} kann nicht gelesen werden.",
    unreadEntry: "Ein Eintrag von {name} kann nicht gelesen werden.",
    unreadEntries: "{n} Einträge von {name} können nicht gelesen werden.",
    allDay: "ganztags",
    week: "KW {n}",
    event: "{n} Termin",
    events: "{n} Termine",
    feeds: "Tragen Sie in den Einstellungen dieser Seite den Link eines Kalenders ein.",
    network: "Die Kalender können gerade nicht geladen werden.",
  },
  fr: {
    nothing: "Rien de prévu",
    more: "{n} de plus",
    unread: "Impossible de lire {name}.",
    unreadEntry: "Impossible de lire une entrée de {name}.",
    unreadEntries: "Impossible de lire {n} entrées de {name}.",
    allDay: "journée",
    week: "Semaine {n}",
    event: "{n} rendez-vous",
    events: "{n} rendez-vous",
    feeds: "Indiquez le lien d’un calendrier dans les réglages de cette page.",
    network: "Les calendriers sont inaccessibles pour le moment.",
  },
  es: {
    nothing: "Nada previsto",
    more: "{n} más",
    unread: "No se puede leer {name}.",
    unreadEntry: "No se puede leer una entrada de {name}.",
    unreadEntries: "No se pueden leer {n} entradas de {name}.",
    allDay: "todo el día",
    week: "Semana {n}",
    event: "{n} evento",
    events: "{n} eventos",
    feeds: "Indique el enlace de un calendario en los ajustes de esta página.",
    network: "Ahora no se pueden consultar los calendarios.",
  },
  it: {
    nothing: "Niente in programma",
    more: "{n} in più",
    unread: "Impossibile leggere {name}.",
    unreadEntry: "Impossibile leggere una voce di {name}.",
    unreadEntries: "Impossibile leggere {n} voci di {name}.",
    allDay: "giornata",
    week: "Settimana {n}",
    event: "{n} impegno",
    events: "{n} impegni",
    feeds: "Inserire il link di un calendario nelle impostazioni di questa pagina.",
    network: "I calendari non sono raggiungibili al momento.",
  },
  nl: {
    nothing: "Niets gepland",
    more: "nog {n}",
    unread: "{name} kan niet worden gelezen.",
    unreadEntry: "Een item van {name} kan niet worden gelezen.",
    unreadEntries: "{n} items van {name} kunnen niet worden gelezen.",
    allDay: "hele dag",
    week: "Week {n}",
    event: "{n} afspraak",
    events: "{n} afspraken",
    feeds: "Vul de link van een agenda in bij de instellingen van deze pagina.",
    network: "De agenda’s kunnen nu niet worden opgehaald.",
  },
}

/** Whether a language has words of its own here; others read those of English. */
export function hasWords(language: string): boolean {
  return wordsOf(language) !== WORDS.en || /^en\b/i.test(language)
}

export function wordsOf(language: string): Words {
  return inLanguage(WORDS, language)
}
