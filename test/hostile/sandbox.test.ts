import { fakeFetch } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended, Person } from "../editions/extended-stage.js"

/** N8: one person has the sandbox work without end, a new address each time. */
const test = suite("hostile/sandbox")

const nest = (depth: number): object => (depth === 0 ? { a: 1 } : { a: nest(depth - 1), b: nest(depth - 1) })
const DEEP = JSON.stringify(nest(13))
const costly = "$..[?count($..*) < 1]"
const addresses = Array.from({ length: 12 }, (_, i) => `https://deep${i}.example/`)
const world = fakeFetch({
  ...Object.fromEntries(addresses.map((url) => [url, DEEP])),
  "https://meter.example/": '{"a":7}',
  "https://calendar.example/": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n",
})
let server: Extended
interface Somebody {
  readonly mac: string
  readonly owner: Person
}
let carl: Somebody
let ben: Somebody
test.before(async () => {
  server = await openExtended({ fetch: world })
  carl = await server.owned()
  ben = await server.owned()
})
test.after(() => server.close())

/** A preview of a page with these settings, and its error. */
async function preview(who: Somebody, persona: string, settings: object): Promise<string | undefined> {
  const query = `mac=${who.mac}&persona=${persona}&mode_override=${encodeURIComponent(JSON.stringify(settings))}`
  return (await server.at(`/api/preview?${query}`, { headers: who.owner.headers })).headers["x-render-error"]
}
const numbers = (url: string, path: string): object => ({ requests: [{ url }], pick: [{ path }] })

test("after three orders that were ended, those of that person and source rest for ten minutes; nothing else does", async () => {
  const said: (string | undefined)[] = []
  for (const url of addresses.slice(0, 5)) said.push(await preview(carl, "NUMBERS", numbers(url, costly)))
  assert.equal(said, ["upstream", "upstream", "upstream", "source-resting", "source-resting"])
  assert.is(await preview(carl, "NUMBERS", numbers("https://meter.example/", "$.a")), "source-resting")
  assert.is(await preview(carl, "AGENDA", { feeds: [{ url: "https://calendar.example/" }] }), undefined, "other pages")
  assert.is(await preview(ben, "NUMBERS", numbers("https://meter.example/", "$.a")), undefined, "other people")
  server.clock.advance(601_000)
  assert.is(await preview(carl, "NUMBERS", numbers("https://meter.example/", "$.a")), undefined, "ten minutes later")
})

test("whoever has used the processor least comes first", async () => {
  const order: string[] = []
  const asked = async (who: Somebody, name: string, settings: object): Promise<void> => {
    await preview(who, "NUMBERS", settings)
    order.push(name)
  }
  // Both wait while the first of them runs: ben, who has used next to nothing, before what carl sent earlier.
  await Promise.all([
    asked(carl, "carl 1", numbers(addresses[5]!, costly)),
    asked(carl, "carl 2", numbers(addresses[6]!, costly)),
    asked(carl, "carl 3", numbers(addresses[7]!, costly)),
    asked(ben, "ben", numbers("https://meter.example/", "$.a")),
  ])
  assert.ok(order.indexOf("ben") <= 1, order.join())
})

test.run()
