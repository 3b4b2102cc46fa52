import { inLanguage } from "platen/sdk"

/** Words of a language. `{name}` is replaced. */
interface Words {
  readonly place: string
  readonly network: string
  /** Headings of the appointments and of the headlines. */
  readonly next: string
  readonly news: string
  readonly allDay: string
  /** Said of calendars that can be read and have nothing. */
  readonly free: string
  /** `{names}`: those of calendars that cannot be read. */
  readonly unread: string
  /** A calendar without a name. */
  readonly unnamed: string
}

const WORDS: Readonly<Record<string, Words>> & { readonly en: Words } = {
  en: {
    place: "Enter a place in the settings of this screen to see its weather.",
    network: "The weather cannot be fetched now.",
    next: "Next",
    news: "Headlines",
    allDay: "all day",
    free: "Nothing in the next seven days.",
    unread: "Not read: {names}",
    unnamed: "a calendar",
  },
  de: {
    place: "Tragen Sie in den Einstellungen dieses Bildschirms einen Ort ein, um sein Wetter zu sehen.",
    network: "Das Wetter kann gerade nicht geladen werden.",
    next: "Termine",
    news: "Schlagzeilen",
    allDay: "ganztägig",
    free: "Nichts in den nächsten sieben Tagen.",
    unread: "Nicht gelesen: {names}",
    unnamed: "ein Kalender",
  },
  es: {
    place: "Indique un lugar en los ajustes de esta pantalla para ver el tiempo.",
    network: "Ahora no se puede consultar el tiempo.",
    next: "Próximas citas",
    news: "Titulares",
    allDay: "todo el día",
    free: "Nada en los próximos siete días.",
    unread: "No leído: {names}",
    unnamed: "un calendario",
  },
  fr: {
    place: "Indiquez un lieu dans les réglages de cet écran pour voir sa météo.",
    network: "La météo ne peut pas être chargée pour le moment.",
    next: "À venir",
    news: "À la une",
    allDay: "journée",
    free: "Rien dans les sept prochains jours.",
    unread: "Échec de lecture : {names}",
    unnamed: "un calendrier",
  },
  it: {
    place: "Inserire un luogo nelle impostazioni di questo schermo per vederne il meteo.",
    network: "Ora non è possibile caricare il meteo.",
    next: "Prossimi impegni",
    news: "Titoli",
    allDay: "tutto il giorno",
    free: "Niente nei prossimi sette giorni.",
    unread: "Non letto: {names}",
    unnamed: "un calendario",
  },
  ja: {
    place: "この画面の設定で場所を入力すると、その天気が表示されます。",
    network: "今は天気を取得できません。",
    next: "予定",
    news: "ニュース",
    allDay: "終日",
    free: "今後7日間の予定はありません。",
    unread: "読めません：{names}",
    unnamed: "カレンダー",
  },
  nl: {
    place: "Vul een plaats in bij de instellingen van dit scherm om het weer te zien.",
    network: "Het weer kan nu niet worden opgehaald.",
    next: "Afspraken",
    news: "Koppen",
    allDay: "hele dag",
    free: "Niets in de komende zeven dagen.",
    unread: "Niet gelezen: {names}",
    unnamed: "een agenda",
  },
  zh: {
    place: "请在此屏幕的设置中填写地点，即可显示当地天气。",
    network: "现在取不到天气。",
    next: "日程",
    news: "头条",
    allDay: "全天",
    free: "未来七天没有安排。",
    unread: "没有读到：{names}",
    unnamed: "一个日历",
  },
  "zh-Hant": {
    place: "請在此螢幕的設定中填寫地點，即可顯示當地天氣。",
    network: "現在取不到天氣。",
    next: "行程",
    news: "頭條",
    allDay: "全天",
    free: "未來七天沒有安排。",
    unread: "沒有讀到：{names}",
    unnamed: "一個日曆",
  },
}

export function wordsOf(language: string): Words {
  return inLanguage(WORDS, language)
}
