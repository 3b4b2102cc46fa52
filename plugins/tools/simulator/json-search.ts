import { ProtocolViolation } from "./protocol-violation.js"

/**
 * Values that the firmware finds in JSON by a text search, without a parser. Each function throws ProtocolViolation
 * where the search and a JSON parser find different values.
 */

/** The text between `"name":"` and the next quotation mark; "" when the name is missing. */
export function findString(request: string, text: string, name: "token" | "pair_code"): string {
  const begin = text.indexOf(`"${name}":"`)
  const from = begin + name.length + 4
  const found = begin < 0 ? "" : text.slice(from, Math.max(from, text.indexOf('"', from)))
  const value = parseObject(request, text)[name]
  if (value !== undefined && value !== found)
    throw new ProtocolViolation(
      request,
      `"${name}" is ${JSON.stringify(value)}, but the firmware finds "${found}"; write it once, as "${name}":"VALUE"`,
    )
  return found
}

/** Flags of a device's config that the firmware obeys. */
export interface ConfigFlags {
  readonly focusListening: boolean
  readonly alwaysActive: boolean
}

export function findFlags(request: string, text: string): ConfigFlags {
  const config = parseObject(request, text)
  requireTypes(request, config, {
    focus_listening: BIT,
    is_focus_listening: BOOLEAN,
    always_active: BIT,
    is_always_active: BOOLEAN,
  })
  const flag = (name: "focus_listening" | "always_active"): boolean =>
    sameValue(
      request,
      `is_${name}`,
      contains(text, `"is_${name}":`, "true") || contains(text, `"${name}":`, "1"),
      config[`is_${name}`],
    )
  return { focusListening: flag("focus_listening"), alwaysActive: flag("always_active") }
}

/** Instructions that a device in live mode polls for. */
export interface RuntimeState {
  /** True when the device must return to interval mode. */
  readonly leaveLiveMode: boolean
  /** True when a refresh or a mode is pending. */
  readonly refreshPending: boolean
}

export function findState(request: string, text: string): RuntimeState {
  const state = parseObject(request, text)
  requireTypes(request, state, {
    pending_refresh: BIT,
    pending_mode: { accepts: (value) => value === null || typeof value === "string", expected: "a string or null" },
    runtime_mode: {
      accepts: (value) => value === "active" || value === "interval",
      expected: `"active" or "interval"`,
    },
  })
  const refresh = contains(text, `"pending_refresh":`, "1") || contains(text, `"pending_refresh":`, "true")
  const mode = contains(text, `"pending_mode":`, '"') && !contains(text, `"pending_mode":`, '""')
  sameValue(request, "pending_refresh", refresh, state.pending_refresh === 1)
  sameValue(request, "pending_mode", mode, typeof state.pending_mode === "string" && state.pending_mode !== "")
  return {
    refreshPending: refresh || mode,
    leaveLiveMode: sameValue(
      request,
      "runtime_mode",
      contains(text, `"runtime_mode":`, '"interval"'),
      state.runtime_mode === "interval",
    ),
  }
}

/** True when the value follows the name, with at most one space between them. */
function contains(text: string, name: string, value: string): boolean {
  return text.includes(name + value) || text.includes(`${name} ${value}`)
}

interface ValueType {
  accepts(value: unknown): boolean
  readonly expected: string
}

const BIT: ValueType = { accepts: (value) => value === 0 || value === 1, expected: "0 or 1" }
const BOOLEAN: ValueType = { accepts: (value) => typeof value === "boolean", expected: "true or false" }

function requireTypes(
  request: string,
  body: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, ValueType>>,
): void {
  for (const [name, { accepts, expected }] of Object.entries(types)) {
    if (accepts(body[name])) continue
    const fault = name in body ? `is ${JSON.stringify(body[name])}` : "is missing"
    throw new ProtocolViolation(request, `"${name}" ${fault}; send ${expected}`)
  }
}

/** Returns `found`. Throws ProtocolViolation when the parser's value is another one. */
function sameValue(request: string, name: string, found: boolean, value: unknown): boolean {
  if (found !== value)
    throw new ProtocolViolation(
      request,
      `"${name}" is ${value}, but the firmware finds ${found}; write the key once, with at most one space after the colon`,
    )
  return found
}

function parseObject(request: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // The error below covers invalid JSON too.
  }
  throw new ProtocolViolation(request, `the body "${text.slice(0, 60)}" is not a JSON object; send one`)
}
