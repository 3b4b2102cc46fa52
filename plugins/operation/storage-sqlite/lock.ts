import { mkdirSync } from "node:fs"
import path from "node:path"
import { KeyvSqlite } from "@keyv/sqlite"
import { SetupError } from "platen/sdk"
import { makePrivate } from "./private.js"

/** File name in the data folder. */
export const LOCK_FILE = "server.lock"

/**
 * Locks a data folder for one server. The lock is an open transaction on a separate file, so the operating system
 * releases it when the process ends in any way. Throws SetupError when another server holds it, or the folder is not
 * usable. Resolves to a function that releases the lock.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  let adapter: KeyvSqlite | undefined
  try {
    // Private: the store holds secrets.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = path.join(folder, LOCK_FILE)
    adapter = new KeyvSqlite({ uri: `sqlite://${file}`, busyTimeout: 200 })
    adapter.on("error", () => {
      /* every query also rejects with it */
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
    `The data folder ${folder} cannot be locked (${message}): correct PLATEN_DATA, or the permissions of the folder and its server.lock.`,
    { code: "store-unopened", cause },
  )
}
