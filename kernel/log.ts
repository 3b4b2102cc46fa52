import pino from "pino"
import type { Log } from "platen/sdk"

/** Names of fields that hold credentials, at any depth of a log line. */
const SECRET = /(token|password|secret|cookies?|authorization|api[-_]?key)$|^key$/i
/** Maximum depth and number of values in a log line; the rest is omitted. */
const MAX_DEPTH = 6
const MAX_VALUES = 1000

export interface RootLog extends Log {
  /** Returns a child log whose lines carry the plugin's name. */
  named(name: string): RootLog
}

/** Where log lines go: at once to a descriptor, else to what takes them. */
type Output = { readonly fd?: number; write(line: string): unknown }

/** Log that writes JSON lines. `level`: "debug", "info", "warn", "error" or "silent". */
export function createLog(level: string, to: Output): RootLog {
  return wrap(
    pino(
      {
        level,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { log: redacted },
        serializers: { err: (written: unknown) => written },
      },
      to.fd === undefined ? to : pino.destination({ fd: to.fd, sync: true }),
    ),
  )
}

function wrap(logger: pino.Logger): RootLog {
  return {
    debug: (fields, event) => logger.debug(fields, event),
    info: (fields, event) => logger.info(fields, event),
    warn: (fields, event) => logger.warn(fields, event),
    error: (fields, event) => logger.error(fields, event),
    named: (name) => wrap(logger.child({ plugin: name })),
  }
}

/** Returns the fields with credentials masked. */
function redacted(fields: object): Record<string, unknown> {
  let left = MAX_VALUES
  const walk = (value: unknown, depth: number): unknown => {
    if (typeof value !== "object" || value === null) return value
    if (depth > MAX_DEPTH || left-- <= 0) return "[more]"
    if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1))
    if (value instanceof Error) return walk(pino.stdSerializers.err(value), depth)
    if (typeof (value as { toJSON?: unknown }).toJSON === "function") return value
    return entries(value, depth)
  }
  const entries = (value: object, depth: number): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        SECRET.test(name) && item !== null ? "[secret]" : walk(item, depth + 1),
      ]),
    )
  return entries(fields, 0)
}
