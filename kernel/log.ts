import pino from "pino"
import type { Log } from "platen/sdk"

/** Anything under these names is a credential, wherever it stands in a log line. */
const SECRETS = ["token", "key", "password", "secret", "cookie", "authorization", "apiKey"]

export interface RootLog extends Log {
  /** The same log, each line marked with a name. */
  named(name: string): RootLog
}

/** JSON lines on standard output. `level`: "debug", "info", "warn", "error" or "silent". */
export function createLog(level: string): RootLog {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`])
  return wrap(pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, censor: "[secret]" } }))
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
