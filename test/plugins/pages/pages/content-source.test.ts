import { suite } from "uvu"
import * as assert from "uvu/assert"
import { z } from "platen/sdk"
import { defineSource } from "platen/sdk/mode"
import type { Source, SourceContext } from "platen/sdk/mode"
import type { Content } from "../../../../plugins/pages/pages/content.js"
import { isSentence } from "../../../refused.js"
import { contentMaker, numbered, REQUEST, shown } from "./content-stage.js"
import type { Numbered } from "./content-stage.js"

const test = suite("content-source")

interface Counted extends Source {
  readonly reads: readonly (readonly [unknown, SourceContext])[]
}

function counted(parts: Partial<Source> = {}): Counted {
  const reads: (readonly [unknown, SourceContext])[] = []
  const source = defineSource({
    name: "counter",
    parameters: z.strictObject({ city: z.string().default("Bern") }),
    result: z.object({ n: z.number() }),
    read: (parameters, context) => Promise.resolve({ n: reads.push([parameters, context]) }),
  })
  return Object.assign({ ...source, ...parts }, { reads })
}

/** A mode that shows what the source answers; never kept itself. */
const reader = (parameters?: Record<string, unknown>, name = "counter"): Numbered =>
  numbered({ cacheFor: 0, content: async ({ source }) => ({ data: await source(name, parameters) }) })

test("hands a source its parameters, defaults filled in, and what content may depend on", async () => {
  const source = counted()
  const { maker, clock } = contentMaker({ sources: [source] })
  const place = { latitude: 46.911, longitude: 7.424, name: "Bern" }
  await maker.content(reader(), {
    ...REQUEST,
    language: "zh",
    timeZone: "Europe/Zurich",
    place,
    mac: "AA:BB:CC:DD:EE:FF",
  })
  const [parameters, { deadline, turn, fetch, release, askAgainIn, ...context }] = source.reads[0]!
  assert.equal([typeof askAgainIn, typeof release], ["function", "function"])
  assert.equal(parameters, { city: "Bern" })
  assert.equal(context, {
    language: "zh",
    timeZone: "Europe/Zurich",
    day: { year: 2026, month: 11, day: 21, weekday: 6 },
    place: { latitude: 46.9, longitude: 7.4 },
    now: clock.now(),
  })
  assert.type(fetch, "function")
  assert.is(deadline.aborted, false)
  assert.equal([turn?.caller, turn?.signal], ["", deadline])
})

const WRONG: readonly (readonly [string, Numbered, RegExp])[] = [
  ["a source that there is not", reader({}, "tides"), /"tides".*enable/],
  ["a parameter of the wrong kind", reader({ city: 5 }), /"counter".*city/],
  ["an unknown parameter", reader({ town: "x" }), /"counter".*town/],
]
for (const [what, mode, says] of WRONG) {
  test(`refuses ${what}`, async () => {
    const source = counted()
    const { maker } = contentMaker({ sources: [source] })
    const { origin, failure } = (await maker.content(mode, REQUEST)) as Content
    assert.is(origin, "fallback")
    assert.match(failure!.message, says)
    isSentence(failure!.message)
    assert.is(source.reads.length, 0)
  })
}

test("does not pass on an answer that fails the source's own schema", async () => {
  const { maker } = contentMaker({ sources: [counted({ read: () => Promise.resolve({ n: "one" }) })] })
  assert.is(((await maker.content(reader(), REQUEST)) as Content).origin, "fallback")
})

test("asks a source each time when it keeps nothing", async () => {
  const source = counted()
  const { maker } = contentMaker({ sources: [source] })
  const mode = reader()
  await maker.content(mode, REQUEST)
  assert.is(shown(await maker.content(mode, REQUEST)), 2)
})

test("gives one answer to all as long as the source keeps it", async () => {
  const source = counted({ cacheFor: 60 })
  const { maker, clock } = contentMaker({ sources: [source] })
  const [one, other] = [reader(), reader({ city: "Bern" })]
  await maker.content(one, REQUEST)
  clock.advance(59_999)
  assert.is(shown(await maker.content(other, REQUEST)), 1, "defaults are the same parameters")
  clock.advance(1)
  const old = (await maker.content(one, REQUEST)) as Content
  assert.equal([old.data, old.origin, old.madeAt], [{ n: 1 }, "stale", clock.now() - 60_000], "while it is asked again")
  await new Promise(setImmediate)
  const { data, origin } = (await maker.content(one, REQUEST)) as Content
  assert.equal([data, origin], [{ n: 2 }, "fresh"])
})

test("asks again soon after an answer from which a part is missing, a minute later at the earliest", async () => {
  const waits = [300, 5, Infinity]
  const source = counted({
    cacheFor: 3_600,
    read: async (_, { askAgainIn }) => {
      const n = 3 - waits.length + 1
      askAgainIn(waits.shift()!)
      return { n }
    },
  })
  const { maker, clock } = contentMaker({ sources: [source] })
  for (const [seconds, ...shows] of [
    [299, 1, 1],
    [1, 1, 2],
    [59, 2, 2],
    [1, 2, 3],
    [3_599, 3, 3],
  ] as const)
    for (const [i, n] of shows.entries()) {
      if (i === 0) {
        if (n === 1 && seconds === 299) await maker.content(reader(), REQUEST)
        clock.advance(seconds * 1000)
      }
      assert.is(shown(await maker.content(reader(), REQUEST)), n, `${seconds} s`)
      await new Promise(setImmediate)
    }
})

