/** As much of a browser's document as the page uses: a test brings its own. */
export interface Doc {
  readonly documentElement: { readonly lang: string }
  getElementById(id: string): Part | null
  createElement(tag: string): Part
}

export interface Part {
  textContent: string | null
  hidden: boolean
  /** Of an input. */
  value: string
  /** Of a link. */
  href: string
  setAttribute(name: string, value: string): void
  hasAttribute(name: string): boolean
  replaceChildren(...parts: readonly Part[]): void
  append(...parts: readonly Part[]): void
  focus(): void
  addEventListener(type: "submit" | "click", listener: (event: { preventDefault(): void }) => void): void
}

/** The part of that id. Throws when the page has none: page and script do not belong together. */
export function part(doc: Doc, id: string): Part {
  const found = doc.getElementById(id)
  if (!found) throw new Error(`The page has no part "${id}".`)
  return found
}

/** A new part with a text. */
export function made(doc: Doc, tag: string, text: string, attributes: Readonly<Record<string, string>> = {}): Part {
  const part = doc.createElement(tag)
  part.textContent = text
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value)
  return part
}
