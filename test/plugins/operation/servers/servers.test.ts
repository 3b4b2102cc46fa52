import { definePlugin } from "platen/sdk"
import { CHANGES, COUNTER_STORES, COUNTERS, LEASES, SERVERS } from "platen/sdk/servers"
import { MODES } from "platen/sdk/mode"
import type { Collection } from "platen/sdk"
import type { CounterStore } from "platen/sdk/servers"
import { openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { countersInMemory } from "../../../../sdk/servers/index.js"
import { bar, numberMode } from "../../../editions/bars.js"
import { openExtended } from "../../../editions/extended-stage.js"
import type { Extended } from "../../../editions/extended-stage.js"
import { definition, inkOf, plainPage, studioCalls } from "../../../editions/extended-studio-stage.js"
import { until } from "../../../until.js"
import { sharedStore } from "./stages.js"
import type { SharedStore } from "./stages.js"

/** Several servers on one store. */
const test = suite("servers")

/** Lets time pass, in which servers do what they do by themselves. */
async function pass({ clock }: Pick<SharedStore, "clock">, milliseconds: number): Promise<void> {
  clock.advance(milliseconds)
  clock.housekeep()
  for (let i = 0; i < 20; i++) await new Promise(setImmediate)
}
/** A second, in which servers look at what others have changed. */
async function aSecond(store: SharedStore): Promise<void> {
  for (let i = 0; i < 2; i++) await pass(store, 500)
}

async function opened(store: SharedStore, count: number): Promise<readonly Stage[]> {
  const all: Stage[] = []
  for (let i = 0; i < count; i++) all.push(await openStage(store))
  return all
}
const closed = async (all: readonly { close(): Promise<void> }[]): Promise<void> => {
  for (const each of all) await each.close()
}

test("leaves a server of a store in a file alone: it holds every job, tells nobody of changes and looks at nothing", async () => {
  const stage = await openStage()
  const { app } = stage
  assert.equal([app.get(SERVERS).isAlone, app.get(SERVERS).count()], [true, 1])
  assert.is(await app.get(LEASES).holds("any"), true)
  assert.equal(app.get(CHANGES).of("custom-modes"), [])
  await stage.close()
})

test("counts the servers that run: one that has stopped goes at once, one that was killed after half a minute", async () => {
  const store = sharedStore()
  const [a, b, c] = await opened(store, 3)
  await until(async () => {
    await pass(store, 10_000)
    return a!.app.get(SERVERS).count() === 3
  }, "three servers")
  await c!.close()
  await pass(store, 10_000)
  assert.is(a!.app.get(SERVERS).count(), 2)
  const [key, expires] = ["c/servers/servers/killed", store.clock.now() + 30_000]
  await store.engine.write([{ key, value: JSON.stringify({ at: store.clock.now() }), expires }])
  await pass(store, 20_000)
  assert.is(a!.app.get(SERVERS).count(), 3)
  await pass(store, 10_000)
  assert.is(a!.app.get(SERVERS).count(), 2)
  await closed([a!, b!])
})

test("gives a job to one server, which keeps it while it asks, and to another once it asks no more", async () => {
  const store = sharedStore()
  const all = await opened(store, 3)
  const leases = all.map(({ app }) => app.get(LEASES))
  const holders = async (job = "sweep"): Promise<readonly boolean[]> =>
    Promise.all(leases.map(async (each) => each.holds(job)))
  const first = await holders()
  assert.is(first.filter(Boolean).length, 1)
  for (let i = 0; i < 8; i++) {
    store.clock.advance(14_000)
    assert.equal(await holders(), first)
  }
  const other = leases.find((_, i) => !first[i])
  store.clock.advance(29_000)
  assert.is(await other!.holds("sweep"), false, "not before the end")
  store.clock.advance(2_000)
  assert.is(await other!.holds("sweep"), true)
  const second = await holders()
  assert.is(second.filter(Boolean).length, 1)
  assert.not.equal(second, first)
  await closed(all)
})

test("gives the jobs of a server that stops to the next at once", async () => {
  const store = sharedStore()
  const [a, b] = await opened(store, 2)
  assert.equal([await a!.app.get(LEASES).holds("sweep"), await b!.app.get(LEASES).holds("sweep")], [true, false])
  await a!.close()
  assert.is(await b!.app.get(LEASES).holds("sweep"), true)
  await b!.close()
})

/** Changes "things" on a server, as a plugin writes it. */
async function change({ app }: Stage): Promise<void> {
  for (const { collection, key, value } of app.get(CHANGES).of("things") as unknown as Written[])
    await collection.set(key, value)
}
interface Written {
  readonly collection: Collection<unknown>
  readonly key: string
  readonly value: unknown
}

test("tells the other servers of a change within a second, once for many, and not the one that made it", async () => {
  const store = sharedStore()
  const all = await opened(store, 3)
  const told = all.map(() => 0)
  for (const [i, { app }] of all.entries()) app.get(CHANGES).follow("things", async () => void told[i]!++)
  for (let i = 0; i < 5; i++) await change(all[0]!)
  await aSecond(store)
  assert.equal(told, [0, 1, 1])
  await aSecond(store)
  assert.equal(told, [0, 1, 1], "nothing has changed")
  await change(all[1]!)
  await change(all[0]!)
  await aSecond(store)
  assert.equal([told[0], told[1]! > 1, told[2]! > 1], [1, true, true])
  await closed(all)
})

test("does what a change asks for again when it has failed, and after the store was away", async () => {
  let isBroken = false
  const store = sharedStore(() => isBroken)
  const [a, b] = await opened(store, 2)
  let [tries, isFailing] = [0, true]
  b!.app.get(CHANGES).follow("things", async () => {
    tries++
    if (isFailing) throw new Error("not now")
  })
  await change(a!)
  isBroken = true
  await aSecond(store)
  assert.is(tries, 0)
  isBroken = false
  await aSecond(store)
  assert.ok(tries > 1, `${tries} tries`)
  isFailing = false
  await aSecond(store)
  const enough = tries
  await aSecond(store)
  assert.is(tries, enough)
  const lines = b!.log.lines.filter(({ event }) => event === "changes.missed")
  assert.is(lines.length, 1, "said once")
  await closed([a!, b!])
})

test("draws a mode that another server has saved, changed and removed within a second", async () => {
  const store = sharedStore()
  const [a, b] = [await openExtended({ ...store }), await openExtended({ ...store })]
  const screen = await a.owned()
  const page = async (): Promise<string> => {
    const answer = await b.at(`/api/render?v=3.7&w=296&h=128&mac=${screen.mac}&persona=MINE`, {
      headers: screen.headers,
    })
    return answer.headers["x-render-error"] ?? inkOf(answer)
  }
  const save = async (ink: "black" | "white"): Promise<void> => {
    const body = { ...plainPage("MINE", ink), mac: screen.mac }
    assert.is((await studioCalls(a).save(body, screen.owner.headers)).status, 200)
    await aSecond(store)
  }
  await save("black")
  assert.is(await page(), "black")
  await save("white")
  assert.is(await page(), "white")
  assert.is((await studioCalls(a).remove("MINE", screen.owner.headers, screen.mac)).status, 200)
  await aSecond(store)
  const ids = await studioCalls(b).ids(screen.owner.headers, `?mac=${screen.mac}`)
  assert.not.ok(ids.includes("MINE"), ids.join(" "))
  await closed([a, b])
})

test("keeps what it has loaded when it starts, and what others have saved before", async () => {
  const store = sharedStore()
  const a = await openExtended({ ...store })
  const screen = await a.owned()
  assert.is((await studioCalls(a).save({ ...definition("EARLY"), mac: screen.mac }, screen.owner.headers)).status, 200)
  const b = await openExtended({ ...store })
  assert.ok((await studioCalls(b).ids(screen.owner.headers, `?mac=${screen.mac}`)).includes("EARLY"))
  await aSecond(store)
  assert.ok((await studioCalls(b).ids(screen.owner.headers, `?mac=${screen.mac}`)).includes("EARLY"))
  await closed([a, b])
})

test("refuses a session and a token that another server has ended, and obeys its config, at the next call", async () => {
  const store = sharedStore()
  const [a, b] = [await openExtended({ ...store }), await openExtended({ ...store })]
  const screen = await a.owned()
  const own = screen.owner.headers
  assert.is((await b.at("/api/auth/me", { headers: own })).status, 200)
  await screen.configure({ modes: ["ZEN"], refresh_interval: 77 }, own)
  const config = (await b.at(`/api/config/${screen.mac}`, { headers: own })).json() as { refresh_interval: number }
  assert.is(config.refresh_interval, 77)
  assert.is((await a.post("/api/auth/logout", {}, own)).status, 200)
  assert.is((await b.at("/api/auth/me", { headers: own })).status, 401)
  await closed([a, b])
})

test("shows what another server has made since, and makes nothing again that is fresh there", async () => {
  const store = sharedStore()
  let made = 0
  const counting = definePlugin({
    id: "counting",
    setup: () => [MODES.of(numberMode("COUNTED", () => ++made, { cacheFor: 3_600 }))],
  })
  const all = [
    await openExtended({ ...store, plugins: [...store.plugins, counting] }),
    await openExtended({ ...store, plugins: [...store.plugins, counting] }),
  ]
  const screen = await all[0]!.owned()
  await screen.configure({ modes: ["COUNTED"] }, screen.owner.headers)
  const headers = { "x-device-token": screen.token }
  const shown = async (server: Extended): Promise<number> =>
    bar(await server.at(`/api/render?v=3.7&w=296&h=128&mac=${screen.mac}`, { headers }))
  const kept = store.engine
  const isKept = (number: number) => async (): Promise<boolean> =>
    (await kept.scan({ prefix: "c/pages/last-good/", limit: 10 })).some(({ value }) =>
      value.includes(`"number":${number}`),
    )
  assert.is(await shown(all[0]!), 1)
  await until(isKept(1), "what was made is not kept")
  assert.equal([await shown(all[1]!), made], [1, 1])
  store.clock.advance(3_601_000)
  assert.is(await shown(all[1]!), 2)
  await until(isKept(2), "what was made is not kept")
  assert.equal([await shown(all[0]!), made], [2, 2], "not what it knew itself")
  await closed(all)
})

test("counts the calls of all servers together where there is a store of counts, and a part each while it is away", async () => {
  const store = sharedStore()
  let isAway = false
  const together = countersInMemory(store.clock)
  const counts: CounterStore = {
    id: "test",
    add: async (key, windowMs, by) => {
      if (isAway) throw new Error("away")
      return together.add(key, windowMs, by)
    },
  }
  const plugin = definePlugin({ id: "counts", setup: () => [COUNTER_STORES.of(counts)] })
  const options = { ...store, plugins: [...store.plugins, plugin], server: { limits: { render: 4 } } }
  const all = [await openExtended(options), await openExtended(options)]
  await until(async () => {
    await pass(store, 10_000)
    return all.every(({ stage }) => stage.app.get(SERVERS).count() === 2)
  }, "both are known")
  const counted = async (i: number): Promise<number> =>
    (await all[i]!.stage.app.get(COUNTERS).add("mine", 60_000)).count
  assert.equal([await counted(0), await counted(1), await counted(0)], [1, 2, 3])
  isAway = true
  assert.equal([await counted(0), await counted(1), await counted(0)], [2, 2, 4], "each counts for two")
  isAway = false
  assert.is(await counted(1), 4, "what was counted together is still there")
  const lines = all[0]!.stage.log.lines.map(({ event }) => event).filter((event) => event.startsWith("counts."))
  assert.equal(lines, ["counts.parted"])
  await closed(all)
})

test.run()
