import sharp from "sharp"
import { setImmediate as turn } from "node:timers/promises"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PICTURES, RASTERIZER } from "platen/sdk/drawing"
import { DRAW, MODES, SOURCES } from "platen/sdk/mode"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { paintedPictures } from "../../../plugins/models/page-painter/painted-pictures.js"
import { fakeClock, fakeStore, openStage, requestFor } from "../../testing/index.js"
import type { Stage, StageDevice } from "../../testing/index.js"
import { quiet } from "../../until.js"
import { openModelServer } from "./model-server.js"
import type { ModelServer } from "./model-server.js"

const test = suite("models: pages that are painted")

type Headers = Readonly<Record<string, string>>
const clock = fakeClock("2026-11-26T09:05:00Z")
const PAINTING = await sharp({ create: { width: 1400, height: 1400, channels: 3, background: "#888" } })
  .png()
  .toBuffer()
let server: ModelServer
let stage: Stage
let anna: Headers
let ben: Headers
let screen: StageDevice
test.before(async () => {
  server = await openModelServer()
  stage = await openStage({
    clock,
    fetch: guardedFetch({ lanHosts: [server.host], clock, ticks: () => 0, onCall: () => {} }),
    config: {
      // Its work ahead of wakes would ask in between.
      ahead: false,
      "painter-openai": {
        easel: { baseUrl: `${server.url}/v1`, model: "paint", isKeyed: false },
        other: { baseUrl: `${server.url}/v1`, model: "large", isKeyed: false },
      },
      models: { painter: "easel" },
    },
  })
  ;[anna, ben] = [await stage.person("anna"), await stage.person("ben")]
  screen = await stage.device()
  await screen.pair(anna)
  await screen.configure({ modes: ["ARTWALL"], city: "Berlin", lat: 52.52, lon: 13.4 }, anna)
})
test.after(async () => {
  await stage.close()
  await server.close()
})

const wake = async (device = screen): Promise<string> => {
  const { status, body } = await device.render()
  assert.is(status, 200)
  return body.toString("base64")
}
/** The page of a person, as a reader hears it, and the id of its picture. */
async function page(
  who = anna,
  settings: object = {},
): Promise<{ readonly said: string; readonly id: string | undefined }> {
  const { app } = stage
  const { user_id: user } = (await stage.call("/api/auth/me", { headers: who })).json() as { user_id: string }
  const request = requestFor(app, "ARTWALL", { width: 800, height: 480, palette: "bw" }, "en")
  const drawn = await app.get(DRAW).page(app.get(MODES).get("ARTWALL")!, {
    ...request,
    user,
    settings: { ARTWALL: settings },
    place: { name: "Berlin", latitude: 52.52, longitude: 13.4 },
    purpose: undefined,
  } as never)
  return { said: app.get(RASTERIZER).describe(drawn!.page), id: (drawn!.content.data as { painted?: string }).painted }
}
/** Lets a minute pass: then content is made again. */
const minute = async (): Promise<void> => {
  await turn()
  clock.advance(61_000)
}
const nextDay = (): void => clock.advance(24 * 3_600_000)
/** Lets the painter and the decoder end. */
const done = (): Promise<void> => quiet(clock)

test("shows the drawing until the picture is there, and never waits", async () => {
  server.script("hang")
  const first = await wake()
  await server.calls(1)
  await minute()
  assert.is(await wake(), first, "the painter hangs, and the page is there")
  assert.is(server.asked.length, 1)
})

test("shows what a model has painted, with a sign that says so, once a day", async () => {
  nextDay()
  server.script({ paint: PAINTING })
  const before = await wake()
  await server.calls(1)
  await done()
  await minute()
  assert.is.not(await wake(), before)
  const { prompt, size } = server.asked[0]!.body as { prompt: string; size: string }
  assert.is(size, "1024x1024")
  assert.match(prompt, /November 27, 2026, in autumn, in Berlin/)
  assert.match(prompt, /Pure black on pure white/)
  assert.not.match(prompt, /anna/i)
  await wake()
  assert.is(server.asked.length, 1)
})

test("asks the painter that the config names, where it is set up", async () => {
  nextDay()
  server.script({ paint: PAINTING })
  await screen.configure({ image_provider: "other" }, anna)
  await wake()
  await server.calls(1)
  await done()
  assert.is(server.asked[0]!.body.model, "large")
  nextDay()
  server.script({ paint: PAINTING })
  await screen.configure({ image_provider: "aliyun", image_model: "wanx-v1" }, anna)
  await wake()
  await server.calls(1)
  await done()
  assert.is(server.asked[0]!.body.model, "paint", "no such painter is set up here: the usual one paints")
  await screen.configure({ image_provider: "", image_model: "" }, anna)
})

