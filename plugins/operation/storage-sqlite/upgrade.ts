import { existsSync } from "node:fs"
import { chmod, rename, rm, stat, statfs } from "node:fs/promises"
import path from "node:path"
import { SetupError } from "platen/sdk"

/** Readable by the server's user only: the copy holds every token. */
const OWN = 0o600
/** Free space that is asked for, in sizes of the store: for the copy, and for the log of the change. */
const FREE_SIZES = 2

type Query = (sql: string, ...parameters: unknown[]) => Promise<unknown>
/** Free bytes of the file system of a folder. */
export type FreeBytes = (folder: string) => Promise<number>

const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Copies a store beside itself, then begins a transaction that holds everything until the returned function ends it.
 * Throws SetupError without room for it; then nothing has changed.
 */
export async function beginUpgrade(
  query: Query,
  file: string,
  version: number,
  free: FreeBytes = freeBytes,
): Promise<() => Promise<void>> {
  const folder = path.dirname(file)
  const size = (await sizeOf(file)) + (await sizeOf(`${file}-wal`))
  const left = await free(folder)
  if (left < size * FREE_SIZES)
    throw new SetupError(
      `The store must be converted for this version, which needs ${megabytes(size * FREE_SIZES)} MB of free space in ${folder}, and ${megabytes(left)} MB are free: free space and start again; nothing was changed.`,
      { code: "disk-space-missing" },
    )
  const copy = unused(`${file}.before-${version}`)
  // Written under another name first, so that an interrupted copy is not taken for a whole one.
  const unfinished = `${copy}.unfinished`
  await rm(unfinished, { force: true })
  await query("VACUUM INTO ?", unfinished)
  await chmod(unfinished, OWN)
  await rename(unfinished, copy)
  await query("BEGIN IMMEDIATE")
  return async () => {
    await query("COMMIT")
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

/** A name that no file has: a copy of an earlier conversion stays. */
function unused(name: string): string {
  for (let i = 1; ; i++) {
    const candidate = i === 1 ? name : `${name}.${i}`
    if (!existsSync(candidate)) return candidate
  }
}

function megabytes(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / (1 << 20)))
}
