import { suite } from "uvu"
import * as assert from "uvu/assert"
import { z } from "platen/sdk"
import { pngPixels } from "../devices/pixels.js"
import type { Answer } from "../kernel/http/ask.js"
import { emptyFolder } from "../kernel/storage/setting.js"
import { bars, numberMode } from "./bars.js"
import { asked, kind, openDocument, shown } from "./document-stage.js"
import type { Documented, Owned } from "./document-stage.js"
import { stored } from "./stored.js"
import { load, modeOf } from "./test-modes.js"

/** The extended document, "Rendering and preview": GET /api/widget/{mac} and GET /api/preview. */
const test = suite("extended document: widget and preview")

const FOLDER = emptyFolder()
let server: Documented
let screen: Owned
/** Times that content was made. */
let made = 0
const settings = z.object({ text: z.string().max(200).default("") })

test.before(async () => {
  server = await openDocument({ dataFolder: FOLDER })
  await load(
    server.stage,
    modeOf("NOTED", { settings, view: (_, { settings: set }) => bars((set as z.output<typeof settings>).text.length) }),
    numberMode("COUNTED", () => ++made, { cacheFor: 3_600 }),
    numberMode("PLACED", ({ place }) => place?.name?.length ?? 0, { cacheFor: 0 }),
  )
  screen = await server.configured()
})
test.after(() => server.close())

const widget = (query = "", headers = screen.headers): Promise<Answer> =>
  server.at(`/api/widget/${screen.mac}?${query}`, asked(headers))
const preview = (query = "", headers = {}): Promise<Answer> =>
  server.at(`/api/preview?w=296&h=128&${query}`, asked(headers))
const size = ({ body }: Answer): readonly number[] => [pngPixels(body).width, pngPixels(body).height]
const kept = async (): Promise<unknown> => {
  await server.written(screen)
  for (let i = 0; i < 5; i++) await server.at("/api/health")
  return stored(FOLDER)
}

test('widget: is a "widget image, returns image/png"', async () => {
  assert.equal(kind(await widget()), [200, "image/png"])
})

test('widget: is "read-only" and "does not update device state"', async () => {
  await screen.post("switch", { mode: "TWO" })
  await server.push(screen)
  const before = await kept()
  for (const query of ["", "mode=ONE", "size=large", "w=296&h=128"]) assert.is((await widget(query)).status, 200)
  assert.equal(await kept(), before)
  await screen.render()
})

test('widget: takes mode, string: "mode to show", which may be left out', async () => {
  assert.equal([shown(await widget("mode=TWO")), (await widget()).status], [[200, 2], 200])
})

test("widget: takes w, int, and h, int: width and height", async () => {
  assert.equal(
    [size(await widget("w=296&h=128")), size(await widget("w=500")), size(await widget("h=200"))],
    [
      [296, 128],
      [500, 300],
      [400, 200],
    ],
  )
})

test('widget: takes size, "one of small, medium, large", and no other', async () => {
  for (const [name, ...rest] of [
    ["small", 200, 150],
    ["medium", 400, 300],
    ["large", 800, 480],
  ] as const)
    assert.equal(size(await widget(`size=${name}`)), rest)
  for (const name of ["tiny", "extra-large"]) assert.is((await widget(`size=${name}`)).status, 400)
})

test('preview: is a "browser preview, returns image/png", without a parameter too', async () => {
  const answer = await server.at("/api/preview")
  assert.equal(
    [kind(answer), size(answer)],
    [
      [200, "image/png"],
      [400, 300],
    ],
  )
})

test('preview: takes v, float: "preview voltage"', async () => {
  assert.equal(
    [shown(await preview("persona=BATTERY&v=1.65")), shown(await preview("persona=BATTERY&v=3.3"))],
    [
      [200, 50],
      [200, 100],
    ],
  )
})

test('preview: takes mac, string: "device address", and shows what that device would show', async () => {
  const other = await server.configured({ modes: ["THREE"] })
  assert.equal(shown(await preview(`mac=${other.mac}`, other.headers)), [200, 3])
})

test('preview: takes persona, string: "mode to show"', async () => {
  assert.equal(
    [shown(await preview("persona=ONE")), shown(await preview("persona=TWO"))],
    [
      [200, 1],
      [200, 2],
    ],
  )
})

test('preview: takes city_override, string: "overrides the city for this preview only"', async () => {
  const other = await server.configured({ city: "Bern", lat: 46.9, lon: 7.4, modes: ["PLACED"] })
  const before = (await server.at(`/api/config/${other.mac}`, asked(other.headers))).text()
  const page = async (query: string): Promise<Buffer> =>
    (await preview(`mac=${other.mac}&${query}`, other.headers)).body
  const usual = await page("")
  assert.not.ok((await page("city_override=Paris")).equals(usual))
  assert.ok((await page("")).equals(usual), "this preview only")
  assert.is((await server.at(`/api/config/${other.mac}`, asked(other.headers))).text(), before)
})

test('preview: takes mode_override, string: "JSON override of the current mode"', async () => {
  assert.equal(
    [
      shown(await preview(`persona=NOTED&mode_override=${encodeURIComponent('{"text":"seven77"}')}`)),
      shown(await preview("persona=NOTED")),
    ],
    [
      [200, 7],
      [200, 0],
    ],
  )
})

test('preview: takes memo_text, string: "text override for the MEMO mode"', async () => {
  const page = async (query: string): Promise<Buffer> => (await preview(query)).body
  assert.not.ok((await page("persona=MEMO&memo_text=Buy%20milk")).equals(await page("persona=MEMO")))
  assert.not.ok(
    (await page("persona=MEMO&memo_text=Buy%20milk")).equals(await page("persona=MEMO&memo_text=Buy%20bread")),
  )
  assert.ok((await page("persona=ONE&memo_text=Buy%20milk")).equals(await page("persona=ONE")), "for no other")
})

test("preview: takes w, int, and h, int: width and height", async () => {
  for (const [w, h] of [
    [296, 128],
    [800, 480],
    [1600, 1200],
  ] as const)
    assert.equal(size(await server.at(`/api/preview?w=${w}&h=${h}`)), [w, h])
})

test('preview: takes no_cache, int: "value 1 skips the cache"', async () => {
  const times: number[] = []
  for (const query of ["", "", "&no_cache=0", "&no_cache=1", "&no_cache=1"]) {
    assert.is((await preview(`persona=COUNTED${query}`)).status, 200)
    times.push(made)
  }
  assert.equal(times, [1, 1, 1, 2, 3])
})

test.run()
