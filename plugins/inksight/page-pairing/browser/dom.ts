/** The part of the browser's document that the page uses; tests have their own. */
export interface Doc {
  readonly documentElement: { readonly lang: string }
  getElementById(id: string): Part | null
  createElement(tag: string): Part
}

export interface Part {
  textContent: string | null
  hidden: boolean
  /** The value of an input. */
  value: string
  /** The address of a link. */
  href: string
  setAttribute(name: string, value: string): void
  hasAttribute(name: string): boolean
  replaceChildren(...parts: readonly Part[]): void
  append(...parts: readonly Part[]): void
  focus(): void
  addEventListener(type: "submit" | "click", listener: (event: { preventDefault(): void }) => void): void
}

/** The element with an id. Throws when the page has none, since page and script then do not match. */
export function part(doc: Doc, id: string): Part {
  const found = doc.getElementById(id)
  if (!found) throw new Error(`The page has no element "${id}": reload it to get the matching script.`)
  return found
}

/** A new element with a text. */
export function made(doc: Doc, tag: string, text: string, attributes: Readonly<Record<string, string>> = {}): Part {
  const part = doc.createElement(tag)
  part.textContent = text
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value)
  return part
}
