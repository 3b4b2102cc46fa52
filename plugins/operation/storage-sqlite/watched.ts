import { statSync } from "node:fs"
import path from "node:path"
import { Unavailable } from "platen/sdk"
import { every } from "platen/sdk/kit"
import type { Clock, Engine, Log } from "platen/sdk"

/** Interval in milliseconds between checks of the store's file. */
const CHECK_MS = 2_000

export interface WatchedEngine extends Engine {
  /** Checks the file now. */
  check(): void
}

/**
 * Engine that watches its file while the server runs: a file removed or replaced under an open database accepts writes
 * and loses them. While the file is missing, writes fail with Unavailable; they succeed again once the same file is back.
 */
export function watchedEngine(
  engine: Engine,
  file: string,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): WatchedEngine {
  const own = identity(file)
  let gone = false
  const check = (): void => {
    if (gone === (foundIn(file, own) !== own)) return
    gone = !gone
    if (gone) log.error({ file }, "store-file.removed")
    else log.warn({ file }, "store-file.returned")
  }
  const stop = every(clock, CHECK_MS, check)
  // Looking takes some microseconds: no write is acknowledged that the file does not get.
  const refuse = (): void => {
    check()
    if (gone)
      throw new Unavailable(
        `The store ${path.basename(file)} was removed or replaced while the server runs: put the same file back, or restart the server.`,
        { code: "store-failed" },
      )
  }
  return {
    ...engine,
    check,
    write: async (writes, expectations) => {
      refuse()
      return engine.write(writes, expectations)
    },
    trim: async (prefix, keep) => {
      refuse()
      return engine.trim(prefix, keep)
    },
    move: async (from, to) => {
      refuse()
      return engine.move(from, to)
    },
    close: () => {
      stop()
      return engine.close()
    },
  }
}

/** The identity of a file; `otherwise` when it cannot be determined. */
function foundIn(file: string, otherwise: string | undefined): string | undefined {
  try {
    return identity(file)
  } catch {
    return otherwise
  }
}

/** Identity of a file, independent of its path; undefined when it does not exist. Throws when it cannot be determined. */
function identity(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file)
    return `${dev}/${ino}`
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined
    throw error
  }
}
