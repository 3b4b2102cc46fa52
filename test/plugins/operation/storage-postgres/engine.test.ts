import { suite } from "uvu"
import type { Clock } from "platen/sdk"
import { fakeClock, fakeLog } from "../../../testing/fakes.js"
import { engineContract } from "../../../kernel/storage/contract.js"
import { connectionTo } from "../../../../plugins/operation/storage-postgres/connection.js"
import { postgresEngine } from "../../../../plugins/operation/storage-postgres/engine.js"
import { POSTGRES, postgresServer, WITHOUT } from "./server.js"

if (POSTGRES) {
  const server = await postgresServer()
  const open = async (clock: Clock = fakeClock()) =>
    postgresEngine({
      connection: connectionTo({ url: server.url, size: 10 }, { log: fakeLog(), clock }),
      now: clock.now,
    })
  engineContract("postgres", async (clock) => {
    const engine = await open(clock)
    await server.ask("TRUNCATE platen; DROP TABLE IF EXISTS platen_before_2")
    return engine
  })
} else {
  const test = suite("engine postgres")
  test.skip(`keeps the contract: ${WITHOUT}`, () => {})
  test.run()
}
