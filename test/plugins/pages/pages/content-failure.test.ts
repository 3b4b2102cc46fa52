import { suite } from "uvu"
import * as assert from "uvu/assert"
import { z } from "platen/sdk"
import { MODES, DRAW } from "platen/sdk/mode"
import type { Mode } from "platen/sdk/mode"
import type { Content } from "../../../../plugins/pages/pages/content.js"
import { fakeClock, fakeStore, openStage } from "../../../testing/index.js"
import { folderWith } from "../../../folder.js"
import { hangs } from "../../../until.js"
import { contentMaker, DEADLINE, gate, GRACE, numbered, PATIENCE, REQUEST, shown } from "./content-stage.js"

const test = suite("content-failure")
const DAY_MS = 86_400_000

const fails = (): Promise<never> => Promise.reject(new Error("no network"))
const events = (log: { lines: readonly { event: string }[] }): string[] => log.lines.map(({ event }) => event)

const settled = (): Promise<unknown> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test("shows the fallback when content fails, says why, and tries again the next time", async () => {
  const { maker, log } = contentMaker()
  const mode = numbered({ content: (_, n) => (n === 1 ? fails() : Promise.resolve({ data: { n } })) })
  const { data, origin, failure } = (await maker.content(mode, REQUEST)) as Content
  assert.equal([data, origin, failure?.message], [{ n: -1 }, "fallback", "no network"])
  assert.equal(events(log), ["content.failed"])
  assert.is(shown(await maker.content(mode, REQUEST)), 2)
})

test("takes content that fails its schema for a failure", async () => {
  const { maker, kept } = contentMaker()
  const mode = numbered({ content: () => Promise.resolve({ data: { n: "seven" } }) })
  assert.is(((await maker.content(mode, REQUEST)) as Content).origin, "fallback")
  assert.equal(await kept(), [])
})

test("takes content that throws at once for a failure", async () => {
  const { maker } = contentMaker()
  const mode = numbered({
    content: () => {
      throw new Error("at once")
    },
  })
  assert.is(((await maker.content(mode, REQUEST)) as Content).failure?.message, "at once")
})

test("gives the fallback a deadline that has passed: it must not wait", async () => {
  const { maker } = contentMaker()
  let aborted: boolean | undefined
  const mode = numbered({
    content: fails,
    fallback: ({ deadline }) => {
      aborted = deadline.aborted
      return { n: 0 }
    },
  })
  await maker.content(mode, REQUEST)
  assert.is(aborted, true)
})

test("does not wait longer than its patience: the fallback, while content goes on being made", async () => {
  const { maker, log, clock } = contentMaker()
  const { open, waiting } = gate<{ data: { n: number } }>()
  const mode = numbered({ content: () => Promise.race([waiting, hangs(clock, PATIENCE)]) })
  const first = (await maker.content(mode, REQUEST)) as Content
  assert.is(first.origin, "fallback")
  assert.is((first.failure as { code?: string }).code, "content-late")
  assert.equal(events(log), ["content.timed-out"])
  open({ data: { n: 7 } })
  await waiting
  assert.is(shown(await maker.content(mode, REQUEST)), 7)
  assert.is(mode.calls.length, 1, "the same flight")
})

test("has only the patience that the modes before have left", async () => {
  const { maker, clock } = contentMaker()
  const spent = PATIENCE
  const waiting = (await maker.content(numbered({ content: () => hangs(clock, GRACE) }), REQUEST, spent)) as Content
  assert.is(waiting.origin, "fallback")
  assert.is(shown(await maker.content(numbered(), REQUEST, spent)), 1, "what need not wait is shown all the same")
})

test("gives up content that never comes at its deadline, and asks for it again", async () => {
  const { maker, clock } = contentMaker()
  const mode = numbered({ content: (_, n) => (n === 1 ? hangs(clock, PATIENCE) : Promise.resolve({ data: { n } })) })
  assert.is(((await maker.content(mode, REQUEST)) as Content).origin, "fallback")
  assert.is(mode.calls[0]!.deadline.aborted, false)
  clock.advance(DEADLINE - PATIENCE)
  assert.is(mode.calls[0]!.deadline.aborted, true)
  await settled()
  assert.is(shown(await maker.content(mode, REQUEST)), 2)
})

test("says once why a flight failed that nobody waited for any more", async () => {
  const { maker, log, clock } = contentMaker()
  const { fail, waiting } = gate<never>()
  const mode = numbered({ content: () => Promise.race([waiting, hangs(clock, PATIENCE)]) })
  await maker.content(mode, REQUEST)
  fail(new Error("at last"))
  await settled()
  assert.equal(events(log), ["content.timed-out", "content.failed"])
})

test("shows the last good content in place of a failure, marked with when it was made", async () => {
  const { maker, clock } = contentMaker()
  const mode = numbered({ content: (_, n) => (n === 1 ? Promise.resolve({ data: { n } }) : fails()) })
  const madeAt = clock.now()
  await maker.content(mode, REQUEST)
  clock.advance(3 * DAY_MS)
  const { data, origin, madeAt: made, failure } = (await maker.content(mode, REQUEST)) as Content
  assert.equal([data, origin, made, failure?.message], [{ n: 1 }, "stale", madeAt, "no network"])
})

