import { PANELS } from "platen/sdk/drawing"
import { SOURCE_READS } from "platen/sdk/mode"
import { deviceOn } from "../../testing/device.js"
import type { StageDevice } from "../../testing/device.js"
import { fakeClock, openStage } from "platen/testing"
import type { Stage, StageCaller } from "platen/testing"
import { PNG } from "pngjs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { findPlugins } from "../../../kernel/plugins/find.js"
import { folderWith } from "../../folder.js"

/** What is added by one folder, without an edit elsewhere: a folder outside the tree, as an operator names it in platen.yaml. */
const test = suite("one folder")

/** A kind of node: a gauge that is filled as high as the tide. */
const GAUGE = `
import { field, z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
export default defineNode({
  type: "tide-gauge",
  module: import.meta.url,
  schema: z.strictObject({
    level: z.number().min(0).max(1),
    bank: field(z.number().min(0).max(100).exactOptional(), { length: true }),
  }),
  paint: ({ level, bank = 0 }, painter) =>
    painter.fill(bank, Math.round(painter.height * (1 - level)), painter.width, painter.height),
  describe: ({ level }) => "The water stands at " + Math.round(level * 100) + " percent.",
})`

/** A source, a node, a panel, a mode that uses them, and a family of devices that shows it. */
const TIDES = `
import { definePlugin, z } from "platen/sdk"
import { NODES, PANELS } from "platen/sdk/drawing"
import { RENDERS } from "platen/sdk/device"
import { AREAS, defineRoute, ROUTES } from "platen/sdk/http"
import { MODES, SOURCES, defineMode, defineSource } from "platen/sdk/mode"
import { WEATHER } from "platen/sdk/sources"
import gauge from "./gauge.mjs"

const tides = defineSource({
  name: "tides",
  parameters: z.strictObject({}),
  result: z.strictObject({ level: z.number() }),
  read: async () => ({ level: 0.75 }),
})
const page = defineMode({
  id: "TIDES",
  title: { en: "Tides" },
  data: tides.result,
  cacheFor: 60,
  content: async ({ source }) => ({ data: await source("tides", {}) }),
  fallback: () => ({ level: 0 }),
  view: ({ level }, { language }) => ({ language, body: { type: "tide-gauge", level } }),
})
const panel = { id: "buoy", title: "Buoy", width: 300, height: 200, palette: "bw", codec: "bmp" }
const auth = { anyOf: ["device"] }

export default definePlugin({
  id: "tides",
  needs: { renders: RENDERS },
  setup: ({ renders }) => {
    if (WEATHER.name === undefined) throw new Error("the shapes of sources cannot be imported")
    const asked = ({ area, principal }) => ({
      area, panel, volts: 3.3, token: { value: principal.token, provisional: principal.provisional === true },
    })
    const device = ({ area, principal }) => ({ realm: area.realm, mac: principal.mac })
    return [
      SOURCES.of(tides),
      NODES.of(gauge),
      PANELS.of(panel),
      MODES.of(page),
      AREAS.of({ id: "buoys", mount: "/buoys", realm: "buoys", battery: () => ({ percent: 90 }), uses: ["devices", "configs", "history", "pairing"] }),
      ROUTES.of(
        defineRoute({
          method: "GET", path: "/show/:mac", areas: ["buoys"], auth, summary: "The page of a buoy.",
          handle: async (request) => {
            const lease = await renders.reserve(device(request), asked(request))
            const { bytes, type, mode } = lease.picture
            return { body: bytes, type, headers: { "x-mode": mode ?? "" }, sent: (whole) => void (whole && lease.commit()) }
          },
        }),
        defineRoute({
          method: "GET", path: "/why/:mac", areas: ["buoys"], auth, summary: "Why a page would be shown.",
          handle: async (request) => ({ body: { why: (await renders.peek(device(request), asked(request))).why } }),
        }),
      ),
    ]
  },
})`

