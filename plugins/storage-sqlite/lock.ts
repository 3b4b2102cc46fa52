import { mkdirSync } from "node:fs"
import path from "node:path"
import { KeyvSqlite } from "@keyv/sqlite"
import { SetupError } from "platen/sdk"
import { makePrivate } from "./private.js"

/** In the data folder. */
export const LOCK_FILE = "server.lock"

/**
 * One server at a time in a data folder. The lock is the operating system's, held by an open transaction on a file of
 * its own: it is gone with the process, however it ends. Throws SetupError when another server holds it, or the folder cannot be used.
 * Resolves to what releases it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  let adapter: KeyvSqlite | undefined
  try {
    // What is kept holds secrets: nobody else is to read it.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = path.join(folder, LOCK_FILE)
    adapter = new KeyvSqlite({ uri: `sqlite://${file}`, busyTimeout: 200 })
    adapter.on("error", () => {
      /* every query rejects with it as well */
    })
    await adapter.query("BEGIN EXCLUSIVE")
    makePrivate(file)
  } catch (cause) {
    await adapter?.disconnect().catch(() => {})
    throw refusal(cause, folder)
  }
  return () => adapter.disconnect()
}

function refusal(cause: unknown, folder: string): SetupError {
  const { code, message } = cause as { code?: string; message: string }
  if (code === "SQLITE_BUSY") {
    return new SetupError(
      `Another server uses the data folder ${folder}: stop it, or give this one another folder with PLATEN_DATA.`,
      { code: "data-locked", cause },
    )
  }
  return new SetupError(
    `The data folder ${folder} cannot be locked (${message}): correct PLATEN_DATA, or the rights of the folder and its server.lock.`,
    { code: "store-unopened", cause },
  )
}
