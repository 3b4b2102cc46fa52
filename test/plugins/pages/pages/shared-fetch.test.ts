import { BadInput, Upstream } from "platen/sdk"
import type { OutboundAnswer, OutboundFetch, OutboundOptions } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { byteCache } from "../../../../kernel/engine/text/cache.js"
import { ANSWER_BYTES, SharedFetch } from "../../../../plugins/pages/pages/sources/shared-fetch.js"
import type { Reader } from "../../../../plugins/pages/pages/sources/world-queue.js"
import { fakeClock } from "../../../testing/index.js"
import { soon } from "../../../until.js"

const test = suite("shared-fetch")
const URL = "https://weather.example/v1"

function answer(status: number, headers: Readonly<Record<string, string>> = {}, body = "{}"): OutboundAnswer {
  return {
    status,
    headers,
    url: URL,
    bytes: new TextEncoder().encode(body),
    text: () => body,
    json: () => JSON.parse(body) as unknown,
  }
}

function reader(deadline = new AbortController().signal, caller = "user/anna"): Reader {
  return { lane: "operator", caller, deadline }
}

type Step = OutboundAnswer | Error

/** A world that answers in order, the last step for ever. */
function world(...steps: readonly Step[]) {
  const calls: { url: string; options: OutboundOptions }[] = []
  const fetch: OutboundFetch = async (url, options = {}) => {
    calls.push({ url: String(url), options })
    const step = steps[Math.min(calls.length, steps.length) - 1]!
    if (step instanceof Error) throw step
    return step
  }
  const clock = fakeClock()
  const shared = new SharedFetch({
    fetch,
    clock,
    ticks: clock.now,
    random: () => 0.5,
    answers: byteCache(ANSWER_BYTES),
  })
  const fresh: number[] = []
  const signal = new AbortController()
  return {
    calls,
    pauses: clock.pauses,
    fresh,
    clock,
    signal,
    get: shared.of(reader(signal.signal), (seconds) => fresh.push(seconds)).fetch,
    shared,
  }
}

async function failure(work: Promise<unknown>): Promise<Upstream> {
  return work.then(
    () => assert.unreachable("it must fail"),
    (error: unknown) => error as Upstream,
  ) as Promise<Upstream>
}

test("tries once more after a failure that may pass, with a pause that is not the same for all", async () => {
  for (const first of [answer(500), answer(503), answer(429), new Upstream("The network is gone.")]) {
    const { get, calls, pauses } = world(first, answer(200, {}, "1"))
    assert.is((await get(URL)).text(), "1")
    assert.equal([calls.length, pauses], [2, [500]])
  }
})

test("lets go at once of an answer that it refuses: another read has its bytes before this one ends", async () => {
  const { shared } = world({ ...answer(404), bytes: new Uint8Array(20 << 20) }, answer(200, {}, "1"))
  const first = shared.of(reader(), () => {})
  await failure(first.fetch(URL, { maxBytes: 20 << 20 }))
  const second = shared.of(reader(undefined, "user/ben"), () => {})
  const got = await soon(second.fetch(URL, { maxBytes: 10 << 20 }), "the refused answer still counts")
  assert.is(got.text(), "1")
  first.end()
  second.end()
})

test("tries no third time", async () => {
  const { get, calls } = world(answer(502))
  assert.match((await failure(get(URL))).message, /weather\.example answers with status 502/)
  assert.is(calls.length, 2)
})

test("does not try again what stays as it is", async () => {
  for (const [step, says] of [
    [answer(404), /status 404/],
    [answer(401), /status 401/],
    [answer(304), /status 304/],
    [new BadInput("A URL must begin with http."), /begin with http/],
  ] as const) {
    const { get, calls } = world(step)
    assert.match((await failure(get(URL))).message, says)
    assert.is(calls.length, 1)
  }
})

test("gives a status that is accepted as an answer, and keeps it for no later call", async () => {
  const gone = answer(404, { etag: '"gone"' }, "[0]")
  const { get, calls } = world(gone, answer(200, {}, "[1]"), answer(401))
  const accepts = [404]
  assert.is((await get(URL, { accepts })).status, 404)
  assert.is((await get(URL, { accepts })).text(), "[1]")
  assert.is(calls[1]!.options.headers?.["if-none-match"], undefined)
  assert.match((await failure(get(URL, { accepts }))).message, /status 401/)
})

