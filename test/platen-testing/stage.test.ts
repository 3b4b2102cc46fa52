import { existsSync, readdirSync } from "node:fs"
import os from "node:os"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { CLOCK, definePlugin, FETCH, LOG, STORE, z, OBSERVERS, onReady } from "platen/sdk"
import type { Plugin } from "platen/sdk"
import { fakeClock, fakeFetch, openStage } from "../testing/index.js"
import { folderWith } from "../folder.js"

const test = suite("stage")
const stages = (): string[] => readdirSync(os.tmpdir())

/** A temporary folder of our own: other tests have stages too. */
const outer = process.env.TMPDIR
test.before(() => {
  process.env.TMPDIR = folderWith()
})
test.after(() => {
  process.env.TMPDIR = outer ?? "/tmp"
})

function looking(seen: Record<string, unknown>): Plugin {
  return definePlugin({
    id: "looking",
    config: z.strictObject({ word: z.string().default("none") }),
    needs: { clock: CLOCK, fetch: FETCH, log: LOG, store: STORE },
    setup: ({ clock, fetch, log, store }, { word }) => [
      onReady(async () => {
        const kept = store.collection("words", z.string())
        log.info({ word }, "looked")
        Object.assign(seen, {
          at: clock.now(),
          word,
          before: await kept.get("k"),
          world: await fetch("http://a/").then(
            (answer) => answer.text(),
            () => "out of reach",
          ),
        })
        await kept.set("k", word)
      }),
    ],
  })
}

test("has a clock that stands still, no world, and a folder that goes away", async () => {
  const seen: Record<string, unknown> = {}
  const stage = await openStage({ plugins: [looking(seen)] })
  assert.is(stages().length, 1)
  assert.equal(seen, { at: fakeClock().now(), word: "none", before: undefined, world: "out of reach" })
  assert.is(stage.app.service.defaults.timeZone, "UTC")
  assert.ok(
    stage.log.lines.some(({ event, fields }) => event === "looked" && (fields as { word: string }).word === "none"),
  )
  await stage.close()
  assert.equal(stages(), [])
})

test("takes a clock, a world, config and a folder that stays", async () => {
  const dataFolder = folderWith()
  const seen: Record<string, unknown> = {}
  const options = {
    plugins: [looking(seen)],
    clock: fakeClock(5),
    fetch: fakeFetch({ "http://a/": "hello" }),
    config: { looking: { word: "mine" }, metrics: false as const },
    defaults: { language: "zh" },
    dataFolder,
  }
  const stage = await openStage(options)
  assert.equal(seen, { at: 5, word: "mine", before: undefined, world: "hello" })
  assert.is(stage.app.service.defaults.language, "zh")
  assert.not.ok(
    stage.app
      .get(OBSERVERS)
      .list()
      .some(({ id }) => id === "metrics"),
  )
  await stage.close()
  assert.ok(existsSync(dataFolder))
  await (await openStage(options)).close()
  assert.is(seen.before, "mine")
})

test("leaves nothing when the server does not start", async () => {
  const bad = definePlugin({
    id: "bad",
    setup: () => {
      throw new Error("no")
    },
  })
  await openStage({ plugins: [bad] }).then(
    () => assert.unreachable("it started"),
    (error: Error) => assert.match(error.message, /"bad"/),
  )
  assert.equal(stages(), [])
})

test("listens on a port of its own", async () => {
  const [one, other] = await Promise.all([openStage(), openStage()])
  try {
    const ports = await Promise.all([one.app.listen(), other.app.listen()])
    assert.is.not(ports[0], ports[1])
    const answer = await fetch(`http://127.0.0.1:${ports[0]}/api/health`)
    assert.is(((await answer.json()) as { status: string }).status, "ok")
  } finally {
    await Promise.all([one.close(), other.close()])
  }
})

test("has devices that pair, are configured and call over HTTP, and listens from the first call on", async () => {
  const stage = await openStage()
  const [owner, device, other] = [await stage.person(), await stage.device(), await stage.device()]
  assert.not.equal([device.mac, device.token], [other.mac, other.token])
  await device.pair(owner)
  await device.configure({ modes: ["STOIC"], nickname: "Hall" }, owner)
  assert.is((await device.heartbeat(3.9, -42)).status, 200)
  const page = await device.render()
  assert.equal([page.status, page.headers["content-type"], page.body.length], [200, "image/bmp", 5_182])
  const { rssi, last_persona: mode } = await device.state(owner)
  assert.equal([rssi, mode, (await device.config()).nickname], [-42, "STOIC", "Hall"])
  const again = await device.get("history")
  assert.equal([again.status, (again.json() as { mac: string }).mac], [200, device.mac])
  assert.is((await device.post("refresh")).status, 200)
  assert.is((await device.state()).pending_refresh, 1)
  assert.is((await stage.call("/api/health")).status, 200)
  assert.is(await stage.app.listen(), await stage.app.listen(), "it listens once")
  await stage.close()
})

test("says why a device was refused", async () => {
  const stage = await openStage()
  const [device, owner, somebody] = [
    await stage.device("0D:00:00:00:00:AA"),
    await stage.person(),
    await stage.person(),
  ]
  await device.pair(owner)
  for (const [refused, status] of [
    [() => device.pair(somebody), "200"],
    [() => device.configure({ modes: ["STOIC"] }, somebody), "403"],
    [() => device.config(owner), "404"],
    [() => stage.person("person1"), "409"],
  ] as const) {
    const error: unknown = await refused().then(
      () => undefined,
      (cause: unknown) => cause,
    )
    assert.is(error instanceof Error ? error.message.slice(0, 3) : undefined, status)
  }
  await stage.close()
})

test.run()
