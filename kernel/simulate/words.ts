import { Choked } from "./choked.js"

/**
 * What the firmware finds in JSON by searching its text. Each throws Choked where the text says something to a parser and
 * something else to that search.
 */

/** The text between `"name":"` and the next quotation mark; "" when there is none. */
export function quoted(where: string, text: string, name: "token" | "pair_code"): string {
  const begin = text.indexOf(`"${name}":"`)
  const from = begin + name.length + 4
  const found = begin < 0 ? "" : text.slice(from, Math.max(from, text.indexOf('"', from)))
  const meant = parsed(where, text)[name]
  if (meant !== undefined && meant !== found)
    throw new Choked(where, `"${name}" is ${JSON.stringify(meant)}, and the firmware reads "${found}"`)
  return found
}

export interface Flags {
  readonly focus: boolean
  readonly always: boolean
}

export function flagsIn(where: string, text: string): Flags {
  const config = parsed(where, text)
  const [focus, always] = [config.is_focus_listening, config.is_always_active]
  typed(where, config, {
    focus_listening: isBit,
    is_focus_listening: isBoolean,
    always_active: isBit,
    is_always_active: isBoolean,
  })
  return {
    focus: agreed(
      where,
      "is_focus_listening",
      said(text, `"is_focus_listening":`, "true") || said(text, `"focus_listening":`, "1"),
      focus,
    ),
    always: agreed(
      where,
      "is_always_active",
      said(text, `"is_always_active":`, "true") || said(text, `"always_active":`, "1"),
      always,
    ),
  }
}

export interface State {
  readonly leave: boolean
  /** A refresh or a mode waits. */
  readonly pending: boolean
}

export function stateIn(where: string, text: string): State {
  const state = parsed(where, text)
  typed(where, state, {
    pending_refresh: isBit,
    pending_mode: (value) => value === null || typeof value === "string",
    runtime_mode: (value) => value === "active" || value === "interval",
  })
  const refresh = said(text, `"pending_refresh":`, "1") || said(text, `"pending_refresh":`, "true")
  const mode = said(text, `"pending_mode":`, '"') && !said(text, `"pending_mode":`, '""')
  agreed(where, "pending_refresh", refresh, state.pending_refresh === 1)
  agreed(where, "pending_mode", mode, typeof state.pending_mode === "string" && state.pending_mode !== "")
  return {
    pending: refresh || mode,
    leave: agreed(
      where,
      "runtime_mode",
      said(text, `"runtime_mode":`, '"interval"'),
      state.runtime_mode === "interval",
    ),
  }
}

/** With no space after the colon, or one. */
function said(text: string, name: string, value: string): boolean {
  return text.includes(name + value) || text.includes(`${name} ${value}`)
}

const isBit = (value: unknown): boolean => value === 0 || value === 1
const isBoolean = (value: unknown): boolean => typeof value === "boolean"

function typed(
  where: string,
  body: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, (value: unknown) => boolean>>,
): void {
  for (const [name, fits] of Object.entries(types)) {
    if (!fits(body[name])) throw new Choked(where, `"${name}" is ${JSON.stringify(body[name])}`)
  }
}

/** Resolves to what the firmware reads. */
function agreed(where: string, name: string, found: boolean, meant: unknown): boolean {
  if (found !== meant) throw new Choked(where, `"${name}" is ${meant}, and the firmware reads ${found}`)
  return found
}

function parsed(where: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    /* said below */
  }
  throw new Choked(where, `"${text.slice(0, 60)}" is no JSON object`)
}
