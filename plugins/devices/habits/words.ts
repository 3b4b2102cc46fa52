import { inLanguage } from "platen/sdk"
import type { Localised } from "platen/sdk"
import type { ViewContext } from "platen/sdk/mode"

/** Texts on the page, by language. `before` and `after` surround the number of habits that are done today. */
const WORDS = {
  en: {
    example: "Example",
    none: "No habits yet",
    begin: "Name the first one in this screen’s settings, and it appears here.",
    unread: "Not available just now",
    wait: "Your habits could not be read; they come back at a later refresh.",
    before: "",
    after: "of {of} today",
    brief: "{done} of {of} today",
    streak: "days in a row",
    oneDay: "day in a row",
    more: "{count} more",
  },
  de: {
    example: "Beispiel",
    none: "Noch keine Gewohnheiten",
    begin: "Die erste in den Einstellungen dieses Bildschirms eintragen, dann erscheint sie hier.",
    unread: "Gerade nicht verfügbar",
    wait: "Die Gewohnheiten ließen sich nicht lesen; sie kommen bei einer späteren Aktualisierung wieder.",
    before: "",
    after: "von {of} heute",
    brief: "{done} von {of} heute",
    streak: "Tage in Folge",
    oneDay: "Tag in Folge",
    more: "noch {count}",
  },
  es: {
    example: "Ejemplo",
    none: "Aún no hay hábitos",
    begin: "Escribe el primero en los ajustes de esta pantalla y aparecerá aquí.",
    unread: "No disponible ahora",
    wait: "No se pudieron leer tus hábitos; volverán en una próxima actualización.",
    before: "",
    after: "de {of} hoy",
    brief: "{done} de {of} hoy",
    streak: "días seguidos",
    oneDay: "día seguido",
    more: "{count} más",
  },
  fr: {
    example: "Exemple",
    none: "Pas encore d’habitudes",
    begin: "Notez la première dans les réglages de cet écran, et elle apparaîtra ici.",
    unread: "Indisponible pour l’instant",
    wait: "Vos habitudes n’ont pas pu être lues\u00a0; elles reviendront à une prochaine actualisation.",
    before: "",
    after: "sur {of} aujourd’hui",
    brief: "{done} sur {of} aujourd’hui",
    streak: "jours de suite",
    oneDay: "jour de suite",
    more: "encore {count}",
  },
  it: {
    example: "Esempio",
    none: "Ancora nessuna abitudine",
    begin: "Scrivi la prima nelle impostazioni di questo schermo e apparirà qui.",
    unread: "Al momento non disponibile",
    wait: "Non è stato possibile leggere le tue abitudini; torneranno a un prossimo aggiornamento.",
    before: "",
    after: "su {of} oggi",
    brief: "{done} su {of} oggi",
    streak: "giorni di fila",
    oneDay: "giorno di fila",
    more: "ancora {count}",
  },
  ja: {
    example: "例",
    none: "習慣はまだありません",
    begin: "この画面の設定に最初の習慣を書くと、ここに表示されます。",
    unread: "いまは表示できません",
    wait: "習慣を読み込めませんでした。後の更新で再び表示されます。",
    before: "今日",
    after: "今日、{of}件のうち",
    brief: "今日 {done}/{of}",
    streak: "日連続",
    oneDay: "日連続",
    more: "ほか{count}件",
  },
  nl: {
    example: "Voorbeeld",
    none: "Nog geen gewoontes",
    begin: "Noteer de eerste in de instellingen van dit scherm, dan verschijnt die hier.",
    unread: "Nu even niet beschikbaar",
    wait: "Je gewoontes konden niet worden gelezen; ze komen terug bij een latere verversing.",
    before: "",
    after: "van {of} vandaag",
    brief: "{done} van {of} vandaag",
    streak: "dagen op rij",
    oneDay: "dag op rij",
    more: "nog {count}",
  },
  zh: {
    example: "示例",
    none: "还没有习惯",
    begin: "在这块屏幕的设置里写下第一个习惯，它就会出现在这里。",
    unread: "暂时读不到",
    wait: "刚才没能读到你的习惯，之后刷新时会再显示。",
    before: "今天",
    after: "今天，共 {of} 项",
    brief: "今天 {done}/{of}",
    streak: "天连续",
    oneDay: "天连续",
    more: "另有{count}项",
  },
  "zh-Hant": {
    example: "範例",
    none: "還沒有習慣",
    begin: "在這個螢幕的設定中寫下第一個習慣，它就會出現在此處。",
    unread: "暫時讀不到",
    wait: "剛才沒能讀到你的習慣，之後更新時會再顯示。",
    before: "今天",
    after: "今天，共 {of} 項",
    brief: "今天 {done}/{of}",
    streak: "天連續",
    oneDay: "天連續",
    more: "另有{count}項",
  },
} as const

interface Example {
  readonly name: Localised
  /** Monday first. */
  readonly days: readonly boolean[]
}

/** Invented habits for a page without a device, which is labelled as an example. */
export const EXAMPLES: readonly Example[] = [
  {
    name: {
      en: "Walk",
      de: "Spazieren",
      es: "Caminar",
      fr: "Marcher",
      it: "Camminare",
      ja: "散歩",
      nl: "Wandelen",
      zh: "散步",
      "zh-Hant": "散步",
    },
    days: [true, true, false, true, true, false, true],
  },
  {
    name: {
      en: "Read",
      de: "Lesen",
      es: "Leer",
      fr: "Lire",
      it: "Leggere",
      ja: "読書",
      nl: "Lezen",
      zh: "阅读",
      "zh-Hant": "閱讀",
    },
    days: [false, true, true, false, true, true, false],
  },
  {
    name: {
      en: "Drink water",
      de: "Wasser trinken",
      es: "Beber agua",
      fr: "Boire de l’eau",
      it: "Bere acqua",
      ja: "水を飲む",
      nl: "Water drinken",
      zh: "喝水",
      "zh-Hant": "喝水",
    },
    days: [true, true, true, true, true, true, true],
  },
  {
    name: {
      en: "Stretch",
      de: "Dehnen",
      es: "Estirar",
      fr: "S’étirer",
      it: "Stretching",
      ja: "ストレッチ",
      nl: "Rekken",
      zh: "拉伸",
      "zh-Hant": "伸展",
    },
    days: [false, false, true, false, true, false, false],
  },
]

/** A text of the page with its parameters. */
export function phrase(
  key: keyof (typeof WORDS)["en"],
  language: string,
  parameters: Readonly<Record<string, number>> = {},
): string {
  return inLanguage<Readonly<Record<keyof (typeof WORDS)["en"], string>>>(WORDS, language)[key].replace(
    /\{(\w+)\}/g,
    (whole, name: string) => String(parameters[name] ?? whole),
  )
}

/** One letter per day, Monday first: "M". English has two letters for a day, of which the first suffices here; so does a Hebrew letter without its mark. */
export function initials({ words }: Pick<ViewContext, "words">): string[] {
  return Array.from({ length: 7 }, (_, place) =>
    words(`weekday.letter.${(place + 1) % 7}`)
      .replace(TWO_LETTERS, "$1")
      .replace(GERESH, ""),
  )
}

const GERESH = /\u05f3$/
/** A capital with the letter after it. */
const TWO_LETTERS = /^(\p{Lu})\p{Ll}$/u
