import type { Names } from "./names.js"
import { quoted } from "./report.js"
import type { Report } from "./report.js"

/** Characters of a template. */
const MAX_TEMPLATE = 1500
/** Fields of a template, and the words between them. */
const MAX_PARTS = 49

/** Literal words in a template: a brace begins no expression of Liquid's. */
export const literal = (words: string): string => words.replaceAll("{", '{{ "{" }}')

/** A template of InkSight's, "{author}, {year}", as one of Liquid's. */
export function templateOf(text: string, names: Names): string {
  return replaced(text, (name) => insertion(name, names))
}

/** A field as a text. */
export function insertion(name: string, names: Names): string {
  const known = names.use(name)
  if (!known) return ""
  const { expression, kind } = known
  if (kind.type !== "list") return `{{ ${expression} }}`
  if (typeof kind.of !== "object") return `{{ ${expression} | join: ", " }}`
  const [first] = known.inside.values()
  return first === undefined ? "" : `{{ ${expression} | map: "${[...known.inside.values()].at(-1)}" | join: ", " }}`
}

/** A template for the entries of a list. */
export function itemTemplate(
  text: string,
  { inside, isPlain }: { readonly inside: ReadonlyMap<string, string>; readonly isPlain: boolean },
  at: string,
  report: Report,
): string {
  return replaced(text, (name) => {
    if (name === "index") return "{{ index | plus: 1 }}"
    if (isPlain) return name === "_value" || name === "name" ? "{{ item }}" : ""
    const ours = inside.get(name)
    if (ours !== undefined) return `{{ item.${ours} }}`
    if (name !== "_value") report.approximated(at, `no entry has ${quoted(name)}: nothing stands there.`)
    return ""
  })
}

function replaced(text: string, field: (name: string) => string): string {
  const parts = text.slice(0, MAX_TEMPLATE).split(/\{(\w{1,60})\}/, MAX_PARTS)
  const whole = parts.map((part, i) => (i % 2 === 1 ? field(part) : literal(part))).join("")
  return whole.length <= 3900 ? whole : literal(text.slice(0, 300))
}
