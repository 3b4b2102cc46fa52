import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { SetupError } from "platen/sdk"

/** Beside the store, and in no backup. */
export const KEY_FILE = "secrets.key"
const KEY_BYTES = 32
/** Readable by the server's user only. */
const OWN = 0o600

/** The key of a data folder, 32 bytes; made when the folder has none. Throws SetupError for a file that holds no key. */
export function keyIn(folder: string): Buffer {
  const file = path.join(folder, KEY_FILE)
  return read(file) ?? made(file, folder)
}

/** The key of a data folder; undefined when it has none. Throws SetupError for a file that holds no key. */
export function keyThere(folder: string): Buffer | undefined {
  return read(path.join(folder, KEY_FILE))
}

/** A key from its text, 32 bytes in base64; undefined for any other text. */
export function keyFrom(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), "base64")
  return key.length === KEY_BYTES ? key : undefined
}

function read(file: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
  const key = keyFrom(text)
  if (key) return key
  throw new SetupError(
    `${file} holds no key: bring back the file that belongs to this data folder, or move it away and enter the secrets again.`,
  )
}

function made(file: string, folder: string): Buffer {
  const key = randomBytes(KEY_BYTES)
  mkdirSync(folder, { recursive: true })
  try {
    // Not over a key that another process has made in the meantime.
    writeFileSync(file, `${key.toString("base64")}\n`, { mode: OWN, flag: "wx" })
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return read(file)!
    throw error
  }
}
