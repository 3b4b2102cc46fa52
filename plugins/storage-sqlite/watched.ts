import { stat } from "node:fs/promises"
import path from "node:path"
import { Unavailable } from "platen/sdk"
import { every } from "platen/sdk/kit"
import type { Clock, Engine, Log } from "platen/sdk"

/** Interval in milliseconds between checks of the store's file. */
const CHECK_MS = 2_000

export interface WatchedEngine extends Engine {
  /** Checks the file now. */
  check(): Promise<void>
}

/**
 * Engine that watches its file while the server runs: a file removed or replaced under an open database accepts writes
 * and loses them. While the file is missing, writes fail with Unavailable; they succeed again once the same file is back.
 */
export async function watchedEngine(
  engine: Engine,
  file: string,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): Promise<WatchedEngine> {
  const own = await identity(file)
  let gone = false
  const check = async (): Promise<void> => {
    const found = await identity(file).catch(() => own)
    if (gone === (found !== own)) return
    gone = !gone
    if (gone) log.error({ file }, "store-file.removed")
    else log.warn({ file }, "store-file.returned")
  }
  const stop = every(clock, CHECK_MS, () => void check())
  const refuse = (): void => {
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

/** Identity of a file, independent of its path; undefined when it does not exist. Rejects when it cannot be determined. */
async function identity(file: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(file)
    return `${dev}/${ino}`
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined
    throw error
  }
}
