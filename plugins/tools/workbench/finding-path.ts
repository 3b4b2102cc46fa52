/** Keys of view nodes and footers whose values appear in findings. */
const SHOWN = new Set(["text", "label", "name", "icon", "source", "attribution"])

interface Text {
  readonly path: string
  readonly text: string
}

/**
 * The path in a mode spec to which a finding on a drawn page belongs: that of the node or pool entry with the text that the finding
 * quotes, else "view". `language`: BCP 47, that of the page. `finding`: the sentence, with texts in double quotes, cut by "…".
 */
export function findingPath(spec: unknown, language: string, finding: string): string {
  const { view, variants, components, variables, words, footer, content } = (spec ?? {}) as Readonly<
    Record<string, unknown>
  >
  const pool = (content as { readonly pool?: Readonly<Record<string, unknown>> } | undefined)?.pool ?? {}
  const texts = [
    ...textsIn({ view, variants, components, footer }, "", (key) => SHOWN.has(key)),
    ...textsIn({ [language]: pool[language] }, "content.pool", () => true),
    ...textsIn(
      { [language]: (words as Readonly<Record<string, unknown>> | undefined)?.[language] },
      "words",
      () => true,
    ),
  ]
  const templates = [...textsIn({ view, variants, components, variables, footer }, "", () => true)]
  for (const quoted of quotesIn(finding)) {
    const found = texts.find(({ text }) => text.includes(quoted)) ?? templates.find(({ text }) => mayBe(text, quoted))
    if (found) return found.path
  }
  return "view"
}

/** Whether a template may have written a text: its own words stand in it, in order. A text that is cut may lack the last of them. */
function mayBe(template: string, quoted: string): boolean {
  const own = template.split(/\{\{.*?\}\}|\{%.*?%\}/).map((part) => part.trim())
  const said = own.filter((part) => /\p{L}{2}/u.test(part))
  if (own.length < 2 || said.length === 0) return false
  let at = 0
  for (const part of said) {
    const found = quoted.indexOf(part, at)
    if (found === -1) return at > 0 || part.startsWith(quoted.slice(at))
    at = found + part.length
  }
  return true
}

/** The quoted texts of a finding, longest first, without the remedy `fit: "shrink"`. */
function quotesIn(finding: string): readonly string[] {
  return [...finding.replace('`fit: "shrink"`', "").matchAll(/"([^"]+)"/g)]
    .map(([, text]) => text!.replace(/…$/, "").trim())
    .filter((text) => text !== "")
    .sort((a, b) => b.length - a.length)
}

function textsIn(value: unknown, path: string, isShown: (key: string) => boolean, key = ""): readonly Text[] {
  if (typeof value === "string") return isShown(key) ? [{ path, text: value.replaceAll("\n", " ") }] : []
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, path === "" ? name : `${path}.${name}`, isShown, Array.isArray(value) ? key : name),
  )
}
