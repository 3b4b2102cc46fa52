import type { Issue, LocalDay } from "platen/sdk"
import type { EarlierText } from "./earlier-texts.js"

/** Characters of an earlier text that a model is told. */
const TOLD = 200

/** What every text of a page keeps to. */
export const SYSTEM = `You write the texts of one page for a small screen of electronic paper that hangs on a wall.
Write plainly and well, as an editor of a good almanac would: exact words, no clichés, no exclamation marks, nothing that dates or offends.
Plain text: no Markdown, no emoji, no line breaks. Keep each text within its maximum length, which is counted in characters; shorter is better.
Everything is your own writing. Never quote a real person, never name one as the author, and invent no facts, dates, figures, studies or events.`

interface Told {
  readonly language: string
  readonly day: LocalDay
  readonly texts: readonly EarlierText[]
}

/** The question for one page. */
export function promptOf(instruction: string, { language, day: { year, month, day }, texts }: Told): string {
  const date = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: "UTC" }).format(
    Date.UTC(year, month - 1, day),
  )
  const name = new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language
  const before = texts.map(({ value }) => `- ${toldOf(value)}`)
  return [
    instruction,
    `The page is in ${name} (${language}): write every text in that language. It is of ${date}.`,
    ...(before.length > 0
      ? [`You have written these before. Write of something else, in other words:\n${before.join("\n")}`]
      : []),
  ].join("\n\n")
}

/** What is wrong with a text, for the model. */
export function faultsOf(value: EarlierText["value"], texts: readonly EarlierText[]): readonly Issue[] {
  const faults = stringsIn(value).flatMap(([path, text]) => {
    if (text.trim() === "") return [{ path, message: "it is empty: write it" }]
    if (/\*\*|__|^#|`|\n/.test(text)) return [{ path, message: "write plain text without Markdown and line breaks" }]
    if (/\p{Extended_Pictographic}/u.test(text)) return [{ path, message: "write it without emoji" }]
    return []
  })
  const isOld = texts.some((each) => JSON.stringify(each.value) === JSON.stringify(value))
  return isOld ? [...faults, { path: "", message: "you have written this before: write another text" }] : faults
}

function toldOf(value: EarlierText["value"]): string {
  return stringsIn(value)
    .map(([, text]) => text)
    .join(" / ")
    .slice(0, TOLD)
}

function stringsIn(value: unknown, path = ""): readonly (readonly [path: string, text: string])[] {
  if (typeof value === "string") return [[path, value]]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => stringsIn(inner, path === "" ? key : `${path}.${key}`))
}