test("hands the picture to its owner's pages only, made small, and says that a model painted it", async () => {
  server.script({ paint: PAINTING })
  await page()
  await done()
  await minute()
  const own = await page()
  assert.match(own.said, /Painted by a model/)
  assert.match(own.id!, /^kept-/)
  const file = await stage.app.get(PICTURES).dithered({ type: "image", source: own.id! }, 100, 100, {
    id: "bw",
    bits: 1,
    entries: [
      { ink: "black", rgb: [0, 0, 0] },
      { ink: "white", rgb: [255, 255, 255] },
    ],
  })
  assert.is(file.width, 100)
  const other = await page(ben)
  assert.is(other.id, undefined, "ben's page has none of anna's")
  await done()
  await minute()
  assert.is.not((await page(ben)).id, own.id, "and the same bytes have another id")
})

test("paints neither for strangers nor for trials, nor where a person turns it off", async () => {
  nextDay()
  server.script({ paint: PAINTING })
  await stage.call("/api/preview?persona=ARTWALL&w=400&h=300")
  const tried = `mode_override=${encodeURIComponent(JSON.stringify({ style: "water" }))}`
  await stage.call(`/api/preview?mac=${screen.mac}&persona=ARTWALL&w=400&h=300&${tried}`, { headers: anna })
  assert.is((await page(anna, { painted: false })).id, undefined)
  await done()
  assert.is(server.asked.length, 0)
})

test("after a failure the drawing stands, and the painter rests for ten minutes", async () => {
  for (const reply of [
    { status: 500 },
    { paint: Buffer.concat([PAINTING.subarray(0, 400), Buffer.alloc(300)]) },
  ] as const) {
    nextDay()
    server.script(reply)
    await wake()
    await server.calls(1)
    await done()
    const asked = server.asked.length
    for (let i = 0; i < 5; i++) {
      await minute()
      await wake()
    }
    assert.is(server.asked.length, asked)
    assert.is((await page(ben, { painted: false })).id, undefined)
    clock.advance(600_000)
    server.script(reply)
    await wake()
    await server.calls(1)
    await done()
  }
})

test("paints ten pictures a person and day", async () => {
  nextDay()
  server.script({ paint: PAINTING })
  const source = stage.app.get(SOURCES).get("painter")!
  const day = { year: 2026, month: 12, day: 2, weekday: 3 }
  const answers: unknown[] = []
  for (let number = 0; number < 12; number++)
    answers.push(
      await source.read({ mode: `MODE_${number}`, subject: "A boat", season: "winter", place: "", inks: "red" }, {
        language: "en",
        timeZone: "UTC",
        day,
        user: "spender",
        now: clock.now(),
        release: () => {},
        askAgainIn: () => {},
      } as never),
    )
  assert.is(server.asked.length, 10)
  assert.equal(answers[10], { id: null })
  assert.match((answers[9] as { id: string }).id, /^kept-/)
})

test("keeps two pictures of a page, and those of nobody whose account is gone", async () => {
  const held = new Map<string, Uint8Array>()
  const kept = paintedPictures(fakeStore(), {
    hold: async (file, { id, maxSide, ttl }) => {
      assert.equal([maxSide, ttl], [1024, 3 * 86_400])
      held.set(id, file)
      return `kept-${id}-${file[0]}`
    },
    release: async (id) => void held.delete(id),
  })
  const mine = { user: "anna", mode: "ARTWALL", inks: "none" }
  for (let day = 1; day <= 3; day++) await kept.add(mine, { day: `2026-01-0${day}`, asked: "q" }, Uint8Array.of(day))
  await kept.add({ ...mine, user: "ben" }, { day: "2026-01-03", asked: "q" }, Uint8Array.of(9))
  assert.is(held.size, 3)
  assert.is(await kept.find(mine, { day: "2026-01-01", asked: "q" }), undefined)
  assert.match((await kept.find(mine, { day: "2026-01-03", asked: "q" }))!.id, /-3$/)
  assert.is(await kept.find({ ...mine, user: "eve" }, { day: "2026-01-03", asked: "q" }), undefined)
  await kept.sweep(async (user) => user === "ben")
  assert.equal([...held.keys()], ["painted/ben/ARTWALL/none/0"])
  assert.is(await kept.find(mine, { day: "2026-01-03", asked: "q" }), undefined)
})

test.run()
