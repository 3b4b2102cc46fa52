import type { Mode, Source } from "../mode/mode.js"

/** Types the parts of a mode against one another. */
export function defineMode<C, S = unknown>(mode: Mode<C, S>): Mode {
  return mode as unknown as Mode
}

/** Types the parts of a source against one another. */
export function defineSource<P, R>(source: Source<P, R>): Source {
  return source as unknown as Source
}

/** The key of a mode among those of all scopes: "scope/ID". An id with a slash gets a key that the point refuses. */
export function modeKey({ id, scope = "" }: Pick<Mode, "id" | "scope">): string {
  const key = scope === "" ? id : `${scope}/${id}`
  return id.includes("/") ? `${key}/` : key
}
