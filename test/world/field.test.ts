import { readFileSync } from "node:fs"
import { COMPILE, DRAW, SOURCE_READS } from "platen/sdk/mode"
import { RASTERIZER } from "platen/sdk/drawing"
import { requestFor } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../kernel/outbound/fetch.js"
import { decode } from "../../plugins/pages/decoder-sharp/decoder.js"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { startWorld } from "./server.js"
import type { World } from "./server.js"

/** Inputs as the world sends them, in the shape of public bug reports; those of one source alone stand beside its tests. */
const test = suite("field")
const FIELD = new URL("../../../test/world/field/", import.meta.url)
const file = (name: string): Buffer => readFileSync(new URL(name, FIELD))

const clock = fakeClock("2026-11-25T09:30:00Z")
let world: World
let stage: Stage
test.before(async () => {
  world = await startWorld()
  const guarded = guardedFetch({ lanHosts: [world.host], clock, ticks: clock.now, onCall: () => {} })
  stage = await openStage({ clock, fetch: (url, options) => guarded(url, { ...options, publicOnly: false }) })
})
test.after(async () => {
  await stage.close()
  await world.close()
})

const at = (name: string): string => {
  world.set(`/${name}`, (_, response) => response.end(file(name)))
  return `${world.origin}/${name}`
}

async function read<T>(source: string, parameters: object): Promise<T> {
  const context = { language: "en", timeZone: "Europe/Berlin", day: { year: 2026, month: 11, day: 25, weekday: 3 } }
  return (await stage.app.get(SOURCE_READS).read(source, parameters, context, { caller: "test" })).data as T
}

interface Feed {
  readonly feeds: readonly { readonly title: string }[]
  readonly items: readonly { readonly title: string; readonly summary: string }[]
}

test("reads titles of Atom as their types say", async () => {
  const { feeds, items } = await read<Feed>("feed", { urls: [at("15-atom-titles.xml")], items: 10 })
  assert.is(feeds[0]!.title, "Notes & marks")
  assert.equal(
    items.map(({ title }) => title),
    ["Use <dialog> and </details> well", "Tea & toast at noon", "Bold move: 3 < 4", "Salt & pepper"],
  )
  assert.is(items[1]!.summary, "First, boil water. Then wait.")
})

test("takes items with one title and links of their own for an item each", async () => {
  const { items } = await read<Feed>("feed", { urls: [at("16-same-title.xml")], items: 10 })
  assert.equal(
    items.map(({ title, summary }) => [title, summary]),
    [
      ["Sketch of the day", "Number 125: two boats"],
      ["Sketch of the day", "Number 124: a kettle"],
      ["Sketch of the day", "Number 123: a heron"],
      ["About this page", ""],
    ],
  )
})

interface Picked {
  readonly values: readonly { readonly number: number | null; readonly text: string }[]
}
const picked = async (name: string, paths: readonly string[]): Promise<readonly unknown[]> => {
  const pick = paths.map((path) => ({ path }))
  const { values } = await read<Picked>("json", { requests: [{ url: at(name) }], pick })
  return values.map(({ number, text }) => number ?? text)
}

test("reads JSON behind a byte order mark, and keys of any kind", async () => {
  assert.equal(await picked("18-bom.json", ["$.outages.list[0].area", "$.outages.list[0].houses"]), ["Mill Lane", 42])
  const paths = [
    "$.hosts['10.0.0.2'].rtt",
    "$.values[0].totals['IMPORT:T1']",
    '$.tiles[?(@.id == "9")].data.d',
    "$['tomorrow-max']",
  ]
  assert.equal((await picked("20-keys.json", paths)).map(Number), [12.4, 112.085, 21.5, 11])
})

test("shows moments written as ISO 8601 on the screen's clock", async () => {
  const mode = stage.app.get(COMPILE)(JSON.parse(file("37-iso-times-mode.json").toString()) as object)
  const screen = { width: 800, height: 480, palette: "bw" }
  const request = { ...requestFor(stage.app, "DAILY", screen, "en"), timeZone: "Europe/Berlin" }
  const { page } = (await stage.app.get(DRAW).page(mode, request))!
  const rows = stage.app.engine.rasterizer.describe(page).match(/[a-z] [^[\]]*\[[^\]]*\]/g)!
  const times = rows.filter((row) => /local_time|date H:M/.test(row))
  assert.ok(times.length >= 3)
  for (const row of times) assert.match(row, "[10:42]")
  assert.not.match(rows.join(" "), "[]")
})

test("draws composed and decomposed letters alike", () => {
  const drawn = (name: string): Uint8Array =>
    stage.app.get(RASTERIZER).paint({ type: "text", text: file(name).toString().trim(), px: 28, grow: 1 } as never, {
      width: 800,
      height: 240,
      palette: "bw",
      language: "en",
    }).data as Uint8Array
  assert.is(Buffer.compare(drawn("32-composed.txt"), drawn("32-decomposed.txt")), 0)
})

test("reads the colours that profiles mean, and those of four inks", async () => {
  const reference = await decode(file("27-colours-srgb.jpg"), 1e6)
  const apart = async (name: string): Promise<{ readonly mean: number; readonly most: number }> => {
    const { data } = await decode(file(name), 1e6)
    assert.is(data.length, reference.data.length)
    let [sum, most] = [0, 0]
    for (const [i, byte] of data.entries()) {
      const away = Math.abs(byte - reference.data[i]!)
      sum += away
      most = Math.max(most, away)
    }
    return { mean: sum / data.length, most }
  }
  for (const name of ["27-colours-adobe-rgb.jpg", "27-colours-display-p3.jpg"]) {
    const { mean } = await apart(name)
    assert.ok(mean < 3, `${name}: ${mean}`)
  }
  const { mean } = await apart("28-cmyk.jpg")
  assert.ok(mean < 25, `never negative: ${mean}`)
})

test.run()
