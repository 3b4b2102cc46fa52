import { readdir, stat, statfs } from "node:fs/promises"
import path from "node:path"

/** Files that are looked at: more are not counted. */
const MAX_FILES = 10_000

/** Bytes of a folder's files, and bytes that are free beside them; undefined where the system does not say. */
export async function folderSize(
  folder: string,
): Promise<{ readonly bytes: number | undefined; readonly free: number | undefined }> {
  const [bytes, free] = await Promise.allSettled([sumOf(folder), freeOf(folder)])
  return {
    bytes: bytes.status === "fulfilled" ? bytes.value : undefined,
    free: free.status === "fulfilled" ? free.value : undefined,
  }
}

async function sumOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  let sum = 0
  for (const name of names.slice(0, MAX_FILES)) {
    // Files come and go while the server runs.
    const found = await stat(path.join(folder, name)).catch(() => undefined)
    if (found?.isFile()) sum += found.size
  }
  return sum
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
