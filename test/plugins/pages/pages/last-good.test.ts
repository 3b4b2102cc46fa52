import { setImmediate } from "node:timers/promises"
import { Conflict, z } from "platen/sdk"
import type { Quotas } from "platen/sdk/device"
import type { DrawRequest, Mode } from "platen/sdk/mode"
import { fakeClock, fakeStore } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Content } from "../../../../plugins/pages/pages/content.js"
import { contentMaker, gate, numbered, REQUEST } from "./content-stage.js"

/** The last good contents: what they take, and whose they are. */
const test = suite("content: last good")

const MAC = "0A:BB:CC:DD:EE:FF"
const ID = { realm: "extended", mac: MAC }
const OWN: DrawRequest = { ...REQUEST, ...ID, settings: { TEST: {} } }

/** A mode whose content is so many characters that no compression shortens; it fails once `isAway`. */
function long(
  length: () => number,
  { isAway = () => false, ...parts }: { isAway?: () => boolean } & Partial<Mode> = {},
) {
  return {
    ...numbered({ settings: z.strictObject({}) }),
    data: z.object({ text: z.string() }),
    content: () =>
      isAway() ? Promise.reject(new Error("away")) : Promise.resolve({ data: { text: noise(length()) } }),
    fallback: () => ({ text: "fallback" }),
    ...parts,
  } as Mode
}

function noise(length: number): string {
  let [text, seed] = ["", 1]
  while (text.length < length) text += ((seed = (seed * 16_807) % 2_147_483_647) % 36).toString(36)
  return text
}

function counting(room = Infinity): { readonly quotas: Quotas; readonly names: Map<string, number> } {
  const names = new Map<string, number>()
  const set: Quotas["set"] = async (_, name, bytes) => {
    const before = names.get(name) ?? 0
    const sum = [...names.values()].reduce((all, each) => all + each, 0) - before + bytes
    if (bytes > before && sum > room) throw new Conflict("There is no room.", { code: "storage-limit-reached" })
    names.set(name, bytes)
  }
  return { quotas: { set, used: async () => 0 }, names }
}

const textOf = (content: Content | { readonly skip: string }): string =>
  ((content as Content).data as { text: string }).text

test("refuses a content of more than 512 KB in a sentence, and shows the one before it", async () => {
  const { maker } = contentMaker()
  let length = 1_000
  const mode = long(() => length, { cacheFor: 1 })
  assert.is(textOf(await maker.content(mode, OWN)).length, 1_000)
  length = 513 << 10
  const { data, origin, failure } = (await maker.content(mode, { ...OWN, language: "de" })) as Content
  assert.equal([data, origin], [{ text: "fallback" }, "fallback"])
  assert.is(
    failure?.message,
    "The content of TEST has more than 512 KB: choose fewer or smaller sources for this page.",
  )
  length = 511 << 10
  assert.is(textOf(await maker.content(mode, { ...OWN, language: "fr" })).length, length)
})

test("keeps one of more than 16 KB in compressed parts that count in the quota of the device, and gives it back", async () => {
  const [clock, { quotas, names }] = [fakeClock(), counting()]
  const store = fakeStore(clock)
  let [length, away] = [200_000, false]
  const mode = long(() => length, { isAway: () => away })
  const first = contentMaker({ clock, store, quotas })
  await first.maker.content(mode, OWN)
  await first.settled()
  const many = (await first.kept()).length
  assert.ok(many >= 8 && many <= 14, `${many} rows`)
  const [[name, bytes] = ["", 0]] = names
  assert.match(name, /^content\/TEST\/\d+$/)
  assert.ok(bytes > 100_000 && bytes < 200_000, `${bytes} bytes`)
  away = true
  const again = contentMaker({ clock, store, quotas }).maker
  const { data, origin } = (await again.content(mode, OWN)) as Content
  assert.equal([origin, (data as { text: string }).text], ["stale", noise(200_000)])
  // A shorter one takes the place of all of it.
  ;[length, away] = [40_000, false]
  clock.advance(86_400_000)
  const shorter = contentMaker({ clock, store, quotas })
  await shorter.maker.content(mode, OWN)
  await shorter.settled()
  assert.ok((await first.kept()).length <= 4)
})

test("where the quota has no room the previous one stays, and says so", async () => {
  const [clock, { quotas }] = [fakeClock(), counting(20_000)]
  const store = fakeStore(clock)
  let [length, away] = [2_000, false]
  const mode = long(() => length, { isAway: () => away, cacheFor: 60 })
  const { maker, log, settled } = contentMaker({ clock, store, quotas })
  await maker.content(mode, OWN)
  await settled()
  assert.is(maker.unkept(mode, OWN), undefined)
  length = 100_000
  clock.advance(61_000)
  await maker.content(mode, OWN)
  await settled()
  assert.ok(log.lines.some(({ event }) => event === "content-write.refused"))
  assert.is(maker.unkept(mode, OWN)?.code, "storage-limit-reached")
  away = true
  const { data, origin } = (await contentMaker({ clock, store, quotas }).maker.content(mode, OWN)) as Content
  assert.equal([origin, (data as { text: string }).text.length], ["stale", 2_000])
})

test("what 300 tones of one page take is bounded by the quota, and rarely counted anew", async () => {
  const { quotas, names } = counting()
  let calls = 0
  const { maker, kept, settled } = contentMaker({
    quotas: { ...quotas, set: (...given) => (calls++, quotas.set(...given)) },
  })
  const mode = long(() => 10_000)
  for (let i = 0; i < 300; i++) await maker.content(mode, { ...OWN, tone: `tone ${i}` })
  await settled()
  assert.is((await kept()).length, 16)
  assert.is(names.size, 16)
  assert.ok(calls <= 40, `${calls} counts`)
})

test("keeps nothing of a device that was forgotten while the content was made, in memory or in the store", async () => {
  const { maker, kept, settled } = contentMaker()
  const waiting = gate<void>()
  const mode: Mode = {
    ...long(() => 100),
    content: async () => {
      await waiting.waiting
      return { data: { text: "an event of the former owner" } }
    },
  }
  const page = maker.content(mode, OWN)
  await setImmediate()
  await maker.forget(ID)
  waiting.open()
  await page
  await settled()
  assert.equal(await kept(), [])
  const next = long(() => 100, { isAway: () => true })
  assert.is(((await maker.content(next, OWN)) as Content).origin, "fallback")
})

test("forgets what is being written just then", async () => {
  const { maker, kept, settled } = contentMaker()
  const mode = long(() => 100_000)
  await maker.content(mode, OWN)
  await maker.forget(ID)
  await settled()
  assert.equal(await kept(), [])
})

test.run()
