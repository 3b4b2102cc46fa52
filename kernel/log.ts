import pino from "pino"
import type { Log } from "platen/sdk"

/** Names of fields that hold credentials, at any depth of a log line. */
const SECRET = /(token|password|secret|cookies?|authorization|api[-_]?key)$|^key$/i
/** Maximum depth and number of values in a log line; the rest is omitted. */
const MAX_DEPTH = 6
const MAX_VALUES = 1000

/** Bytes of lines that wait for a slow reader, after which lines are dropped, and milliseconds that they may take at the exit. */
const [MAX_WAITING, EXIT_MS] = [1 << 20, 2_000]

export interface RootLog extends Log {
  /** Returns a child log whose lines carry the plugin's name. */
  named(name: string): Log
}

/** Where log lines go: at once to a descriptor, else to what takes them. */
type Output = { readonly fd?: number; readonly isTTY?: boolean; write(line: string): unknown }

/**
 * Log that writes JSON lines; at a terminal, lines for people: the sentence in the field `say` of an event, which shows even of "debug", or its
 * name and fields. `level`: "debug", "info", "warn", "error" or "silent".
 */
export function createLog(level: string, to: Output): RootLog {
  const isForPeople = to.isTTY === true
  const logger = pino(
    {
      level: isForPeople && level === "info" ? "debug" : level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: redacted },
      serializers: { err: (written: unknown) => written },
    },
    isForPeople
      ? { write: (line) => to.write(forPeople(line)) }
      : to.fd === undefined
        ? to
        : inBackground(to.fd, (lines) => logger.warn({ lines }, "log.dropped")),
  )
  return Object.assign(logger, { named: (plugin: string) => logger.child({ plugin }) })
}

/**
 * Writes lines to a descriptor and holds nobody up: a pipe whose reader is slow would stop the server for 100 ms a line. What still waits is
 * written at the exit. A log that cannot be written ends nothing. `dropped`: is told how many lines found no room.
 */
function inBackground(fd: number, dropped: (lines: number) => void): pino.DestinationStream {
  let [lost, end] = [0, Infinity]
  const retryEAGAIN = (): boolean => performance.now() < end
  const output = pino.destination({ fd, sync: false, maxLength: MAX_WAITING, retryEAGAIN })
  output.on("error", () => {}).on("drop", () => lost++)
  output.on("drain", () => {
    if (lost > 0) dropped(lost)
    lost = 0
  })
  // Before pino's own, which has no end.
  process.prependOnceListener("exit", () => {
    end = performance.now() + EXIT_MS
    try {
      output.flushSync()
    } catch {
      output.destroy()
    }
  })
  return output
}

/** "14:05:11  Kitchen shows a new page"; of a stack each message, and where it comes from. What others have written cannot steer the terminal. */
function forPeople(line: string): string {
  const { time, level, say, msg, plugin: _, err, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>
  if (say === undefined && level === pino.levels.values.debug) return ""
  const told = Object.entries(fields).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const stack = (err as Error | undefined)?.stack?.replace(/\n +at (.*)(?:\n +at .*)*\n?/g, " at $1 ").trim()
  const words = say ?? [msg, ...told, stack].filter(Boolean).join(", ")
  const mark = level === pino.levels.values.error ? "Error: " : level === pino.levels.values.warn ? "Warning: " : ""
  return `${new Date(String(time)).toTimeString().slice(0, 8)}  ${mark}${String(words)
    .replaceAll("\n", "\n  ")
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, " ")}\n`
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
