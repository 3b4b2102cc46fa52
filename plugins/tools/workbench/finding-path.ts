import { languageChain } from "platen/sdk/kit"
import { scoreOf } from "./template-match.js"

/** Keys of view nodes and footers whose values appear in findings. */
const SHOWN = new Set(["text", "label", "name", "icon", "source", "attribution"])

interface Text {
  readonly path: string
  readonly text: string
}

/** What a finding says, and of which page. */
export interface Found {
  /** BCP 47. */
  readonly language: string
  /** The sentence, with texts in double quotes, cut by "…". */
  readonly message: string
  /** The path of the pool's entry that the page shows; undefined where it is not known. */
  readonly entry?: string | undefined
}

/**
 * The path in a mode spec to which a finding on a drawn page belongs: that of the text that the finding quotes, whole before in part, else of
 * the template that may have written it, else "view".
 */
export function findingPath(spec: unknown, { language, message, entry }: Found): string {
  const { view, variants, components, variables, words, footer, content, title } = (spec ?? {}) as Readonly<
    Record<string, unknown>
  >
  const pool = (content as { readonly pool?: unknown } | undefined)?.pool
  const own = inLanguage(words, language)
  const all = [
    ...textsIn({ view, variants, components, footer }, "", (key) => SHOWN.has(key)),
    ...textsIn(inLanguage(title, language), "title"),
    ...textsIn(inLanguage(pool, language), "content.pool"),
    ...textsIn(own, "words"),
  ]
  const texts = [
    ...all.filter(({ path }) => isWithin(path, entry)),
    ...all.filter(({ path }) => !isWithin(path, entry)),
  ]
  const templates = textsIn({ view, variants, components, variables, footer }, "")
  for (const { text: quoted, isCut } of quotesIn(message)) {
    const low = quoted.toLowerCase()
    const found =
      texts.find(({ text }) => text === quoted) ??
      texts.find(({ text }) => text.toLowerCase() === low) ??
      (isCut ? texts.find(({ text }) => text.toLowerCase().startsWith(low)) : undefined) ??
      best(templates, ({ text }) => scoreOf(text, { quoted, isCut, words: Object.values(own) })) ??
      texts.find(({ text }) => text.includes(quoted)) ??
      best(texts.filter(isOfPool), ({ text }) => (quoted.includes(text) ? text.length - 1 : 0))
    if (found) return found.path
  }
  return "view"
}

const isWithin = (path: string, entry: string | undefined): boolean =>
  entry !== undefined && `${path}.`.startsWith(`${entry}.`)

const isOfPool = ({ path }: Text): boolean => path.startsWith("content.pool.")

/** That of the highest score; undefined where none has more than 0. */
function best<T>(all: readonly T[], score: (each: T) => number): T | undefined {
  let [found, most]: [T | undefined, number] = [undefined, 0]
  for (const each of all) {
    const own = score(each)
    if (own > most) [found, most] = [each, own]
  }
  return found
}

/** The parts of what is written by language that a page in one may show, those of its own language first. */
function inLanguage(texts: unknown, language: string): Readonly<Record<string, unknown>> {
  if (typeof texts !== "object" || texts === null) return {}
  const known = texts as Readonly<Record<string, unknown>>
  const tags = [...languageChain(language), "en"].filter((tag) => Object.hasOwn(known, tag))
  return Object.fromEntries(tags.map((tag) => [tag, known[tag]]))
}

/** The quoted texts of a finding, longest first, without the remedy `fit: "shrink"`. */
function quotesIn(finding: string): readonly { readonly text: string; readonly isCut: boolean }[] {
  return [...finding.replace('`fit: "shrink"`', "").matchAll(/"([^"]+)"/g)]
    .map(([, text]) => ({ text: text!.replace(/…$/, "").trim(), isCut: text!.endsWith("…") }))
    .filter(({ text }) => text !== "")
    .sort((a, b) => b.text.length - a.text.length)
}

function textsIn(
  value: unknown,
  path: string,
  isShown: (key: string) => boolean = () => true,
  key = "",
): readonly Text[] {
  if (typeof value === "string") return isShown(key) ? [{ path, text: value.replaceAll("\n", " ") }] : []
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, path === "" ? name : `${path}.${name}`, isShown, Array.isArray(value) ? key : name),
  )
}
