import { lockFolder } from "../../../plugins/operation/storage-sqlite/lock.js"

/** Locks a folder, says so, and holds it until it is killed. Prints the sentence when it is refused. */
const [folder = ""] = process.argv.slice(2)
try {
  await lockFolder(folder)
  process.stdout.write("locked\n")
  process.stdin.resume()
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`)
  process.exit(1)
}
