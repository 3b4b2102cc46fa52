import { renameSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { unpacked, unpackedName } from "./unpacked.js"
import type { UnpackAnswer, UnpackOrder } from "./unpacked-fonts.js"

/** Unpacks a font, in a child process. The folder has all of it, or none. */
export function run({ file, folder }: UnpackOrder): UnpackAnswer {
  const source = new URL(file)
  let bytes: Buffer
  try {
    bytes = unpacked(source)
  } catch (error) {
    return { unusable: (error as Error).message }
  }
  const target = path.join(folder, unpackedName(source))
  const partial = `${target}.${process.pid}.partial`
  try {
    writeFileSync(partial, bytes, { mode: 0o600 })
    renameSync(partial, target)
    return { done: true }
  } catch (error) {
    rmSync(partial, { force: true })
    return { unwritable: (error as Error).message }
  }
}
