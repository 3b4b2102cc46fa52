import { constants } from "node:fs"
import { access, chmod, copyFile, link, open, rename, rm, stat } from "node:fs/promises"
import path from "node:path"
import { Conflict, Invalid, NotFound, PlatenError } from "platen/sdk"
import type { Clock, Engine } from "platen/sdk"
import { sqliteEngine, STORE_FILE } from "./sqlite.js"
import { lockFolder } from "./lock.js"

/** Only who runs the server reads it: it holds every token. */
const OWN = 0o600
const SIDES = ["-wal", "-shm"]

/** Writes a consistent copy of a data folder's store to `file`, also while a server writes to it. Throws Conflict when there is one, NotFound when there is no store. */
export async function backUp(folder: string, file: string, clock: Clock): Promise<void> {
  if (await exists(file)) throw new Conflict(`${file} is there already: name another file, or move it away.`)
  const store = path.join(folder, STORE_FILE)
  if (!(await exists(store)))
    throw new NotFound(`There is no store in ${folder}: correct PLATEN_DATA, or start the server once.`)
  const engine = await sqliteEngine(store, clock)
  // Whole, or not there at all: a copy that was broken off is no backup.
  const unfinished = `${file}.unfinished`
  try {
    await rm(unfinished, { force: true })
    await engine.backup(unfinished)
    await chmod(unfinished, OWN)
    await toDisk(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  } finally {
    await engine.close()
  }
}

/**
 * Puts a backup in the place of a data folder's store. Resolves to where the store is that was there before; undefined when there was none.
 * `check`: throws for a store that this server cannot read. Throws SetupError while a server holds the folder, Invalid for what is no backup, NotFound for no file: nothing was changed then.
 */
export async function restore(
  folder: string,
  file: string,
  clock: Clock,
  check: (engine: Engine) => Promise<void>,
): Promise<string | undefined> {
  if (!(await exists(file))) throw new NotFound(`There is no file ${file}: name a backup.`)
  const release = await lockFolder(folder)
  const store = path.join(folder, STORE_FILE)
  const coming = `${store}.restoring`
  try {
    await removeAll(coming)
    await copyFile(file, coming)
    await chmod(coming, OWN)
    if ((await stat(coming)).size === 0) throw noBackup(file)
    await opened(coming, file, clock, check)
    await toDisk(coming)
    const before = await putAside(store, clock)
    await rename(coming, store)
    return before
  } catch (error) {
    await removeAll(coming)
    throw error
  } finally {
    await release()
  }
}

/** Opens a copy, which must be one that this server can read. */
async function opened(
  copy: string,
  file: string,
  clock: Clock,
  check: (engine: Engine) => Promise<void>,
): Promise<void> {
  try {
    const engine = await sqliteEngine(copy, clock)
    try {
      await check(engine)
    } finally {
      await engine.close()
    }
  } catch (cause) {
    if (cause instanceof NotFound) throw noBackup(file)
    if (cause instanceof PlatenError && cause.code !== "store-damaged") throw cause
    throw new Invalid(`${file} is no backup that can be read (${(cause as Error).message}): nothing was changed.`, {
      cause,
    })
  }
}

function noBackup(file: string): Invalid {
  return new Invalid(`${file} is no backup of Platen: name one that "platen backup" wrote.`)
}

/** The store as it was keeps a name of its own; the place itself is never empty for longer than one step, and then the copy is there. */
async function putAside(store: string, clock: Clock): Promise<string | undefined> {
  if (!(await exists(store))) return undefined
  // What waits in its journal goes into the file, unless the file is what is broken.
  await sqliteEngine(store, clock).then(
    (engine) => engine.close(),
    () => {},
  )
  const before = path.join(
    path.dirname(store),
    `before-restore-${new Date(clock.now()).toISOString().replaceAll(/[:.]/g, "-")}.db`,
  )
  for (const side of SIDES) if (await exists(store + side)) await rename(store + side, before + side)
  await link(store, before)
  return before
}

async function removeAll(file: string): Promise<void> {
  for (const each of [file, ...SIDES.map((side) => file + side)]) await rm(each, { force: true })
}

async function toDisk(file: string): Promise<void> {
  const handle = await open(file, "r+")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file, constants.F_OK).then(
    () => true,
    () => false,
  )
}
