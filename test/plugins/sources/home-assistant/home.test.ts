import { inspect } from "node:util"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { SOURCE_READS } from "platen/sdk/mode"
import { PEOPLE } from "../../../../plugins/people/accounts/commands.js"
import type { Entity } from "../../../../plugins/sources/home-assistant/entity.js"
import { guardedFetch } from "../../../../kernel/outbound/fetch.js"
import { fakeClock, openStage } from "../../../testing/index.js"
import { HOUSEHOLD, homeHistory, homeState } from "../../../world/home-assistant.js"
import { quiet } from "../../../until.js"
import { misbehaviour, startWorld } from "../../../world/server.js"
import type { Answers, World } from "../../../world/server.js"

const test = suite("source-home-assistant")
const TOKEN = "Bearer eyJ0b2tlbiI6Im9mIHRoZSBob3VzZSJ9"
const TEMPERATURE = HOUSEHOLD[0]!
const ID = TEMPERATURE.entity_id
const POWER = "sensor.power"

interface Failure {
  readonly code: string
  readonly message: string
}
interface Scene {
  readonly world: World
  readonly clock: ReturnType<typeof fakeClock>
  readonly logged: () => string
  /** Ids of the accounts of an admin and of two users. */
  readonly ids: Readonly<Record<"chief" | "ada" | "bob", string>>
  entities(parameters: object, user?: string): Promise<readonly Entity[]>
  fault(parameters: object, user?: string): Promise<Failure>
}

/** Answers of a Home Assistant, for those who have the token. */
function known(answers: object): Answers {
  return (request, response) => {
    if (request.headers.authorization !== TOKEN) return response.writeHead(401).end("401: Unauthorized")
    return response.setHeader("content-type", "application/json").end(JSON.stringify(answers))
  }
}

const notFound: Answers = (_, response) =>
  response.writeHead(404, { "content-type": "application/json" }).end('{"message":"Entity not found."}')
const historyPath = (clock: { now(): number }, hours: number): string =>
  `/api/history/period/${new Date(clock.now() - hours * 3_600_000).toISOString()}`

interface Home extends Scene {
  close(): Promise<void>
}

const PATHS = Object.fromEntries(HOUSEHOLD.map((each) => [`/api/states/${each.entity_id}`, known(each)]))

/** `lan`: the operator allows the host at home. */
async function openHome(lan: boolean): Promise<Home> {
  const clock = fakeClock()
  const world = await startWorld(PATHS)
  const guarded = guardedFetch({ lanHosts: lan ? [world.host] : [], clock, ticks: clock.now, onCall: () => {} })
  const connection = { origin: world.origin, headers: { Authorization: TOKEN } }
  const stage = await openStage({
    clock,
    config: {
      "source-home-assistant": {
        connections: {
          house: connection,
          shared: { ...connection, users: ["ada"] },
          wrong: { ...connection, headers: { Authorization: "Bearer made-up" } },
        },
      },
    },
    fetch: guarded,
  })
  const read = (parameters: object, user: string | undefined): Promise<{ readonly data: unknown }> =>
    stage.app.get(SOURCE_READS).read(
      "home-assistant",
      parameters,
      {
        language: "en",
        timeZone: "UTC",
        day: { year: 2026, month: 11, day: 21, weekday: 6 },
        ...(user !== undefined && { user }),
      },
      { caller: "test" },
    )
  const { people } = stage.app.get(PEOPLE)
  const ids: Record<string, string> = {}
  for (const name of ["chief", "ada", "bob"])
    ids[name] = (
      await people.add({ shown: name, fold: name }, "a long password", name === "chief" ? "admin" : "user")
    ).id
  return {
    world,
    clock,
    logged: () => inspect(stage.log.lines, { depth: 12 }),
    ids: ids as Scene["ids"],
    entities: async (parameters, user = ids.chief) =>
      ((await read({ connection: "house", ...parameters }, user)).data as { readonly entities: readonly Entity[] })
        .entities,
    fault: async (parameters, user = ids.chief) => {
      try {
        await read({ connection: "house", ...parameters }, user)
      } catch (error) {
        return error as Failure
      }
      throw new Error("it answered")
    },
    close: async () => {
      await stage.close()
      await world.close()
    },
  }
}