test("gives no old answer of a source whose answers must not be old", async () => {
  const { maker, clock } = contentMaker({ sources: [counted({ cacheFor: 60, staleFor: 0 })] })
  await maker.content(reader(), REQUEST)
  clock.advance(60_000)
  assert.is(shown(await maker.content(reader(), REQUEST)), 2)
})

test("keeps answers apart by parameters, language, place, zone and day", async () => {
  const source = counted({ cacheFor: 1_000_000 })
  const { maker, clock } = contentMaker({ sources: [source] })
  await maker.content(reader(), REQUEST)
  await maker.content(reader({ city: "Basel" }), REQUEST)
  for (const other of [{ language: "zh" }, { place: { latitude: 1, longitude: 1 } }, { timeZone: "Asia/Tokyo" }])
    await maker.content(reader(), { ...REQUEST, ...other })
  clock.advance(86_400_000)
  await maker.content(reader(), REQUEST)
  assert.is(source.reads.length, 6)
})

test("leaves a source alone for a minute after a failure, then asks it again while nobody waits", async () => {
  let calls = 0
  const source = counted({
    cacheFor: 60,
    read: () => (++calls === 1 ? Promise.reject(new Error("down")) : Promise.resolve({ n: calls })),
  })
  const { maker, clock } = contentMaker({ sources: [source] })
  const mode = reader()
  await maker.content(mode, REQUEST)
  clock.advance(59_000)
  assert.is(((await maker.content(mode, REQUEST)) as Content).origin, "fallback")
  assert.is(calls, 1)
  clock.advance(2_000)
  assert.is(((await maker.content(mode, REQUEST)) as Content).origin, "fallback", "nobody waits for it")
  await new Promise(setImmediate)
  assert.equal([calls, shown(await maker.content(mode, REQUEST))], [2, 2])
})

test("waits again for a source that failed more than ten minutes ago", async () => {
  let calls = 0
  const source = counted({
    cacheFor: 60,
    read: () => (++calls === 1 ? Promise.reject(new Error("down")) : Promise.resolve({ n: calls })),
  })
  const { maker, clock } = contentMaker({ sources: [source] })
  await maker.content(reader(), REQUEST)
  clock.advance(601_000)
  assert.is(shown(await maker.content(reader(), REQUEST)), 2)
})

test("shows the old answer of a source that fails, with its time", async () => {
  let calls = 0
  const source = counted({
    cacheFor: 60,
    read: () => (++calls === 1 ? Promise.resolve({ n: 1 }) : Promise.reject(new Error("down"))),
  })
  const { maker, clock } = contentMaker({ sources: [source] })
  await maker.content(reader(), REQUEST)
  for (const minutes of [5, 60, 600]) {
    clock.advance(minutes * 60_000)
    const { data, origin } = (await maker.content(reader(), REQUEST)) as Content
    assert.equal([data, origin], [{ n: 1 }, "stale"], `${minutes} minutes`)
    await new Promise(setImmediate)
  }
})

test("asks a source once for two contents at the same time, and for all places of a town", async () => {
  const source = counted({ cacheFor: 60, dependsOn: ["place"] })
  const { maker } = contentMaker({ sources: [source] })
  const at = (latitude: number, language: string) => ({ ...REQUEST, language, place: { latitude, longitude: 7.44 } })
  await Promise.all([46.94, 46.95, 46.96, 46.97].map((latitude) => maker.content(reader(), at(latitude, "en"))))
  await maker.content(reader(), at(46.93, "zh"))
  assert.is(source.reads.length, 1)
  await maker.content(reader(), at(47.1, "en"))
  assert.is(source.reads.length, 2)
})

const optional = (parameters: Record<string, unknown> = {}): Numbered =>
  numbered({
    data: z.any(),
    content: async ({ source }) => {
      const [n, extra] = await Promise.all([source("counter", parameters), source("extra", {}, { optional: true })])
      return { data: { n, extra: extra ?? null } }
    },
  })

test("takes an optional answer that is there in time", async () => {
  const { maker } = contentMaker({ sources: [counted(), counted({ name: "extra" })] })
  assert.equal(((await maker.content(optional(), REQUEST)) as Content).data, { n: { n: 1 }, extra: { n: 1 } })
})

test("neither waits for an optional answer, nor fails or is marked for it, and soon makes the content again", async () => {
  for (const read of [() => new Promise<never>(() => {}), () => Promise.reject(new Error("down"))]) {
    const { maker, clock } = contentMaker({ sources: [counted(), counted({ name: "extra", read })] })
    const mode = optional()
    const { data, origin } = (await maker.content(mode, REQUEST)) as Content
    assert.equal([data, origin], [{ n: { n: 1 }, extra: null }, "fresh"])
    clock.advance(59_000)
    await maker.content(mode, REQUEST)
    assert.is(mode.calls.length, 1)
    clock.advance(2_000)
    await maker.content(mode, REQUEST)
    assert.is(mode.calls.length, 2)
  }
})

test.run()
