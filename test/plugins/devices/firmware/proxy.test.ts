import { Forbidden, PlatenError, Upstream } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { forwarding } from "../../../../plugins/devices/firmware/proxy.js"
import { lapse } from "../../../until.js"
import { answering, json, openWorld, patientFor, serve } from "./world.js"
import type { Handler, Served, World } from "./world.js"

const test = suite("plugins/devices/firmware/proxy")

const signal = new AbortController().signal
const JSON_HEAD = { "content-type": "application/json" }
const ERROR = { status: 503, error: "upstream_unreachable", code: "upstream_unreachable" }

const clock = fakeClock()
let world: World
let served: Served
test.before(async () => {
  world = await openWorld()
  served = await serve({ backend: `${world.url}/base/` }, patientFor(200, undefined, clock), clock)
})
test.before.each(() => {
  world.seen.length = 0
})
test.after(async () => {
  await served.stage.close()
  world.close()
})

for (const [call, path] of [
  ["releases", "releases"],
  ["releases?refresh=true", "releases?refresh=true"],
  ["releases/latest?refresh=perhaps&x=%26", "releases/latest?refresh=perhaps&x=%26"],
  [
    "validate-url?url=https%3A%2F%2Fexample.org%2Fa.bin%3Fb%3Dc%23d",
    "validate-url?url=https%3A%2F%2Fexample.org%2Fa.bin%3Fb%3Dc%23d",
  ],
  ["validate-url", "validate-url"],
  ["validate-url?url=gr%C3%B6%C3%9Fe", "validate-url?url=gr%C3%B6%C3%9Fe"],
] as const) {
  test(`passes ${call} on as it is`, async () => {
    world.handler = json({ source: "elsewhere" })
    const answer = await served.get(call)
    assert.equal(
      [answer.status, answer.json(), answer.headers["content-type"]],
      [200, { source: "elsewhere" }, "application/json; charset=utf-8"],
    )
    assert.equal(
      world.seen.map(({ method, path }) => [method, path]),
      [["GET", `/base/api/firmware/${path}`]],
    )
  })
}

for (const [status, type, body] of [
  [200, "application/json", '{ "count" : 0 }'],
  [404, "application/json; charset=utf-8", '{"error":"firmware_release_not_found"}'],
  [422, "application/json", '{"detail":[]}'],
  [400, "application/problem+json", "{}"],
  [503, "application/json", '{"error":"firmware_release_fetch_failed","repo":"a/b"}'],
  [500, "APPLICATION/JSON", "null"],
] as const) {
  test(`passes ${status} ${body} back byte by byte`, async () => {
    world.handler = (_, response) =>
      response.writeHead(status, { "content-type": type, "set-cookie": "a=1", "x-words": "y" }).end(body)
    const answer = await served.get("releases")
    assert.equal([answer.status, answer.headers["content-type"], answer.text()], [status, type, body])
    assert.equal(
      [answer.headers["set-cookie"], answer.headers["x-words"], answer.headers["cache-control"]],
      [undefined, undefined, "no-store"],
    )
  })
}

