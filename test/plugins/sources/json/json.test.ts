import { suite } from "uvu"
import * as assert from "uvu/assert"
import { SECRETS } from "platen/sdk"
import { SOURCE_READS } from "platen/sdk/mode"
import { PEOPLE } from "../../../../plugins/people/accounts/commands.js"
import { guardedFetch } from "../../../../kernel/outbound/fetch.js"
import { fakeClock, openStage } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { quiet } from "../../../until.js"
import { misbehaviour, startWorld } from "../../../world/server.js"
import type { World } from "../../../world/server.js"

const test = suite("source-json")

const METER = {
  power: { now: "412.5", unit: "W" },
  hours: [{ kwh: 0.4 }, { kwh: 1.25 }, { kwh: null }, { kwh: 0.9 }],
  label: "Meter",
  on: true,
}

interface Scene {
  readonly world: World
  readonly stage: Stage
  readonly clock: ReturnType<typeof fakeClock>
  /** Ids of the accounts of an admin and of two users. */
  readonly ids: Readonly<Record<"chief" | "ada" | "bob", string>>
  values(parameters: object, user?: string): Promise<{ readonly values: readonly Value[] }>
  fault(parameters: object, user?: string): Promise<{ readonly code: string; readonly message: string }>
}
interface Value {
  readonly text: string
  readonly number: number | null
  readonly list: readonly number[]
}

/** `isOpen`: the addresses of users may be on this machine too. */
async function openScene(isOpen: boolean): Promise<Scene> {
  const clock = fakeClock()
  const world = await startWorld({ "/meter": METER })
  const guarded = guardedFetch({ lanHosts: [world.host], clock, ticks: clock.now, onCall: () => {} })
  const connection = { origin: world.origin, headers: { authorization: "Bearer of-the-house" } }
  const stage = await openStage({
    clock,
    config: {
      "source-json": {
        connections: { house: connection, shared: { ...connection, users: ["ada"] } },
      },
    },
    fetch: (url, options) => guarded(url, { ...options, ...(isOpen && { publicOnly: false }) }),
  })
  const read = (parameters: object, user?: string): Promise<{ readonly data: unknown }> =>
    stage.app.get(SOURCE_READS).read(
      "json",
      parameters,
      {
        language: "en",
        timeZone: "UTC",
        day: { year: 2026, month: 11, day: 21, weekday: 6 },
        ...(user !== undefined && { user }),
      },
      { caller: "test" },
    )
  const ids: Record<string, string> = {}
  const { people } = stage.app.get(PEOPLE)
  for (const name of isOpen ? ["chief", "ada", "bob"] : [])
    ids[name] = (
      await people.add({ shown: name, fold: name }, "a long password", name === "chief" ? "admin" : "user")
    ).id
  return {
    world,
    stage,
    clock,
    ids: ids as Scene["ids"],
    values: async (parameters, user) => (await read(parameters, user)).data as { readonly values: readonly Value[] },
    fault: async (parameters, user) => {
      try {
        await read(parameters, user)
      } catch (error) {
        return error as { code: string; message: string }
      }
      throw new Error("it answered")
    },
  }
}

const scenes: Scene[] = []
test.before(async () => {
  for (const isOpen of [true, false]) scenes.push(await openScene(isOpen))
})
test.after(async () => {
  for (const { stage, world } of scenes) {
    await stage.close()
    await world.close()
  }
})

/** Runs a test in the one world that there is, days after the last, so that nothing is kept of that. */
async function withWorld(run: (scene: Scene) => Promise<void>, scene = scenes[0]!): Promise<void> {
  await quiet(scene.clock)
  scene.clock.advance(3 * 86_400_000)
  scene.world.reset({ "/meter": METER })
  await run(scene)
}

const one = (url: string, path: string, more: object = {}): object => ({
  requests: [{ url, ...more }],
  pick: [{ path }],
})

for (const [path, text, number, list] of [
  ["$.power.now", "412.5", 412.5, [412.5]],
  ["$.hours[*].kwh", "0.9", 0.9, [0.4, 1.25, 0.9]],
  ["$.hours[?@.kwh > 0.5].kwh", "0.9", 0.9, [1.25, 0.9]],
  ["$.hours[?@.kwh == 0.4 || @.kwh == '0.4'].kwh", "0.4", 0.4, [0.4]],
  ["$..kwh", "0.9", 0.9, [0.4, 1.25, 0.9]],
  ["$.label", "Meter", null, []],
  ["$.on", "true", null, []],
  ["$.power", "", null, []],
  ["$.nothing", "", null, []],
] as const)
  test(`picks ${path}`, () =>
    withWorld(async ({ values, world }) => {
      const { values: found } = await values(one(`${world.origin}/meter`, path))
      assert.equal(found, [{ label: "", text, number, list, unit: "" }] as never)
    }))

test("asks several requests, each once, and picks from each in the order of the values", () =>
  withWorld(async ({ values, world }) => {
    world.set("/second", (request, response) => {
      const chunks: Buffer[] = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () =>
        response.end(JSON.stringify({ body: Buffer.concat(chunks).toString(), key: request.headers["x-key"] })),
      )
    })
    const { values: found } = await values({
      requests: [
        { url: `${world.origin}/meter` },
        {
          name: "second",
          url: `${world.origin}/second`,
          method: "POST",
          headers: [{ name: "X-Key", value: "k1" }],
          body: '{"q":1}',
        },
      ],
      pick: [
        { request: "second", path: "$.key", label: "Key" },
        { path: "$.power.now", unit: "W" },
        { request: "second", path: "$.body" },
      ],
    })
    assert.equal(
      found.map(({ text }) => text),
      ["k1", "412.5", '{"q":1}'],
    )
    assert.equal([...world.calls].sort(), ["/meter", "/second"])
  }))