test("honours Retry-After: waits two seconds at most, and hands on a longer one", async () => {
  const short = world(answer(429, { "retry-after": "2" }), answer(200))
  await short.get(URL)
  assert.equal(short.pauses, [2500])
  const long = world(answer(429, { "retry-after": "120" }))
  assert.is((await failure(long.get(URL))).retryAfter, 120)
  assert.is(long.calls.length, 1)
  const dated = world(answer(503, { "retry-after": new Date(fakeClock().now() + 90_000).toUTCString() }))
  assert.is((await failure(dated.get(URL))).retryAfter, 90)
})

test("asks with the validators of the last answer, and gives that one when nothing has changed", async () => {
  const { get, calls } = world(
    answer(200, { etag: '"a"', "last-modified": "Mon, 16 Nov 2026 08:00:00 GMT" }, "[1]"),
    answer(304, { "cache-control": "max-age=60" }),
    answer(200, {}, "[2]"),
    answer(200, {}, "[3]"),
  )
  assert.is((await get(URL)).text(), "[1]")
  const second = await get(URL)
  assert.equal([second.status, second.text(), second.headers.etag], [200, "[1]", '"a"'])
  assert.equal(calls[1]!.options.headers, {
    "if-none-match": '"a"',
    "if-modified-since": "Mon, 16 Nov 2026 08:00:00 GMT",
  })
  assert.is((await get(URL)).text(), "[2]")
  assert.equal((await get(URL, { headers: { accept: "text/plain" } })).text(), "[3]")
  assert.equal(calls[3]!.options.headers, { accept: "text/plain" })
})

test("keeps no answer to a POST", async () => {
  const { get, calls } = world(answer(200, { etag: '"a"' }))
  for (let i = 0; i < 2; i++) await get(URL, { method: "POST", body: "{}" })
  assert.is(calls[1]!.options.headers!["if-none-match"], undefined)
})

const FRESH: readonly (readonly [Readonly<Record<string, string>>, readonly number[]])[] = [
  [{}, []],
  [{ "cache-control": "public, max-age=600" }, [600]],
  [{ "cache-control": "max-age=600", age: "100" }, [500]],
  [{ "cache-control": "max-age=60", age: "100" }, [0]],
  [{ "cache-control": "no-store" }, [0]],
  [{ "cache-control": "s-maxage=600" }, []],
  [{ expires: new Date(fakeClock().now() + 30_000).toUTCString() }, [30]],
  [{ expires: "0" }, [0]],
]
for (const [headers, seconds] of FRESH)
  test(`reads how long an answer is valid: ${JSON.stringify(headers)}`, async () => {
    const { get, fresh } = world(answer(200, headers))
    await get(URL)
    assert.ok(
      fresh.length === seconds.length && fresh.every((value, i) => Math.abs(value - seconds[i]!) < 1),
      JSON.stringify(fresh),
    )
  })

test("calls public addresses alone, unless the call is one of a connection, whose headers hold under any spelling", async () => {
  const { get, calls } = world(answer(200))
  await get(URL, { headers: { Authorization: "guess", accept: "text/html" } })
  const connection = { origin: "https://weather.example", headers: { authorization: "Bearer key" } }
  await get(URL, { headers: { Authorization: "guess", accept: "text/html" }, connection })
  assert.equal(
    calls.map(({ options: { publicOnly, lanOrigin, headers } }) => ({ publicOnly, lanOrigin, headers })),
    [
      { publicOnly: true, lanOrigin: undefined, headers: { Authorization: "guess", accept: "text/html" } },
      {
        publicOnly: undefined,
        lanOrigin: "https://weather.example",
        headers: { authorization: "Bearer key", accept: "text/html" },
      },
    ],
  )
  const error = await failure(get("https://other.example/", { connection }))
  assert.match(error.message, /origin of the connection alone/)
  assert.is(calls.length, 2)
})

test.run()