const homes: Home[] = []
test.before(async () => {
  for (const lan of [true, false]) homes.push(await openHome(lan))
})
test.after(async () => {
  for (const home of homes) await home.close()
})

/** Runs a test in the one home that there is, days after the last, so that nothing is kept of that. */
async function withHome(run: (scene: Scene) => Promise<void>, home = homes[0]!): Promise<void> {
  await quiet(home.clock)
  home.clock.advance(3 * 86_400_000)
  home.world.reset(PATHS)
  await run(home)
}

test("answers the entities of a household in the order asked", () =>
  withHome(async ({ entities, world }) => {
    const asked = HOUSEHOLD.map(({ entity_id: id }) => id).reverse()
    const found = await entities({ entities: asked })
    assert.equal(
      found.map(({ id }) => id),
      asked,
    )
    assert.is(found.at(-1)!.number, 21.4)
    assert.is(world.calls.length, 24, "each once, and no history")
    assert.equal([...new Set(found.map(({ kind }) => kind))].sort(), ["number", "switch", "text", "unavailable"])
  }))

test("shows an entity that is unknown there as unavailable, and the others", () =>
  withHome(async ({ entities, world }) => {
    world.set("/api/states/sensor.attic", notFound)
    const [gone, there, again] = await entities({ entities: [" Sensor.Attic ", ID, ID] })
    assert.equal(
      [gone!.id, gone!.name, gone!.kind, gone!.icon],
      ["sensor.attic", "sensor.attic", "unavailable", "gauge"],
    )
    assert.equal(there, again!)
    assert.is(world.calls.length, 2, "an entity that is named twice is asked once")
  }))

test("has the history of numbers, in calls for six", () =>
  withHome(async ({ entities, world, clock }) => {
    const ids = HOUSEHOLD.map(({ entity_id: id }) => id)
    const from = clock.now() - 24 * 3_600_000
    world.set(historyPath(clock, 24), (request, response) => {
      const named = new URL(request.url!, "http://home").searchParams.get("filter_entity_id")!.split(",")
      // In an order of its own, and not of all.
      const lists = named.filter((id) => id !== POWER).map((id) => homeHistory(id, ["1", "2", "3"], from, 480))
      response.end(JSON.stringify(lists.reverse()))
    })
    const found = await entities({ entities: ids, hours: 24 })
    const numbers = found.filter(({ kind }) => kind === "number")
    assert.is(numbers.length, 10)
    for (const { id, history } of found)
      assert.is(history.length, numbers.some((each) => each.id === id) && id !== POWER ? 96 : 0, id)
    const asked = world.calls.filter((call) => call.startsWith("/api/history"))
    assert.is(asked.length, 2)
    for (const call of asked) {
      const { searchParams } = new URL(call, world.origin)
      assert.ok(searchParams.get("filter_entity_id")!.split(",").length <= 6)
      assert.is(searchParams.get("end_time"), new Date(clock.now()).toISOString())
      for (const name of ["minimal_response", "no_attributes"]) assert.ok(searchParams.has(name), name)
    }
  }))

for (const [what, answers] of Object.entries(misbehaviour([homeHistory(ID, ["1", "2"], 0, 60)])))
  test(`shows the values without a history for ${what} in its place`, () =>
    withHome(async ({ entities, world, clock }) => {
      world.set(historyPath(clock, 24), answers)
      const [found] = await entities({ entities: [ID], hours: 24 })
      assert.equal([found!.number, found!.history], [21.4, []])
    }))