test("never shows the last good content of another language, place or device", async () => {
  const { maker, clock } = contentMaker()
  const mode = numbered({ perDevice: true, content: (_, n) => (n === 1 ? Promise.resolve({ data: { n } }) : fails()) })
  const mine = { ...REQUEST, mac: "AA:BB:CC:DD:EE:01" }
  await maker.content(mode, mine)
  clock.advance(DAY_MS)
  assert.is(((await maker.content(mode, mine)) as Content).origin, "stale")
  for (const other of [{ mac: "AA:BB:CC:DD:EE:02" }, { language: "zh" }, { place: { latitude: 1, longitude: 1 } }]) {
    assert.is(((await maker.content(mode, { ...mine, ...other })) as Content).origin, "fallback", JSON.stringify(other))
  }
})

test("never shows the last good content of another scope's mode of the same id", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  const [hers, his] = [numbered({ scope: "user-1" }), numbered({ scope: "user-2", content: fails })]
  await contentMaker({ clock, store }).maker.content(hers, REQUEST)
  clock.advance(DAY_MS)
  assert.is(((await contentMaker({ clock, store }).maker.content(his, REQUEST)) as Content).origin, "fallback")
})

test("keeps the last good content over a restart", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  await contentMaker({ clock, store }).maker.content(numbered(), REQUEST)
  clock.advance(DAY_MS)
  const { data, origin } = (await contentMaker({ clock, store }).maker.content(
    numbered({ content: fails }),
    REQUEST,
  )) as Content
  assert.equal([data, origin], [{ n: 1 }, "stale"])
})

test("does not show last good content that no longer fits, nor after thirty days", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  await contentMaker({ clock, store }).maker.content(numbered(), REQUEST)
  const changed = numbered({ content: fails, data: z.object({ n: z.number().max(0) }) })
  assert.is(((await contentMaker({ clock, store }).maker.content(changed, REQUEST)) as Content).origin, "fallback")
  const versioned = numbered({ content: fails, version: 2 })
  assert.is(((await contentMaker({ clock, store }).maker.content(versioned, REQUEST)) as Content).origin, "fallback")
  clock.advance(31 * DAY_MS)
  assert.is(
    ((await contentMaker({ clock, store }).maker.content(numbered({ content: fails }), REQUEST)) as Content).origin,
    "fallback",
  )
})

test("writes nothing to the store for a preview", async () => {
  const { maker, kept } = contentMaker()
  const mode = numbered()
  await maker.content(mode, { ...REQUEST, purpose: "trial" })
  assert.equal(await kept(), [])
  await maker.content(mode, { ...REQUEST, fresh: true })
  assert.is((await kept()).length, 1)
})

test("keeps content that a device waited for although a preview had asked first", async () => {
  const { maker, kept } = contentMaker()
  const { open, waiting } = gate<{ data: { n: number } }>()
  const mode = numbered({ content: () => waiting })
  const both = Promise.all([maker.content(mode, { ...REQUEST, purpose: "trial" }), maker.content(mode, REQUEST)])
  open({ data: { n: 7 } })
  await both
  assert.is(mode.calls.length, 1)
  assert.is((await kept()).length, 1)
})

test("keeps long settings apart and out of the store's keys", async () => {
  const { maker, kept } = contentMaker()
  const mode = numbered({ settings: z.object({ key: z.string() }) })
  for (const key of [`${"k".repeat(3000)}1`, `${"k".repeat(3000)}2`, "s3cret"])
    await maker.content(mode, { ...REQUEST, settings: { TEST: { key } } })
  const keys = await kept()
  assert.is(keys.length, 3)
  assert.ok(
    keys.every((key) => key.startsWith("TEST/") && !/s3cret|kkk/.test(key)),
    keys.join("\n"),
  )
})

test("goes on when the store cannot be written or read", async () => {
  const clock = fakeClock()
  const whole = fakeStore(clock)
  const broken = (): Promise<never> => Promise.reject(new Error("disk full"))
  const store: typeof whole = {
    ...whole,
    collection: (name, schema) => ({ ...whole.collection(name, schema), get: broken, set: broken }),
  }
  const { maker, log } = contentMaker({ clock, store })
  const mode = numbered({ content: (_, n) => (n === 1 ? Promise.resolve({ data: { n } }) : fails()) })
  assert.is(shown(await maker.content(mode, REQUEST)), 1)
  assert.is(((await maker.content(mode, { ...REQUEST, language: "zh" })) as Content).origin, "fallback")
  assert.ok(events(log).includes("content-write.failed"))
})

test("marks old content on the page of a server that was started again", async () => {
  const [clock, dataFolder] = [fakeClock("2026-11-21T14:05:00Z"), folderWith()]
  const plugin = (content: Mode["content"]) => ({
    id: "mine",
    sdk: 1,
    setup: () => [MODES.of(numbered({ content }))],
  })
  const request = { ...REQUEST, codec: "bmp" }
  const before = await openStage({ clock, dataFolder, plugins: [plugin(() => Promise.resolve({ data: { n: 1 } }))] })
  assert.is((await before.app.get(DRAW).picture(request)).origin, "fresh")
  await before.close()
  clock.advance(3_600_000)
  const after = await openStage({ clock, dataFolder, plugins: [plugin(fails)] })
  try {
    const { origin, isFallback, failure } = await after.app.get(DRAW).picture(request)
    assert.equal([origin, isFallback, failure], ["stale", false, "content-failed"])
    const drawn = await after.app.get(DRAW).page(after.app.get(MODES).get("TEST")!, request)
    assert.match(JSON.stringify(drawn!.page), /as of 14:05/)
  } finally {
    await after.close()
  }
})

test.run()
