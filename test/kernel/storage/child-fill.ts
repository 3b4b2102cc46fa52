import type { PlatenError } from "platen/sdk"
import { sqliteEngine } from "../../../plugins/operation/storage-sqlite/sqlite.js"
import { fakeClock } from "../../testing/fakes.js"

/** Writes until it cannot, then reads all of it back. Prints a line of JSON for each step. */
const [file = ""] = process.argv.slice(2)
const print = (step: object): boolean => process.stdout.write(`${JSON.stringify(step)}\n`)
const failed = ({ name, code, status, message }: PlatenError): boolean =>
  print({ failed: { name, code, status, message } })
try {
  const engine = await sqliteEngine(file, fakeClock())
  let count = 0
  try {
    for (; ; count++) {
      await engine.write([{ key: `k${count}`, value: String(count).padStart(20_000, "-"), expires: 0 }])
      print({ written: count })
    }
  } catch (error) {
    failed(error as PlatenError)
  }
  let intact = 0
  for (let i = 0; i < count; i++) if ((await engine.get(`k${i}`))?.value === String(i).padStart(20_000, "-")) intact++
  print({ intact, listed: (await engine.scan({ prefix: "k", limit: 10_000 })).length })
  await engine.write([{ key: "again", value: "x".repeat(200_000), expires: 0 }]).catch(failed)
  await engine.close()
} catch (error) {
  failed(error as PlatenError)
}
