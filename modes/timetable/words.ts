import { inLanguage } from "platen/sdk"
import { filled, localNumber } from "platen/sdk/kit"

/** Words of a language. `{name}` is replaced. */
interface Words {
  readonly next: string
  /** The next lesson in a line. */
  readonly nextIs: string
  readonly until: string
  /** Above the time at which a lesson ends. */
  readonly nowUntil: string
  /** A time that is to come: minutes, hours, hours and minutes. */
  readonly inMinutes: string
  readonly inHours: string
  readonly inBoth: string
  readonly none: string
  readonly done: string
  readonly more: string
  readonly empty: string
}

const WORDS: Readonly<Record<string, Words>> & { readonly en: Words } = {
  en: {
    next: "Next",
    nextIs: "Next: {lesson}",
    until: "until {time}",
    nowUntil: "Now, until",
    inMinutes: "in {minutes} min",
    inHours: "in {hours} h",
    inBoth: "in {hours} h {minutes} min",
    none: "No lessons today",
    done: "No more lessons today",
    more: "{count} more",
    empty: "Enter your lessons or shifts in the settings of this screen to see them here.",
  },
  de: {
    next: "Als Nächstes",
    nextIs: "Als Nächstes: {lesson}",
    until: "bis {time}",
    nowUntil: "Jetzt, bis",
    inMinutes: "in {minutes} Min.",
    inHours: "in {hours} Std.",
    inBoth: "in {hours} Std. {minutes} Min.",
    none: "Heute kein Unterricht",
    done: "Heute kein Unterricht mehr",
    more: "{count} weitere",
    empty: "Tragen Sie in den Einstellungen dieses Bildschirms Ihre Stunden oder Schichten ein, um sie hier zu sehen.",
  },
  es: {
    next: "A continuación",
    nextIs: "A continuación: {lesson}",
    until: "hasta las {time}",
    nowUntil: "Ahora, hasta las",
    inMinutes: "en {minutes} min",
    inHours: "en {hours} h",
    inBoth: "en {hours} h {minutes} min",
    none: "Hoy no hay clases",
    done: "Hoy no hay más clases",
    more: "{count} más",
    empty: "Indique sus clases o turnos en los ajustes de esta pantalla para verlos aquí.",
  },
  fr: {
    next: "À venir",
    nextIs: "À venir : {lesson}",
    until: "jusqu’à {time}",
    nowUntil: "En cours, jusqu’à",
    inMinutes: "dans {minutes} min",
    inHours: "dans {hours} h",
    inBoth: "dans {hours} h {minutes} min",
    none: "Pas de cours aujourd’hui",
    done: "Plus de cours aujourd’hui",
    more: "{count} de plus",
    empty: "Indiquez vos cours ou vos horaires dans les réglages de cet écran pour les voir ici.",
  },
  it: {
    next: "A seguire",
    nextIs: "A seguire: {lesson}",
    until: "fino alle {time}",
    nowUntil: "Adesso, fino alle",
    inMinutes: "tra {minutes} min",
    inHours: "tra {hours} h",
    inBoth: "tra {hours} h {minutes} min",
    none: "Oggi niente lezioni",
    done: "Per oggi lezioni finite",
    more: "{count} in più",
    empty: "Inserire lezioni o turni nelle impostazioni di questo schermo per vederli qui.",
  },
  ja: {
    next: "次",
    nextIs: "次：{lesson}",
    until: "{time}まで",
    nowUntil: "進行中・終了",
    inMinutes: "{minutes}分後",
    inHours: "{hours}時間後",
    inBoth: "{hours}時間{minutes}分後",
    none: "今日の授業はありません",
    done: "今日の授業は終わりました",
    more: "ほか{count}件",
    empty: "この画面の設定で授業やシフトを入力すると、ここに表示されます。",
  },
  nl: {
    next: "Volgende",
    nextIs: "Volgende: {lesson}",
    until: "tot {time}",
    nowUntil: "Nu, tot",
    inMinutes: "over {minutes} min",
    inHours: "over {hours} u",
    inBoth: "over {hours} u {minutes} min",
    none: "Vandaag geen lessen",
    done: "Vandaag geen lessen meer",
    more: "nog {count}",
    empty: "Vul uw lessen of diensten in bij de instellingen van dit scherm om ze hier te zien.",
  },
  zh: {
    next: "下一节",
    nextIs: "下一节：{lesson}",
    until: "到{time}",
    nowUntil: "正在进行，到",
    inMinutes: "{minutes}分钟后",
    inHours: "{hours}小时后",
    inBoth: "{hours}小时{minutes}分钟后",
    none: "今天没有课",
    done: "今天的课上完了",
    more: "另有{count}节",
    empty: "请在此屏幕的设置中填写课程或班次，即可在这里显示。",
  },
  "zh-Hant": {
    next: "下一節",
    nextIs: "下一節：{lesson}",
    until: "到{time}",
    nowUntil: "正在進行，到",
    inMinutes: "{minutes}分鐘後",
    inHours: "{hours}小時後",
    inBoth: "{hours}小時{minutes}分鐘後",
    none: "今天沒有課",
    done: "今天的課上完了",
    more: "另有{count}節",
    empty: "請在此螢幕的設定中填寫課程或班次，即可在這裡顯示。",
  },
}

export function wordsOf(language: string): Words {
  return inLanguage(WORDS, language)
}

/** Minutes from which hours are named. */
const HOURS_FROM = 90

/** "in 25 min", "in 2 h 5 min". `words`: those of the view. */
export function inTime(minutes: number, language: string, words: (key: string) => string): string {
  const own = wordsOf(language)
  const say = (count: number): string => localNumber(count, words)
  if (minutes < HOURS_FROM) return filled(own.inMinutes, { minutes: say(minutes) })
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0
    ? filled(own.inHours, { hours: say(hours) })
    : filled(own.inBoth, { hours: say(hours), minutes: say(rest) })
}
