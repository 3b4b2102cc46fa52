import { once } from "node:events"
import { z } from "platen/sdk"
import { sqliteEngine } from "../../../plugins/operation/storage-sqlite/sqlite.js"
import { storeOf } from "../../../kernel/storage/store.js"
import { fakeClock } from "../../testing/fakes.js"

/** Opens a store, says so, waits for a word, and then adds 1 to "sum" so many times, up to 10 at once. */
const [file = "", times = ""] = process.argv.slice(2)
const clock = fakeClock()
const engine = await sqliteEngine(file, clock)
const numbers = storeOf(engine, clock, "test").collection("numbers", z.number().int())
process.stdout.write("ready\n")
await once(process.stdin, "data")
let left = Number(times)
await Promise.all(
  Array.from({ length: 10 }, async () => {
    while (left-- > 0) await numbers.update("sum", (sum = 0) => sum + 1)
  }),
)
await engine.close()
process.exit()
