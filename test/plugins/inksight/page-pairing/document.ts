import type { Doc, Part } from "../../../../plugins/inksight/page-pairing/browser/dom.js"

/** A part of a page that only a test sees. */
export interface FakePart extends Part {
  readonly tag: string
  readonly attributes: Map<string, string>
  readonly children: FakePart[]
  /** Calls what listens, as a browser would. */
  fire(type: "submit" | "click"): void
  /** Its text and that of the parts in it. */
  all(): string
}

export interface FakeDoc extends Doc {
  part(id: string): FakePart
  /** Ids of the views that are seen. */
  seen(): readonly string[]
  /** The buttons in a part, by their texts. */
  buttons(id: string): readonly FakePart[]
  /** Id of the part that has the focus. */
  focused: string
  readonly prevented: { count: number }
}

/** As much of a document as the page uses, made of the page's own HTML: its parts with ids, and which of them are hidden. */
export function documentOf(html: string): FakeDoc {
  const parts = new Map<string, FakePart>()
  const doc: FakeDoc = {
    documentElement: { lang: /<html lang="(\w+)"/.exec(html)![1]! },
    focused: "",
    prevented: { count: 0 },
    getElementById: (id) => parts.get(id) ?? null,
    createElement: (tag) => partOf(doc, tag),
    part: (id) => {
      const found = parts.get(id)
      if (!found) throw new Error(`no part "${id}"`)
      return found
    },
    seen: () =>
      [...html.matchAll(/<section id="([\w-]+)"/g)]
        .map(([, id]) => id!)
        .filter((id) => id !== "requests-part" && !parts.get(id)!.hidden),
    buttons: (id) => below(doc.part(id)).filter(({ tag }) => tag === "button"),
  }
  for (const [, tag, attributes = ""] of html.matchAll(/<(\w+)((?:\s+[\w-]+(?:="[^"]*")?)+)>/g)) {
    const id = / id="([^"]+)"/.exec(attributes)?.[1]
    if (id === undefined) continue
    if (parts.has(id)) throw new Error(`two parts "${id}"`)
    const part = Object.assign(partOf(doc, tag!, id), { hidden: / hidden(\s|$)/.test(attributes) })
    for (const [, name, value = ""] of attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g))
      part.attributes.set(name!, value)
    parts.set(id, part)
  }
  return doc
}

function partOf(doc: FakeDoc, tag: string, id = ""): FakePart {
  const listeners: [string, (event: { preventDefault(): void }) => void][] = []
  const made: FakePart = {
    tag,
    hidden: false,
    value: "",
    href: "",
    textContent: "",
    children: [],
    attributes: new Map(),
    setAttribute: (name, value) => {
      made.attributes.set(name, value)
    },
    hasAttribute: (name) => made.attributes.has(name),
    replaceChildren: (...parts) => {
      made.children.splice(0, Infinity, ...(parts as FakePart[]))
    },
    append: (...parts) => {
      made.children.push(...(parts as FakePart[]))
    },
    focus: () => {
      doc.focused = id
    },
    addEventListener: (type, listener) => {
      listeners.push([type, listener])
    },
    fire: (type) => {
      if (!listeners.some(([each]) => each === type)) throw new Error(`nothing listens to a ${type} of ${tag} ${id}`)
      for (const [each, listener] of listeners)
        if (each === type)
          listener({
            preventDefault: () => {
              doc.prevented.count++
            },
          })
    },
    all: () => [made.textContent ?? "", ...made.children.map((child) => child.all())].join(" ").trim(),
  }
  return made
}

function below(part: FakePart): readonly FakePart[] {
  return part.children.flatMap((child) => [child, ...below(child)])
}
