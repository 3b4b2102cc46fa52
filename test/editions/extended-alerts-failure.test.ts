import path from "node:path"
import { KeyvSqlite } from "@keyv/sqlite"
import { definePlugin } from "platen/sdk"
import { FRAMES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { codeOf } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import { listenerOf } from "./listener.js"
import { until } from "./seen.js"
import { alertsKept } from "./stored.js"

/** Decision 6: an alert that cannot be shown is 503 without a picture, and waits. */
const test = suite("editions/extended: alerts that cannot be shown")

test("answers 503 without a picture while the store cannot be read, and shows the alert backgroundTasks", async () => {
  const dataFolder = folderWith()
  const extended = await openExtended({ dataFolder })
  const sql = async (statement: string): Promise<void> => {
    const adapter = new KeyvSqlite({
      uri: `sqlite://${path.join(dataFolder, "platen.db")}`,
      table: "elsewhere",
      busyTimeout: 2_000,
    })
    await adapter.query(statement)
    await adapter.disconnect()
  }
  const device = await listenerOf(extended)
  await device.alert()
  await sql("ALTER TABLE platen RENAME TO away")
  for (const answer of [
    await device.bmp(),
    await device.bmp(),
    await device.bmp("w=5"),
    await device.get("check_alert"),
    await device.alert(),
  ]) {
    assert.equal(
      [answer.status, answer.headers["content-type"], codeOf(answer)],
      [503, "application/json; charset=utf-8", "store-failed"],
    )
  }
  await sql("ALTER TABLE away RENAME TO platen")
  assert.equal([(await device.bmp()).status, (await device.bmp()).status], [200, 204])
  await extended.close()
})

test("answers 503 without a picture while the page cannot be drawn, and shows the alert backgroundTasks", async () => {
  let broken = true
  const frame = definePlugin({
    id: "broken-frame",
    setup: () => [
      FRAMES.of({
        id: "broken",
        rank: 90,
        wrap: (page, _, { mode }) => {
          if (broken && mode.id === "ALERT") throw new TypeError("x is undefined")
          return page
        },
      }),
    ],
  })
  const extended = await openExtended({ plugins: [frame] })
  const device = await listenerOf(extended)
  await device.alert()
  for (const query of ["w=296&h=128", "w=400&h=300"]) {
    const answer = await device.bmp(query)
    assert.equal(
      [answer.status, answer.headers["content-type"], codeOf(answer)],
      [503, "application/json; charset=utf-8", "unavailable"],
    )
    await until(
      extended,
      () => alertsKept(extended, device),
      ({ messages, takenAt }) => messages.length === 1 && takenAt === undefined,
    )
  }
  assert.ok(extended.stage.log.lines.some(({ event }) => event === "page.failed"))
  broken = false
  assert.equal([(await device.bmp()).status, (await alertsKept(extended, device)).messages], [200, []])
  await extended.close()
})

test.run()