for (const [what, answers] of Object.entries({
  ...misbehaviour(TEMPERATURE),
  "status 404 of another server": "",
  "a list in place of a state": [TEMPERATURE],
}))
  test(`fails in one sentence for ${what}, and keeps what it knew`, () =>
    withHome(async ({ fault, entities, world, clock }) => {
      const path = `/api/states/${ID}`
      const asked = { entities: [POWER, ID] }
      const bad: Answers =
        what === "status 404 of another server"
          ? (_, response) => response.writeHead(404).end("<h1>Not found</h1>")
          : (answers as Answers)
      world.set(path, bad)
      const { code, message } = await fault(asked)
      assert.match(message, /^[A-Z0-9][^\n]+\.$/)
      assert.match(code, /^upstream|host-not-public/)
      assert.not.match(message, /eyJ0/)
      world.set(path, known(TEMPERATURE))
      clock.advance(16 * 60_000)
      assert.is((await entities(asked))[1]!.number, 21.4)
      world.set(path, bad)
      clock.advance(2 * 60_000)
      assert.is((await entities(asked))[1]!.number, 21.4, "the last answer stands in")
    }))

test("says that a token is refused, after one call, and names it nowhere", () =>
  withHome(async ({ fault, world, logged, clock }) => {
    const asked = { connection: "wrong", entities: HOUSEHOLD.map(({ entity_id: id }) => id) }
    const { code, message } = await fault(asked)
    assert.is(code, "upstream")
    assert.is(message, '127.0.0.1 refuses the token of the connection "wrong": ask the operator for a new one.')
    assert.is(world.calls.length, 1)
    clock.advance(10 * 60_000)
    await fault(asked)
    assert.is(world.calls.length, 1, "and it is left alone")
    assert.match(logged(), /refuses the token/)
    for (const secret of ["made-up", TOKEN]) assert.not.ok(logged().includes(secret), secret)
  }))

test("lets only those use a connection to whom it was granted, and tells others nothing", () =>
  withHome(async ({ entities, fault, ids, world }) => {
    const asked = (connection: string): object => ({ connection, entities: [ID] })
    assert.is((await entities(asked("house"), ids.chief))[0]!.number, 21.4)
    assert.is((await entities(asked("shared"), ids.ada))[0]!.number, 21.4)
    const strip = (text: string): string => text.replace(/"\w+"/, "")
    const unknown = await fault(asked("nothing"), ids.bob)
    const calls = world.calls.length
    for (const [connection, user] of [
      ["house", ids.ada],
      ["house", "nobody"],
      ["shared", ids.bob],
      ["shared", ids.chief],
      ["constructor", ids.chief],
    ] as const) {
      const { code, message } = await fault(asked(connection), user)
      assert.equal([code, strip(message)], ["connection-not-granted", strip(unknown.message)])
    }
    assert.is((await fault(asked(""), ids.chief)).code, "connection-missing")
    assert.is(world.calls.length, calls)
  }))

test("sends its token to no other origin", () =>
  withHome(async ({ fault, world }) => {
    const other = await startWorld({})
    let seen: string | undefined
    other.set("/away", (request, response) => {
      seen = request.headers.authorization
      response.end(JSON.stringify(TEMPERATURE))
    })
    world.set(`/api/states/${ID}`, (_, response) => response.writeHead(302, { location: `${other.origin}/away` }).end())
    await fault({ entities: [ID] }).catch(() => {})
    assert.is(seen, undefined)
    await other.close()
  }))

test("calls no host at home that the operator has not allowed", () =>
  withHome(async ({ fault, world }) => {
    assert.is((await fault({ entities: [ID] })).code, "host-not-public")
    assert.is(world.calls.length, 0)
  }, homes[1]))

for (const [what, parameters] of [
  ["no entity", { entities: [] }],
  ["more than 24", { entities: Array.from({ length: 25 }, (_, i) => `sensor.n${i}`) }],
  ["an id without a domain", { entities: ["kitchen"] }],
  ["an id that leads elsewhere", { entities: ["sensor.x/../../config"] }],
  ["too many hours", { entities: [ID], hours: 49 }],
] as const)
  test(`refuses ${what}`, () =>
    withHome(async ({ fault, world }) => {
      assert.is((await fault(parameters)).code, "invalid")
      assert.is(world.calls.length, 0)
    }))

test("takes a state of its own shape for what it is", () =>
  withHome(async ({ entities, world }) => {
    world.set(`/api/states/${ID}`, known({ ...homeState(ID, "19.5"), attributes: {} }))
    const [found] = await entities({ entities: [ID] })
    assert.equal([found!.name, found!.number, found!.unit], [ID, 19.5, ""])
  }))

test.run()
