import { constants } from "node:fs"
import { access, chmod, copyFile, link, open, rename, rm, stat } from "node:fs/promises"
import path from "node:path"
import { Conflict, Invalid, NotFound, PlatenError } from "platen/sdk"
import type { Clock, Engine, StorePlace } from "platen/sdk"
import { sqliteEngine, STORE_FILE } from "./sqlite.js"
import { lockFolder } from "./lock.js"

/** Readable by the server's user only: it holds every token. */
const OWN = 0o600
const SIDE_FILES = ["-wal", "-shm"]

/** Writes a consistent copy of a data folder's store to `file`, even while a server writes to it. Throws Conflict when the file exists, NotFound without a store. */
export async function backUp({ folder, clock }: StorePlace, file: string): Promise<void> {
  if (await exists(file)) throw new Conflict(`${file} already exists: name another file, or move it away.`)
  const store = path.join(folder, STORE_FILE)
  if (!(await exists(store)))
    throw new NotFound(`There is no store in ${folder}: correct PLATEN_DATA, or start the server once.`)
  const engine = await sqliteEngine(store, clock)
  // Written under another name first, so that an interrupted copy is not taken for a backup.
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
 * Replaces the store of a data folder by a backup. Resolves to the path of the previous store; undefined when there was none.
 * `check`: throws for a store that this server cannot read. Throws SetupError while a server uses the folder, Invalid for a
 * file that is not a backup, NotFound for a missing file; then nothing is changed.
 */
export async function restore(
  { folder, clock }: StorePlace,
  file: string,
  check: (engine: Engine) => Promise<void>,
): Promise<string | undefined> {
  if (!(await exists(file))) throw new NotFound(`There is no file ${file}: name a backup.`)
  const release = await lockFolder(folder)
  const store = path.join(folder, STORE_FILE)
  const copy = `${store}.restoring`
  try {
    await removeAll(copy)
    await copyFile(file, copy)
    await chmod(copy, OWN)
    if ((await stat(copy)).size === 0) throw noBackup(file)
    await checkCopy(copy, file, clock, check)
    await toDisk(copy)
    const before = await putAside(store, clock)
    await rename(copy, store)
    return before
  } catch (error) {
    await removeAll(copy)
    throw error
  } finally {
    await release()
  }
}

/** Checks that this server can read a copy. */
async function checkCopy(
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
    throw new Invalid(
      `${file} is not a readable backup (${(cause as Error).message}): nothing was changed; name another file.`,
      {
        cause,
      },
    )
  }
}

function noBackup(file: string): Invalid {
  return new Invalid(`${file} is not a backup of Platen: name one that "platen backup" wrote.`)
}

/** Links the current store to another name. It stays in place until the restored copy is renamed over it. */
async function putAside(store: string, clock: Clock): Promise<string | undefined> {
  if (!(await exists(store))) return undefined
  // Opening and closing merges the write-ahead log into the file, unless the file is damaged.
  await sqliteEngine(store, clock).then(
    (engine) => engine.close(),
    () => {},
  )
  const before = path.join(
    path.dirname(store),
    `before-restore-${new Date(clock.now()).toISOString().replaceAll(/[:.]/g, "-")}.db`,
  )
  for (const side of SIDE_FILES) if (await exists(store + side)) await rename(store + side, before + side)
  await link(store, before)
  return before
}

async function removeAll(file: string): Promise<void> {
  for (const each of [file, ...SIDE_FILES.map((side) => file + side)]) await rm(each, { force: true })
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