test("sends one header of its own, and takes a value without a request for one of the first", () =>
  withWorld(async ({ values, world }) => {
    world.set("/keyed", (request, response) =>
      response.end(JSON.stringify({ key: request.headers["x-api-key"] ?? "" })),
    )
    const keyed = { url: `${world.origin}/keyed`, header: "X-Api-Key" }
    const texts = async (requests: readonly object[]): Promise<readonly string[]> =>
      (await values({ requests, pick: [{ path: "$.key" }] })).values.map(({ text }) => text)
    assert.equal(await texts([{ ...keyed, name: "meter", headerValue: "k1" }, { url: `${world.origin}/meter` }]), [""])
    assert.equal(await texts([{ ...keyed, name: "meter", headerValue: "k1" }]), ["k1"])
    assert.equal(await texts([{ ...keyed, header: "", headerValue: "k1" }]), [""])
  }))

test("opens the sealed value of its header", () =>
  withWorld(async ({ values, world, stage }) => {
    world.set("/keyed", (request, response) =>
      response.end(JSON.stringify({ key: request.headers["x-api-key"] ?? "" })),
    )
    const headerValue = stage.app.get(SECRETS).seal("k2")
    assert.is.not(headerValue, "k2")
    const asked = one(`${world.origin}/keyed`, "$.key", { header: "X-Api-Key", headerValue })
    assert.is((await values(asked)).values[0]!.text, "k2")
  }))

for (const [what, parameters, code] of [
  ["a path that is none", { path: "power.now" }, "path-invalid"],
  ["a path with a pattern", { path: "$.hours[?match(@.kwh, '(a*)*b')]" }, "path-invalid"],
  ["a value of an unknown request", { path: "$.a", request: "other" }, "invalid"],
] as const)
  test(`refuses ${what}`, () =>
    withWorld(async ({ fault, world }) => {
      assert.is((await fault({ requests: [{ url: `${world.origin}/meter` }], pick: [parameters] })).code, code)
    }))

for (const [what, answers] of Object.entries(misbehaviour(METER)))
  test(`fails in one sentence for ${what}, and keeps what it knew`, () =>
    withWorld(async ({ fault, values, world, clock }) => {
      const asked = one(`${world.origin}/meter`, "$.power.now")
      const shape = what === "JSON of another shape"
      if (!shape) {
        world.set("/meter", answers)
        const { message } = await fault(asked)
        assert.match(message, /^[A-Z0-9"][^\n]+\.$/)
        world.set("/meter", METER)
        clock.advance(16 * 60_000)
      }
      assert.is((await values(asked)).values[0]!.number, 412.5)
      world.set("/meter", answers)
      clock.advance(6 * 60_000)
      assert.is((await values(asked)).values[0]!.number, 412.5, "the last answer stands in")
    }))

test("ends a search that takes too long, and goes on serving", () =>
  withWorld(async ({ fault, values, world }) => {
    const nest = (depth: number): object => (depth === 0 ? { a: 1 } : { a: nest(depth - 1), b: nest(depth - 1) })
    world.set("/deep", nest(13))
    const { code, message } = await fault(one(`${world.origin}/deep`, "$..[?count($..*) < 1]"))
    assert.equal([code, /takes too long/.test(message)], ["upstream", true])
    assert.is((await values(one(`${world.origin}/meter`, "$.label"))).values[0]!.text, "Meter")
  }))

test("lets only those use a connection to whom it was granted, and tells others nothing", () =>
  withWorld(async ({ values, fault, ids, world }) => {
    const seen: (string | undefined)[] = []
    world.set("/own", (request, response) => {
      seen.push(request.headers.authorization)
      response.end('{"a":1}')
    })
    const asked = (connection: string): object => one("/own", "$.a", { connection })
    assert.is((await values(asked("house"), ids.chief)).values[0]!.number, 1)
    assert.is((await values(asked("shared"), ids.ada)).values[0]!.number, 1)
    assert.equal(seen, ["Bearer of-the-house", "Bearer of-the-house"])
    const strip = (text: string): string => text.replace(/"\w+"/, "")
    const unknown = await fault(asked("nothing"), ids.bob)
    for (const [connection, user] of [
      ["house", ids.ada],
      ["house", undefined],
      ["shared", ids.bob],
      ["shared", ids.chief],
    ] as const) {
      const { code, message } = await fault(asked(connection), user)
      assert.equal([code, strip(message)], ["connection-not-granted", strip(unknown.message)])
    }
    assert.is(seen.length, 2, "nobody was asked for them, and nobody got an answer of another's")
  }))

test("calls no other origin over a connection, and sends its headers nowhere else", () =>
  withWorld(async ({ fault, ids, world }) => {
    for (const url of ["https://example.org/", "//example.org/", "/\\example.org", "meter"])
      assert.ok((await fault(one(url, "$", { connection: "house" }), ids.chief)).code, url)
    const other = await startWorld({ "/away": { a: 1 } })
    let seen: string | undefined
    other.set("/away", (request, response) => {
      seen = request.headers.authorization
      response.end('{"a":1}')
    })
    world.set("/moved", (_, response) => response.writeHead(302, { location: `${other.origin}/away` }).end())
    await fault(one("/moved", "$.a", { connection: "house" }), ids.chief).catch(() => {})
    assert.is(seen, undefined)
    await other.close()
  }))

test("reaches no host at home without a connection, also one that the operator allows", () =>
  withWorld(async ({ fault, world }) => {
    assert.is((await fault(one(`${world.origin}/meter`, "$"))).code, "upstream")
    assert.is(world.calls.length, 0)
  }, scenes[1]))

test.run()
