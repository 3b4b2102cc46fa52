import { fakeFetch } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended } from "../editions/extended-stage.js"
import { ONE_PIXEL } from "../editions/one-pixel.js"

/** N9: pictures that one person has fetched push out those of another. */
const test = suite("hostile/fetched-pictures")

/** The largest file that is kept as it came: what follows the end of the PNG counts in memory, and in its id. 24 of them are held at once. */
const padded = (filler: number): Uint8Array =>
  Buffer.concat([ONE_PIXEL, Buffer.alloc((1 << 20) - ONE_PIXEL.length, filler)])
const MORE_THAN_HELD = 26
const large = (i: number): string => `https://carl.example/${i}.png`
const world = fakeFetch({
  "https://ben.example/a.png": ONE_PIXEL,
  ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [large(i), padded(i)])),
})
let server: Extended
test.before(async () => {
  server = await openExtended({ fetch: world })
})
test.after(() => server.close())

const asked = (url: string): number => world.calls.filter((call) => call.url === url).length
type Screen = Awaited<ReturnType<Extended["owned"]>>
const preview = ({ mac, owner }: Screen, settings: object): Promise<unknown> =>
  server.at(
    `/api/preview?mac=${mac}&persona=MY_ADAPTIVE&mode_override=${encodeURIComponent(JSON.stringify(settings))}`,
    { headers: owner.headers },
  )
const setUp = async (): Promise<Screen> => {
  const screen = await server.owned()
  const settings = { MY_ADAPTIVE: { image_url: "https://ben.example/a.png" } }
  const body = { mac: screen.mac, modes: ["MY_ADAPTIVE"], mode_overrides: settings }
  assert.is((await server.post("/api/config", body, screen.owner.headers)).status, 200)
  return screen
}

test("one person's many large ones leave another's in place, fetched once", async () => {
  const [ben, carl] = [await setUp(), await server.owned()]
  await preview(ben, { image_url: "https://ben.example/a.png" })
  for (let i = 0; i < MORE_THAN_HELD; i++) await preview(carl, { image_url: large(i) })
  const before = asked("https://ben.example/a.png")
  const page = await ben.render("")
  assert.equal([page.headers["x-mode-id"], page.headers["x-render-error"]], ["MY_ADAPTIVE", undefined])
  assert.is(asked("https://ben.example/a.png"), before)
})

test("what many push out together is fetched again, and the page is shown", async () => {
  server.clock.advance(86_400_000)
  const dora = await server.owned()
  const mine = { image_url: large(39) }
  const body = { mac: dora.mac, modes: ["MY_ADAPTIVE"], mode_overrides: { MY_ADAPTIVE: mine } }
  await server.post("/api/config", body, dora.owner.headers)
  await preview(dora, { ...mine, caption: "tried" })
  const before = asked(large(39))
  for (let i = 0; i < MORE_THAN_HELD; i++) await preview(await server.owned(), { image_url: large(i) })
  const page = await dora.render("")
  assert.equal([page.headers["x-mode-id"], page.headers["x-render-error"]], ["MY_ADAPTIVE", undefined])
  assert.is(asked(large(39)), before + 1)
})

test.run()
