import { readdirSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { SECRETS } from "platen/sdk"
import type { OutboundFetch, PlatenError } from "platen/sdk"
import { SOURCE_READS } from "platen/sdk/mode"
import type { Calendar } from "platen/sdk/sources"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../../kernel/outbound/fetch.js"
import { PEOPLE } from "../../../../plugins/people/accounts/commands.js"
import { fakeClock, openStage } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { misbehaviour, startWorld } from "../../../world/server.js"
import type { Answers, World } from "../../../world/server.js"
import { quiet } from "../../../until.js"

const test = suite("source-calendar")
const FOLDER = new URL("../../../../../test/world/calendars/", import.meta.url)
const DAY = { year: 2026, month: 11, day: 23, weekday: 1 }

const clock = fakeClock("2026-11-23T08:00:00Z")
let world: World
let stage: Stage
let fetch: OutboundFetch
/** True: addresses of users may be on this machine, where the world of this test stands. */
let isOpen = true
test.before(async () => {
  world = await startWorld()
  const guarded = guardedFetch({ lanHosts: [world.host], clock, ticks: clock.now, onCall: () => {} })
  fetch = (url, options) => guarded(url, { ...options, ...(isOpen && { publicOnly: false }) })
  stage = await openStage({
    clock,
    random: () => 0,
    fetch: (url, options) => fetch(url, options),
    config: {
      "source-calendar": {
        connections: { home: { origin: world.origin, headers: { authorization: "Basic abc" }, users: ["ada"] } },
      },
    },
  })
})
test.after(async () => {
  await stage.close()
  await world.close()
})

/** What the source answers about a path of the world, days after the last question. */
async function read(path: string, more: object = {}, user?: string): Promise<Calendar> {
  const { data } = await stage.app
    .get(SOURCE_READS)
    .read(
      "calendar",
      { url: path.startsWith("/") ? world.origin + path : path, ...more },
      { language: "en", timeZone: "Europe/Berlin", day: DAY, ...(user !== undefined && { user }) },
      { caller: "test" },
    )
  return data as Calendar
}

async function refused(work: Promise<unknown>): Promise<PlatenError> {
  return work.then(
    () => {
      throw new Error("it answered")
    },
    (error: unknown) => error as PlatenError,
  )
}

const sent =
  (file: string): Answers =>
  (_, response) =>
    response.setHeader("content-type", "text/calendar").end(readFileSync(new URL(file, FOLDER)))

test("reads a calendar over HTTP, by webcal: too, with its name", async () => {
  world.set("/google.ics", sent("google.ics"))
  const { name, events } = await read("/google.ics")
  assert.is.not(name, "")
  assert.is(events.length, 5)
  const real = fetch
  fetch = (url, options) => real(String(url).replace("https://", "http://"), options)
  const more = await read(`webcal://${world.host}/google.ics`, { days: 14 })
  fetch = real
  assert.ok(more.events.length >= events.length)
})

for (const file of readdirSync(FOLDER).filter((name) => name.startsWith("hostile-")))
  test(`survives ${file}`, async () => {
    world.set(`/${file}`, sent(file))
    const answer = await read(`/${file}`).catch((error: unknown) => error as PlatenError)
    if (answer instanceof Error) {
      assert.ok([502, 503].includes(answer.status), answer.message)
      assert.match(answer.message, /^[^\n]+\.$/)
    } else if (!["hostile-nested.ics", "hostile-binary.ics"].includes(file))
      assert.ok(
        answer.events.some(({ title }) => title === "Good neighbour"),
        JSON.stringify(answer).slice(0, 300),
      )
    world.set("/after.ics", sent("google.ics"))
    assert.is((await read("/after.ics", { from: 1 })).events.length > 0, true, "the next calendar is read")
  })

for (const [what, answers] of Object.entries(misbehaviour({ calendar: "x".repeat(3_000) })))
  test(`fails in one sentence for ${what}, and keeps what it knew`, async () => {
    await quiet(clock)
    clock.advance(3 * 86_400_000)
    const path = `/${encodeURIComponent(what)}.ics`
    world.set(path, answers)
    const { message, status } = await refused(read(path))
    assert.is(status, 502)
    assert.match(message, /^[A-Z0-9][^\n]+\.$/)
    clock.advance(16 * 60_000)
    world.set(path, sent("google.ics"))
    const good = await read(path)
    world.set(path, answers)
    clock.advance(16 * 60_000)
    assert.equal(await read(path), good)
  })

const field = (file: string): Buffer => readFileSync(new URL(`../field/${file}`, FOLDER))

test("reads a calendar in the character set that its server names, or that its bytes are in", async () => {
  for (const [path, type] of [
    ["/named.ics", "text/calendar; charset=ISO-8859-1"],
    ["/unnamed.ics", "text/calendar"],
  ] as const) {
    world.set(path, (_, response) => response.setHeader("content-type", type).end(field("08-latin1.ics")))
    const { name, events } = await read(path, { from: 0, days: 14 })
    assert.is(name, "Abfuhr Köln")
    assert.equal(
      events.map(({ title, place }) => `${title}, ${place}`.replace(/, $/, "")),
      ["Müllabfuhr Höhenweg, Schloßstraße 4", "Chor für Anfänger"],
    )
  }
  const folded = Buffer.from(field("08-latin1.ics").toString("latin1").replace("Müllabfuhr", "Müll\u2192abfuhr"))
  const cut = folded.indexOf("→") + 1
  const bytes = Buffer.concat([folded.subarray(0, cut), Buffer.from("\r\n "), folded.subarray(cut)])
  world.set("/folded.ics", (_, response) => response.setHeader("content-type", "text/calendar").end(bytes))
  assert.match((await read("/folded.ics", { days: 14 })).events[0]!.title, "Müll→abfuhr")
})

test("reads a calendar of a server that packs whatever it is asked", async () => {
  world.set("/packed.ics", (_, response) =>
    response
      .writeHead(200, { "content-type": "text/calendar", "content-encoding": "gzip" })
      .end(gzipSync(field("07-always-gzip.ics"))),
  )
  const { name, events } = await read("/packed.ics")
  assert.equal([name, events.length, events.every(({ allDay }) => allDay)], ["US Holidays", 2, true])
})

test("opens a sealed link, and names it nowhere", async () => {
  const link = `${world.origin}/private-0815/basic.ics`
  const sealed = stage.app.get(SECRETS).seal(link)
  world.set("/private-0815/basic.ics", sent("google.ics"))
  assert.is((await read(sealed)).events.length, 5)
  await quiet(clock)
  clock.advance(3 * 86_400_000)
  world.set("/private-0815/basic.ics", "<html>")
  const { message } = await refused(read(stage.app.get(SECRETS).seal(`${link}?x`)))
  assert.not.match(message, /0815/)
  assert.not.match(JSON.stringify(stage.log.lines), /0815/)
  assert.not.match((await refused(read("ftp://secret.example/0815"))).message, /0815/)
})

test("reaches a calendar at home only over a connection that was granted", async () => {
  let seen: string | undefined
  world.set("/dav/home.ics", (request, response) => {
    seen = request.headers.authorization
    response.end(readFileSync(new URL("google.ics", FOLDER)))
  })
  isOpen = false
  try {
    const { code, cause } = await refused(read("/dav/home.ics"))
    assert.equal([code, (cause as PlatenError).code], ["upstream", "host-not-public"], "said in the log alone")
    const { people } = stage.app.get(PEOPLE)
    const ada = await people.add({ shown: "ada", fold: "ada" }, "a long password", "user")
    const bob = await people.add({ shown: "bob", fold: "bob" }, "a long password", "user")
    const over = { url: "/dav/home.ics", connection: "home" }
    assert.is((await refused(read("", over, bob.id))).code, "connection-not-granted")
    assert.is((await refused(read("", over))).code, "connection-not-granted")
    assert.is(seen, undefined)
    assert.is((await read("", over, ada.id)).events.length, 5)
    assert.is(seen, "Basic abc")
    assert.is((await refused(read("", { ...over, url: "https://elsewhere.example/x" }, ada.id))).code, "calendar-link")
  } finally {
    isOpen = true
  }
})

test.run()