let stage: Stage
const clock = fakeClock()
test.before(async () => {
  const folder = folderWith({
    "tides/index.mjs": TIDES,
    "tides/gauge.mjs": GAUGE,
    "tides/package.json": '{"exports":"./index.mjs"}',
  })
  const found = await findPlugins({ plugins: { "./tides": {} }, folder })
  const { plugin } = found.find(({ origin }) => origin !== "built-in")!
  stage = await openStage({ plugins: [plugin], clock })
})
test.after(() => stage?.close())

const buoys: StageCaller = (path, call) => stage.call(`/buoys${path}`, call)
const MAC = "0B:00:1E:00:00:01"

test("a source is read by its name", async () => {
  const where = { language: "en", timeZone: "UTC", day: { year: 2026, month: 11, day: 25, weekday: 3 } }
  const { data } = await stage.app.get(SOURCE_READS).read("tides", {}, where, { caller: "user/anna" })
  assert.equal(data, { level: 0.75 })
})

test("a panel, a kind of node and a mode are drawn by every preview", async () => {
  assert.ok(stage.app.get(PANELS).get("buoy"))
  const answer = await stage.call("/api/preview?persona=TIDES&w=300&h=200")
  assert.equal(
    [answer.status, answer.headers["x-render-error"], answer.headers["x-mode-id"]],
    [200, undefined, "TIDES"],
  )
  const daily = await stage.call("/api/preview?persona=DAILY&w=300&h=200")
  assert.not.equal(answer.body, daily.body, "it is a page of its own")
})

test("a mode of data draws the kind of node, with its lengths in units of the screen", async () => {
  const definition = {
    spec: 1,
    id: "BANK",
    title: { en: "Bank" },
    frame: "bare",
    fields: {},
    content: { pool: { en: [{}] } },
    view: { type: "tide-gauge", grow: 1, level: 1, bank: 40 },
  }
  const anna = await stage.person()
  const bank = async (w: number, h: number): Promise<number> => {
    const answer = await stage.call("/api/modes/custom/preview", {
      method: "POST",
      headers: { ...anna, "content-type": "application/json" },
      body: JSON.stringify({ mode_def: definition, w, h }),
    })
    assert.is(answer.status, 200, answer.text())
    return paperAtTheLeft(answer.body)
  }
  assert.equal([await bank(400, 300), await bank(800, 600)], [40, 80])
})

/** The pixels without ink at the beginning of the first row of a PNG. */
function paperAtTheLeft(file: Buffer): number {
  const { data, width } = PNG.sync.read(file)
  const first = Array.from({ length: width }, (_, x) => data[x * 4]!)
  return first.findIndex((shade) => shade === 0)
}

/** The share of ink of a bitmap of one bit. */
function inkOf(bmp: Buffer): number {
  const bits = bmp.subarray(bmp.readUInt32LE(10))
  let paper = 0
  for (const byte of bits) for (let rest = byte; rest > 0; rest &= rest - 1) paper++
  return 1 - paper / (bits.length * 8)
}

test("a third family of devices has tokens, pairing, configs, a playlist, history, and a reason for its page", async () => {
  const buoy: StageDevice = await deviceOn(buoys, MAC)
  const anna = await stage.person()
  const show = (): ReturnType<StageCaller> => buoys(`/show/${MAC}`, { headers: buoy.headers })
  await buoy.pair(anna)

  const json = { "content-type": "application/json" }
  const saved = await buoys("/api/config", {
    method: "POST",
    headers: { ...anna, ...json },
    body: JSON.stringify({ mac: MAC, modes: ["TIDES"], refreshInterval: 30 }),
  })
  assert.is(saved.status, 200, saved.text())
  assert.equal((await buoy.config(anna)).modes, ["TIDES"])
  const listed = await buoys(`/api/device/${MAC}/playlist`, { headers: anna })
  assert.match(listed.text(), /"mode":"TIDES"/)

  const shown = await show()
  assert.equal([shown.status, shown.headers["x-mode"]], [200, "TIDES"])
  assert.ok(
    inkOf(shown.body) > 0.4 && inkOf(shown.body) < 0.85,
    `the gauge is three quarters full: ${inkOf(shown.body)}`,
  )
  const why = (await buoys(`/why/${MAC}`, { headers: buoy.headers })).json() as { why: { by: string } }
  assert.is(why.why.by, "config-strategy")
  const history = await buoys(`/api/device/${MAC}/history`, { headers: anna })
  assert.match(history.text(), /TIDES/)

  assert.is((await stage.call(`/api/config/${MAC}`, { headers: anna })).status === 200, false, "another realm's device")
  assert.is((await show()).status, 200)
  assert.is((await buoys(`/show/${MAC}`)).status, 401)
})

