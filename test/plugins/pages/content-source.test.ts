import { suite } from "uvu"
import * as assert from "uvu/assert"
import { z } from "platen/sdk"
import { defineSource } from "platen/sdk/mode"
import type { Source, SourceContext } from "platen/sdk/mode"
import type { Content } from "../../../plugins/pages/content.js"
import { isSentence } from "../../refused.js"
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
  const { maker } = contentMaker({ sources: [source] })
  const place = { latitude: 46.9, longitude: 7.4 }
  await maker.content(reader(), {
    ...REQUEST,
    language: "zh",
    timeZone: "Europe/Zurich",
    place,
    mac: "AA:BB:CC:DD:EE:FF",
  })
  const [parameters, { deadline, turn, ...context }] = source.reads[0]!
  assert.equal(parameters, { city: "Bern" })
  assert.equal(context, {
    language: "zh",
    timeZone: "Europe/Zurich",
    day: { year: 2026, month: 11, day: 21, weekday: 6 },
    place,
  })
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
  assert.is(shown(await maker.content(one, REQUEST)), 2)
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

test("does not keep a failure", async () => {
  let calls = 0
  const source = counted({
    cacheFor: 60,
    read: () => (++calls === 1 ? Promise.reject(new Error("down")) : Promise.resolve({ n: calls })),
  })
  const { maker } = contentMaker({ sources: [source] })
  const mode = reader()
  await maker.content(mode, REQUEST)
  assert.is(shown(await maker.content(mode, REQUEST)), 2)
})

test.run()
