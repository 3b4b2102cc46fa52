import { KeyvSqlite } from "@keyv/sqlite"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { IS_FULL } from "../depth.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended } from "../editions/extended-stage.js"
import { bootedFlash, SECOND, startDevice } from "./house.js"
import { virtualTime } from "./virtual-time.js"
import { refusal } from "../refusal.js"

/** Many devices at once, behind one address, on a server with no room left. */
const test = suite("devices/crowd")

const SCREENS = IS_FULL ? 500 : 200

interface Filled extends Extended {
  /** From now on the store's own connection finds no page free, as on a full disk: it reads, and writes nothing that grows. */
  fill(): Promise<void>
}

/** A server whose connection to its store can be reached. */
async function openFilled(): Promise<Filled> {
  const { on } = KeyvSqlite.prototype
  const adapters: KeyvSqlite[] = []
  KeyvSqlite.prototype.on = function (this: KeyvSqlite, ...given: Parameters<typeof on>) {
    adapters.push(this)
    return on.apply(this, given)
  }
  try {
    const extended = await openExtended({ storage: { engine: "sqlite" } })
    // The other holds the lock of the folder.
    let adapter = adapters[0]!
    for (const each of adapters)
      if (
        await each.query("SELECT 1 FROM platen LIMIT 1").then(
          () => true,
          () => false,
        )
      )
        adapter = each
    return {
      ...extended,
      fill: async () => {
        const query = async (sql: string, ...parameters: unknown[]): Promise<void> => {
          await adapter.query(sql, ...parameters)
        }
        const [{ page_count: pages }] = (await adapter.query("PRAGMA page_count")) as [{ page_count: number }]
        await query(`PRAGMA max_page_count = ${pages}`)
        // Room that is left inside of pages goes as well, wherever in order a new key stands: the least row finds none.
        const keys = ((await adapter.query("SELECT key FROM platen ORDER BY key")) as { key: string }[]).map(
          ({ key }) => key,
        )
        for (const [i, size] of [100_000, 10_000, 1_000, 100, 1].entries()) {
          for (const key of i < 4 ? ["filler"] : keys)
            while (
              await query(
                "INSERT INTO platen(key, value) VALUES(? || hex(randomblob(4)), ?)",
                key,
                "x".repeat(size),
              ).then(
                () => true,
                () => false,
              )
            );
        }
      },
    }
  } finally {
    KeyvSqlite.prototype.on = on
  }
}

test(`lets ${SCREENS} devices that hold tokens boot at once from one address while the disk is full`, async () => {
  const extended = await openFilled()
  try {
    const macs = Array.from({ length: SCREENS }, (_, i) =>
      `0E:52:00:00:${(i >> 8).toString(16).padStart(2, "0")}:${(i & 255).toString(16).padStart(2, "0")}`.toUpperCase(),
    )
    const tokens: string[] = []
    for (const mac of macs)
      tokens.push(((await extended.post(`/api/device/${mac}/token`)).json() as { token: string }).token)
    await extended.fill()
    const refused = await extended.post("/api/auth/register", { username: "nobody", password: "correct horse" })
    assert.equal(refusal(refused), [503, "disk-full"], "or this tests nothing")

    const time = virtualTime(extended.clock)
    const screens = macs.map((mac, i) => startDevice(extended.port, time, { mac, flash: bootedFlash(tokens[i]!) }))
    await time.play(() => time.sleep(80 * SECOND))
    const calls = screens.flatMap((screen) => screen.requests)
    const statuses = (end: string): Record<number, number> => {
      const sums: Record<number, number> = {}
      for (const { path, status } of calls) if (path.endsWith(end)) sums[status] = (sums[status] ?? 0) + 1
      return sums
    }
    // A write that deletes a row of an index makes a little room for the next one.
    const failed = extended.stage.log.lines.filter(({ event }) => event === "heartbeat-write.failed").length
    assert.ok(failed > SCREENS * 0.95, "or this tests nothing")
    assert.equal(statuses("/heartbeat"), { 200: SCREENS }, "each once, as none has failed")
    assert.equal(statuses("/token"), {}, "nobody has lost a token")
    assert.equal(
      calls.filter(({ status }) => status === 429 || status === 401 || status === 0 || status === 403),
      [],
    )
    assert.equal(statuses("/render"), { 200: SCREENS })
    assert.ok(screens.every(({ device }) => device.screen.shows === "picture" && device.flash.token !== ""))
    for (const { device } of screens) device.stop()
  } finally {
    await extended.close()
  }
})

test.run()