const garbage: Readonly<Record<string, Handler>> = {
  "an HTML page": (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
  "HTML that it calls JSON": (_, response) => response.writeHead(200, JSON_HEAD).end("<html>"),
  "JSON that it calls text": (_, response) => response.writeHead(200, { "content-type": "text/plain" }).end("{}"),
  "JSON that it does not name": (_, response) => response.writeHead(200).end("{}"),
  "half of it": (_, response) => response.writeHead(200, JSON_HEAD).end('{"count":'),
  "an error as a page": (_, response) =>
    response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>"),
  nothing: (_, response) => response.writeHead(204).end(),
  "10 MB": (_, response) => response.writeHead(200, JSON_HEAD).end(`"${"x".repeat(10_000_000)}"`),
  "no HTTP": (request) => request.socket.end("nonsense\r\n\r\n"),
  never: () => {},
  "for ever": (_, response) => {
    response.writeHead(200, JSON_HEAD).write("{")
  },
  "with redirects for ever": ({ url }, response) => response.writeHead(302, { location: `${url}x` }).end(),
  "with a redirect into the network": (_, response) =>
    response.writeHead(302, { location: "http://10.0.0.1/api/firmware/releases" }).end(),
}
for (const [what, handler] of Object.entries(garbage)) {
  test(`says that a backend that answers ${what} cannot be used`, async () => {
    world.handler = handler
    const stop = what === "never" || what === "for ever" ? lapse(clock, 200) : () => {}
    const answer = await served.get("releases")
    stop()
    const { message, detail, ...rest } = answer.json() as Record<string, string>
    assert.equal({ status: answer.status, ...rest }, { ...ERROR, backend: `${world.url}/base` })
    assert.match(message!, /^The backend http:\/\/127\.0\.0\.1:\d+\/base .*\.$/)
    assert.is(detail, message)
  })
}

test("follows a redirect of the backend", async () => {
  world.handler = (request, response) =>
    request.url!.startsWith("/base")
      ? response.writeHead(301, { location: "/new" }).end()
      : json([1])(request, response)
  assert.equal((await served.get("releases")).json(), [1])
})

test("says so when the backend is down, and goes on when it is back", async () => {
  const gone = await openWorld(json({}))
  gone.close()
  const down = await serve({ backend: gone.url }, patientFor(200))
  for (const call of ["releases", "releases/latest", "validate-url?url=x"]) {
    const answer = await down.get(call)
    assert.equal([answer.status, (answer.json() as { backend: string }).backend], [503, gone.url])
    assert.match(
      (answer.json() as { message: string }).message,
      "cannot be reached: check that it runs, and add it to server.lanHosts if it is not public.",
    )
  }
  await down.stage.close()
  world.handler = (request) => request.socket.destroy()
  assert.is((await served.get("releases")).status, 503)
  world.handler = json({})
  assert.is((await served.get("releases")).status, 200)
})

test("does not reach into the network for a backend that the operator did not name", async () => {
  const unnamed = await serve({ backend: world.url }, patientFor(200, ["nas.local"]))
  const answer = await unnamed.get("releases")
  await unnamed.stage.close()
  assert.equal(
    [answer.status, (answer.json() as { code: string }).code, world.seen.length],
    [503, "upstream_unreachable", 0],
  )
})

test("logs in to the backend and shows nobody how", async () => {
  const fetch = answering({ headers: JSON_HEAD, body: "{}" }, new Upstream("away"))
  const forward = forwarding(fetch, "https://us%40er:w%3Ard@backend.example:8443/")
  await forward("releases", { query: {}, headers: {}, signal })
  const [{ url, options }] = fetch.calls as [(typeof fetch.calls)[number]]
  assert.equal(
    [url, options.headers?.authorization],
    ["https://backend.example:8443/api/firmware/releases", `Basic ${Buffer.from("us@er:w:rd").toString("base64")}`],
  )
  const error = await forward("releases", { query: {}, headers: {}, signal }).then(
    () => undefined,
    (thrown: unknown) => thrown as PlatenError,
  )
  assert.equal(error!.fields, { backend: "https://backend.example:8443" })
  assert.not.match(error!.message, /er:|w%3A/)
})

test("asks within limits, and passes no header of the caller's on", async () => {
  const fetch = answering({ headers: JSON_HEAD, body: "{}" })
  await forwarding(fetch, "https://backend.example")("releases", {
    query: {},
    headers: { cookie: "a=1", authorization: "Bearer x", host: "here", via: "1.1 caddy" },
    signal,
  })
  const [{ options }] = fetch.calls as [(typeof fetch.calls)[number]]
  assert.equal(options.headers, { accept: "application/json", via: "1.1 platen-firmware" })
  assert.equal([options.timeout, options.maxBytes, options.signal], [12_000, 4 << 20, signal])
})

test("does not go round in circles", async () => {
  const loop = await serve({ backend: world.url }, patientFor(2_000))
  world.handler = (request, response) =>
    void loop
      .get("releases", { headers: { via: request.headers.via! } })
      .then((answer) =>
        response.writeHead(answer.status, { "content-type": answer.headers["content-type"]! }).end(answer.body),
      )
  const answer = await loop.get("releases")
  await loop.stage.close()
  assert.equal([answer.status, world.seen.length], [503, 1])
  assert.match((answer.json() as { message: string }).message, "forwards its calls too")
})

test("says no more of a backend that is not public than of one that is away", async () => {
  const sentence = async (cause: Error): Promise<string> =>
    forwarding(answering(cause), "https://backend.example")("releases", { query: {}, headers: {}, signal }).then(
      () => "",
      (error: unknown) => (error as Error).message,
    )
  assert.is(
    await sentence(new Forbidden("10.0.0.1 is not public.")),
    await sentence(new Upstream("connect ECONNREFUSED 10.0.0.1:80")),
  )
})

test.run()
