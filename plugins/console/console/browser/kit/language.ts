import { signal } from "@preact/signals"
import { now } from "./browser.js"
import { en } from "../words/en.js"
import { zh } from "../words/zh.js"
import { zhFaults } from "../words/zh-faults.js"
import { zhIssues } from "../words/zh-issues.js"

export type WordKey = keyof typeof en
export type Language = "en" | "zh"

const KEPT = "platen.language"
const WORDS: Readonly<Record<Language, Readonly<Record<WordKey, string>>>> = { en, zh }

export const language = signal<Language>(first())

function first(): Language {
  const kept = localStorage.getItem(KEPT) ?? document.documentElement.lang
  return kept === "zh" ? "zh" : "en"
}

export function speak(chosen: Language): void {
  localStorage.setItem(KEPT, chosen)
  document.documentElement.lang = chosen
  language.value = chosen
}

/** A word or sentence in the language of the console; `{name}` in it are values. */
export function t(key: WordKey, values: Readonly<Record<string, string | number>> = {}): string {
  return WORDS[language.value][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""))
}

/** What is wrong with a field, in the language of the console; the server's own sentence where it has none. */
export function issueWords(message: string): string {
  const known = language.value === "zh" ? zhIssues.find(([pattern]) => pattern.test(message)) : undefined
  return known
    ? known[0]
        .exec(message)!
        .slice(1)
        .reduce((words, value, i) => words.replace(`$${i + 1}`, () => value), known[1])
    : message
}

/** What failed, in the language of the console. The server's own sentence is English; "" where there is none. */
export function faultWords({ code, message }: { readonly code: string; readonly message: string }): string {
  const words = language.value === "zh" && Object.hasOwn(zhFaults, code) ? zhFaults[code]! : ""
  return words === "" ? issueWords(message) : words.replaceAll("{message}", () => issueWords(message))
}

/** The sentence for a key that a program gives, such as a rule's id; undefined where there is none. */
export function known(key: string): string | undefined {
  return Object.hasOwn(en, key) ? t(key as WordKey) : undefined
}

/** One of the texts of a schema, such as { en: "Feeds", zh: "订阅源" }. */
export function inLanguage(texts: Readonly<Record<string, string>> | undefined): string {
  return texts?.[language.value] ?? texts?.en ?? ""
}

const format =
  (options: Intl.DateTimeFormatOptions) =>
  (iso: string): string =>
    new Intl.DateTimeFormat(language.value === "zh" ? "zh-CN" : undefined, options).format(new Date(iso))
/** "14:05", as the browser writes times. */
export const clock = format({ hour: "numeric", minute: "2-digit" })
export const moment = format({ dateStyle: "medium", timeStyle: "short" })
export const weekday = format({ weekday: "short", hour: "numeric", minute: "2-digit" })

const STEPS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const

/** Whether a moment was more than a minute ago. */
export const isPast = (iso: string): boolean => Date.parse(iso) < now() - 60_000

/** "in 23 minutes", "2 hours ago"; "now" within a minute. */
export function relative(iso: string): string {
  const seconds = (Date.parse(iso) - now()) / 1000
  const words = new Intl.RelativeTimeFormat(language.value, { numeric: "auto", style: "long" })
  const [unit, size] = STEPS.find(([, least]) => Math.abs(seconds) >= least) ?? ["minute", 60]
  return words.format(Math.trunc(seconds / size), unit)
}

const UNITS = ["KiB", "MiB", "GiB", "TiB"] as const

/** "12.5 MiB". */
export function size(bytes: number | null): string {
  if (bytes === null) return "–"
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10) - 1))
  return `${(bytes / 2 ** (10 * (step + 1))).toFixed(1)} ${UNITS[step]}`
}
