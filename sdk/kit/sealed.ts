/** The beginning of a sealed text. */
export const SEALED = "sealed:v1:"
/** Characters of a sealed text that tell it from all others: its nonce. */
const MARK = 16
const MAX_LEVELS = 16

/** Whether a value is a sealed text. */
export function isSealed(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(SEALED)
}

function markOf(sealed: string): string {
  return sealed.slice(SEALED.length, SEALED.length + MARK)
}

/** A value in which `{ set: true, of }` stands for each sealed text: how callers read secrets. `of`: which secret it is. */
export function withoutSealed(value: unknown): unknown {
  if (isSealed(value)) return { set: true, of: markOf(value) }
  return mapped(value, withoutSealed)
}

/** A value without sealed texts: nobody is given one, so nobody has one to send. */
export function withoutCiphertext(value: unknown): unknown {
  const clean = (each: unknown, level: number): unknown => {
    if (isSealed(each)) return ""
    return level > MAX_LEVELS ? null : mapped(each, (inner) => clean(inner, level + 1))
  }
  return clean(value, 0)
}

/** Names of values that do not say where a secret beside them goes. */
const HARMLESS = new Set(["name", "label", "title", "ink", "color", "icon", "unit"])

/** Names of lists that say what of an answer is shown: a caller who is not the owner cannot have more of it shown. */
const READ = new Set(["pick"])

/** Where a value stands. `path`: without the numbers of list entries. `holders`: the objects round it, from the nearest list entry on. `modes`: the modes named above; `read`: what the objects above have read. */
interface Place {
  readonly exact: string
  readonly path: string
  readonly holders: readonly object[]
  readonly modes: string
  readonly read: string
}
const ROOT: Place = { exact: "", path: "", holders: [], modes: "", read: "" }

interface Known extends Place {
  readonly sealed: string
}

/**
 * A value in which each `{ set: true }` is a sealed text of `stored` again: that of its `of`, else the one in the same place of the first that
 * has one. A secret comes back only where it stood, and only while the texts beside it are what they were, such as the address to which it is
 * sent: else it is "", and `dropped` is called with its path. `isOwner`: false for a caller who did not enter them: then also what is read of
 * the answers has to be what it was.
 */
export function withStored(
  value: unknown,
  stored: readonly unknown[],
  dropped: (path: string) => void = () => {},
  { isOwner = true }: { readonly isOwner?: boolean } = {},
): unknown {
  const known = stored.flatMap((each) => sealedIn(each, ROOT))
  const marks = new Map(known.toReversed().map(({ exact, sealed }) => [exact, markOf(sealed)]))
  const kept = (each: unknown, place: Place, level: number): unknown => {
    // Settings are not nested so deep: what a caller sends may be.
    if (level > MAX_LEVELS) return each
    const { set, of } = (each ?? {}) as { readonly set?: unknown; readonly of?: unknown }
    if (set !== true) return mapped(each, (inner, key) => kept(inner, below(place, each as object, key), level + 1))
    const mark = typeof of === "string" ? of : marks.get(place.exact)
    const all = known.filter(({ sealed }) => markOf(sealed) === mark)
    const own = boundTo(place, marks)
    const isSame = (one: Known): boolean =>
      one.path === place.path && boundTo(one, marks) === own && (isOwner || one.read === place.read)
    const found = all.find(isSame)
    if (!found && all.length > 0) dropped(place.exact.slice(1))
    return found?.sealed ?? ""
  }
  return kept(value, ROOT, 0)
}

function below({ exact, path, holders, modes, read }: Place, holder: object, key: string): Place {
  if (Array.isArray(holder)) return { exact: `${exact}.${key}`, path: `${path}.*`, holders: [], modes, read }
  const { mode } = holder as { readonly mode?: unknown }
  return {
    exact: `${exact}.${key}`,
    path: `${path}.${key}`,
    holders: [...holders, holder],
    modes: typeof mode === "string" ? `${modes}/${mode.trim().toUpperCase()}` : modes,
    read: Object.entries(holder).reduce((all, [name, each]) => (READ.has(name) ? `${all}${inOrder(each)}` : all), read),
  }
}

/** A value as JSON, its properties in the order of their names. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

/** The texts beside a secret, and the secrets, in an order of their own. */
function boundTo({ exact, holders, modes }: Place, marks: ReadonlyMap<string, string>): string {
  const keys = exact.split(".")
  const texts = holders.flatMap((holder, i) => {
    const depth = keys.length - holders.length + i
    return Object.entries(holder).flatMap(([key, each]) => {
      if (key === keys[depth] || HARMLESS.has(key)) return []
      const text = textOf(each, marks.get([...keys.slice(0, depth), key].join(".")))
      return text === "" ? [] : [[i, key, text]]
    })
  })
  return JSON.stringify([modes, texts.map((each) => JSON.stringify(each)).toSorted()])
}

/** A text, or which secret it is; "" for anything else. `mark`: of the secret that is stored in its place. */
function textOf(value: unknown, mark: string | undefined): string {
  if (isSealed(value)) return `#${markOf(value)}`
  if (typeof value === "string") return value
  const { set, of } = (value ?? {}) as { readonly set?: unknown; readonly of?: unknown }
  return set === true ? `#${typeof of === "string" ? of : (mark ?? "")}` : ""
}

function sealedIn(value: unknown, place: Place): Known[] {
  if (isSealed(value)) return [{ ...place, sealed: value }]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => sealedIn(inner, below(place, value, key)))
}

function mapped(value: unknown, change: (inner: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner, i) => change(inner, String(i)))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner, key)]))
}
