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

/** A value in which each `{ set: true }` is the sealed text of `stored` again: that of its `of`, else the one in the same place; "" where there is none. */
export function withStored(value: unknown, stored: unknown): unknown {
  const all = new Map(sealedIn(stored).map((sealed) => [markOf(sealed), sealed]))
  const kept = (each: unknown, there: unknown, level = 0): unknown => {
    // Settings are not nested so deep: what a caller sends may be.
    if (level > MAX_LEVELS) return each
    const { set, of } = (each ?? {}) as { readonly set?: unknown; readonly of?: unknown }
    if (set === true) return typeof of === "string" ? (all.get(of) ?? "") : isSealed(there) ? there : ""
    return mapped(each, (inner, key) =>
      kept(inner, (there as Readonly<Record<string, unknown>> | undefined)?.[key], level + 1),
    )
  }
  return kept(value, stored)
}

function sealedIn(value: unknown): string[] {
  if (isSealed(value)) return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(sealedIn) : []
}

function mapped(value: unknown, change: (inner: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner, i) => change(inner, String(i)))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner, key)]))
}
