import { open, readdir } from "node:fs/promises"
import path from "node:path"
import { Upstream } from "platen/sdk"

const PICTURE = /\.(jpe?g|png|webp|gif)$/i
const MAX_FILES = 10_000
const MAX_BYTES = 10 << 20

/** "2.jpg" stands before "10.jpg", as in the folder's window. */
const NATURAL = new Intl.Collator("en", { numeric: true })

/** Names of the pictures in a folder, in natural order. Links are not followed. Throws Upstream for a folder that cannot be read. */
export async function picturesIn(folder: string): Promise<readonly string[]> {
  try {
    const found = await readdir(folder, { withFileTypes: true })
    return found
      .filter((each) => each.isFile() && PICTURE.test(each.name) && !each.name.startsWith("."))
      .map(({ name }) => name)
      .sort((a, b) => NATURAL.compare(a, b) || (a < b ? -1 : 1))
      .slice(0, MAX_FILES)
  } catch (cause) {
    throw new Upstream("The folder of the album cannot be read: correct its path in platen.yaml.", { cause })
  }
}

/** The bytes of a picture in a folder; undefined for one that is gone, or larger than 10 MiB. */
export async function pictureIn(folder: string, name: string): Promise<Uint8Array | undefined> {
  try {
    const file = await open(path.join(folder, path.basename(name)), "r")
    try {
      return (await file.stat()).size > MAX_BYTES ? undefined : await file.readFile()
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}