/** A storage engine: a map that is lost with the process. */
const SHELF = `
import { definePlugin, NotFound } from "platen/sdk"

const engine = (clock) => {
  const rows = new Map()
  let revision = 0
  const live = ({ expires }) => expires === 0 || expires > clock.now()
  const under = (prefix) => [...rows.keys()].filter((key) => key.startsWith(prefix) && live(rows.get(key))).sort()
  const revisionOf = (key) => (rows.has(key) && live(rows.get(key)) ? rows.get(key).revision : 0)
  return {
    get: async (key) => (revisionOf(key) === 0 ? undefined : rows.get(key)),
    scan: async ({ prefix, after, limit, offset = 0, direction = "up" }) => {
      const keys = under(prefix).filter((key) => after === undefined || (direction === "up" ? key > after : key < after))
      const found = direction === "up" ? keys : keys.reverse()
      return found.slice(offset, offset + limit).map((key) => ({ key, value: rows.get(key).value }))
    },
    count: async (prefix) => under(prefix).length,
    write: async (writes, expectations = []) => {
      if (expectations.some(({ key, revision: expected }) => revisionOf(key) !== expected)) return undefined
      revision++
      for (const { key, value, expires } of writes)
        if (value === undefined) rows.delete(key)
        else rows.set(key, { value, expires, revision })
      return revision
    },
    trim: async (prefix, keep) => under(prefix).reverse().slice(keep).forEach((key) => rows.delete(key)),
    move: async (from, to) => {
      for (const [key, row] of [...rows])
        if (key.startsWith(from) && !rows.has(to + key.slice(from.length))) {
          rows.set(to + key.slice(from.length), row)
          rows.delete(key)
        }
    },
    sweep: async () => [...rows].forEach(([key, row]) => live(row) || rows.delete(key)),
    upgrade: async () => async () => {},
    close: async () => {},
  }
}
const none = async () => {
  throw new NotFound("A shelf has no file.")
}
export default definePlugin({
  id: "shelf",
  engines: [{ id: "shelf", open: async ({ clock }) => engine(clock), backUp: none, restore: none }],
  setup: () => [],
})`

test("a storage engine keeps what devices and people have, chosen by its name", async () => {
  const folder = folderWith({ "shelf.mjs": SHELF })
  const { plugin } = (await findPlugins({ plugins: { "./shelf.mjs": {} }, folder })).find(
    ({ origin }) => origin !== "built-in",
  )!
  const own = await openStage({ plugins: [plugin], storage: { engine: "shelf" }, clock })
  try {
    const anna = await own.person()
    const screen = await deviceOn(own.call, MAC)
    await screen.pair(anna)
    const saved = await own.call("/api/config", {
      method: "POST",
      headers: { ...anna, "content-type": "application/json" },
      body: JSON.stringify({ mac: MAC, modes: ["ZEN"], refreshInterval: 45 }),
    })
    assert.is(saved.status, 200, saved.text())
    assert.equal((await screen.config(anna)).modes, ["ZEN"])
  } finally {
    await own.close()
  }
})

test("it takes nothing that it does not list", async () => {
  for (const path of [`/api/device/${MAC}/habit/status`, "/api/render", "/api/modes"])
    assert.is((await buoys(path)).status, 404, path)
})

test.run()
