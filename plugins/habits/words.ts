import { inLanguage } from "platen/sdk"
import type { Localised } from "platen/sdk"
import type { ViewContext } from "platen/sdk/mode"

/** Texts on the page. `before` and `after` surround the number of habits that are done today. */
const WORDS = {
  example: { en: "Example", zh: "示例" },
  none: { en: "No habits yet", zh: "还没有习惯" },
  begin: {
    en: "Name the first one in this screen’s settings, and it appears here.",
    zh: "在这块屏幕的设置里写下第一个习惯，它就会出现在这里。",
  },
  unread: { en: "Not available just now", zh: "暂时读不到" },
  wait: {
    en: "Your habits could not be read; they come back at a later refresh.",
    zh: "刚才没能读到你的习惯，之后刷新时会再显示。",
  },
  before: { en: "", zh: "今天" },
  after: { en: "of {of} today", zh: "/ {of}" },
  brief: { en: "{done} of {of} today", zh: "今天 {done}/{of}" },
  streak: { en: "days in a row", zh: "天连续" },
  oneDay: { en: "day in a row", zh: "天连续" },
  more: { en: "{count} more", zh: "另有{count}项" },
} as const satisfies Readonly<Record<string, Localised>>

interface Example {
  readonly name: Localised
  /** Monday first. */
  readonly days: readonly boolean[]
}

/** Invented habits for a page without a device, which is labelled as an example. */
export const EXAMPLES: readonly Example[] = [
  { name: { en: "Walk", zh: "散步" }, days: [true, true, false, true, true, false, true] },
  { name: { en: "Read", zh: "阅读" }, days: [false, true, true, false, true, true, false] },
  { name: { en: "Drink water", zh: "喝水" }, days: [true, true, true, true, true, true, true] },
  { name: { en: "Stretch", zh: "拉伸" }, days: [false, false, true, false, true, false, false] },
]

/** A text of the page with its parameters. */
export function phrase(
  key: keyof typeof WORDS,
  language: string,
  parameters: Readonly<Record<string, number>> = {},
): string {
  return inLanguage(WORDS[key], language).replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(parameters[name] ?? whole),
  )
}

/** One letter per day, Monday first: "M"; the last character in Chinese, where all names begin alike. */
export function initials({ words }: Pick<ViewContext, "words">): string[] {
  return Array.from({ length: 7 }, (_, place) => {
    const name = [...words(`weekday.short.${(place + 1) % 7}`)]
    return /\p{Script=Han}/u.test(name[0] ?? "") ? name.at(-1)! : (name[0] ?? "")
  })
}
