import { BadInput, Forbidden, Upstream } from "platen/sdk"
import type { OutboundEvent, OutboundFetch, OutboundOptions } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { counted, names, watched } from "./sockets.js"
import type { Counted, Handler, Names } from "./sockets.js"
import { LITERALS, NAMES, NONE } from "./spellings.js"

const test = suite("http/fetch-addresses-redirects")

const STATUSES = [301, 302, 303, 307, 308]
const sockets = watched()
/** Two that are named, by the names nas.test and other.test, and one that is not. All of them are on 127.0.0.1. */
let nas: Counted
let other: Counted
let hidden: Counted
let world: Names
let told: OutboundEvent[]
let fetch: OutboundFetch

test.before(async () => {
  ;[nas, other, hidden] = await Promise.all([counted(), counted(), counted()])
})
test.before.each(() => {
  for (const each of [nas, other, hidden]) each.reset()
  sockets.reset()
  told = []
  world = names({
    "public.test": [["8.8.8.8"]],
    "both.test": [["8.8.8.8", "127.0.0.1"]],
    "turns.test": [["8.8.8.8"], ["127.0.0.1"]],
  })
  fetch = guardedFetch({
    lanHosts: [`nas.test:${nas.port}`, `other.test:${other.port}`],
    clock: fakeClock(),
    ticks: () => 0,
    onCall: (event) => told.push(event),
    lookup: world.lookup,
  })
})
test.after(() => {
  for (const each of [nas, other, hidden]) each.close()
  sockets.end()
})

const redirect =
  (location: string | readonly string[], status = 302): Handler =>
  (_, response) => {
    response
      .writeHead(
        status,
        [location].flat().flatMap((each) => ["location", ascii(each)]),
      )
      .end("elsewhere")
  }
/** As a header can carry it: what is beyond ASCII is percent-encoded. */
const ascii = (location: string): string => location.replaceAll(/[^\t -~]/gu, encodeURIComponent)
const atNas = (path = "/"): string => `http://nas.test:${nas.port}${path}`
const atOther = (path = "/"): string => `http://other.test:${other.port}${path}`

/** No socket was made but those that first asked for one of these names. */
function assertOnlyAsked(...hosts: string[]): void {
  assert.equal([...new Set(world.asked)], hosts)
  assert.is(sockets.made, world.asked.length)
}

/** What comes of a call that is redirected to `location`. */
async function refusal(
  location: string | readonly string[],
  status?: number,
  options?: OutboundOptions,
): Promise<Error> {
  nas.handler = redirect(location, status)
  return fetch(atNas(), options).then(
    () => {
      throw new Error(`${String(location)} was answered`)
    },
    (error: unknown) => error as Error,
  )
}

for (const [how, hosts] of Object.entries(LITERALS)) {
  test(`follows no redirect to an address that is not public, ${how}`, async () => {
    for (const host of hosts) {
      for (const status of STATUSES)
        assert.instance(await refusal(`http://${host}:${hidden.port}/`, status), Forbidden, `${status} ${host}`)
    }
    assert.is(hidden.connections, 0)
    assertOnlyAsked("nas.test")
  })
}

test("follows no redirect to a name that has an address on this machine", async () => {
  for (const [host, asked] of Object.entries(NAMES)) {
    assert.instance(await refusal(`http://${host}:${hidden.port}/`), Forbidden, host)
    assert.is(world.asked.at(-1), asked)
  }
  assert.is(hidden.connections, 0)
})

test("takes a redirect to what is no host for a fault", async () => {
  for (const host of NONE) assert.instance(await refusal(`http://${host}/`), BadInput, host)
  assertOnlyAsked("nas.test")
})

for (const status of STATUSES) {
  for (const method of ["GET", "HEAD", "POST"] as const) {
    test(`follows no ${status} from a named host to one that is not, after a ${method}`, async () => {
      const options = { method, ...(method === "POST" && { body: "words" }) }
      for (const host of [
        `127.0.0.1:${hidden.port}`,
        `nas.test:${hidden.port}`,
        `third.test:${hidden.port}`,
        `nas.test.:${nas.port}`,
        `other.test:${nas.port}`,
        `both.test:${hidden.port}`,
      ]) {
        for (const location of [`http://${host}/`, `//${host}/`])
          assert.instance(await refusal(location, status, options), Forbidden, location)
      }
      assert.is(hidden.connections, 0)
      assert.ok(nas.requests.every(({ method: seen, path }) => seen === method && path === "/"))
    })
  }
}

test("resolves a place that is relative against the address it comes from, and then checks it", async () => {
  for (const location of [
    "//127.0.0.1",
    "///127.0.0.1",
    "\\\\127.0.0.1",
    "/\\127.0.0.1",
    "\\/127.0.0.1",
    "/\t/127.0.0.1",
    "//127.1",
    "//2130706433",
    "//[::1]",
    "//[::ffff:7f00:1]",
    "//169.254.169.254/latest/",
    "//third.test",
  ])
    assert.instance(await refusal(location), Forbidden, location)
  assertOnlyAsked("nas.test", "third.test")
  for (const [location, path] of [
    ["there", "/deep/there"],
    ["/there", "/there"],
    ["?there", "/deep/here?there"],
    ["../there", "/there"],
    ["#there", "/deep/here"],
    ["http:there", "/deep/there"],
  ] as const) {
    let first = true
    nas.handler = (request, response) => {
      if (first) redirect(location)(request, response)
      else response.end("there")
      first = false
    }
    assert.is((await fetch(atNas("/deep/here"))).text(), "there", location)
    assert.is(nas.requests.at(-1)!.path, path)
  }
})

test("follows no redirect to another scheme, or with credentials", async () => {
  for (const location of [
    "file:///etc/passwd",
    "ftp://nas.test/",
    "gopher://nas.test:70/",
    "data:text/plain,x",
    "javascript:1",
    "ws://nas.test/",
    "blob:http://nas.test/x",
    "about:blank",
    "unix:/run/docker.sock",
    `http://user:word@nas.test:${nas.port}/`,
    `http://user@nas.test:${nas.port}/`,
    `//:word@nas.test:${nas.port}/`,
  ])
    for (const status of STATUSES) assert.instance(await refusal(location, status), BadInput, location)
  assert.instance(await refusal(`https://127.0.0.1:${hidden.port}/`), Forbidden)
  assert.is(hidden.connections, 0)
  assert.ok(nas.requests.every(({ path }) => path === "/"))
})

test("checks each hop of a chain", async () => {
  nas.handler = (request, response) =>
    redirect(request.url === "/" ? atOther("/1") : `http://127.0.0.1:${hidden.port}/3`)(request, response)
  other.handler = redirect(atNas("/2"))
  assert.instance(await fetch(atNas()).catch((error: unknown) => error), Forbidden)
  assert.equal(
    [nas, other, hidden].map(({ requests }) => requests.map(({ path }) => path)),
    [["/", "/2"], ["/1"], []],
  )
  assert.is(hidden.connections, 0)
})

test("resolves a name anew on each hop, and goes only where it then leads", async () => {
  assert.instance(await refusal(`http://turns.test:${hidden.port}/`), Upstream)
  assert.instance(await refusal(`http://turns.test:${hidden.port}/`), Forbidden)
  assert.instance(await refusal(`http://public.test:${hidden.port}/`), Upstream)
  assert.equal([sockets.outside, hidden.connections], [["8.8.8.8", "8.8.8.8"], 0])
})

test("gives up on loops, its own and those of two", async () => {
  assert.is((await refusal("/")).message, "nas.test redirects more than 3 times: use the final URL.")
  assert.is(nas.requests.length, 4)
  other.handler = redirect(atNas())
  assert.is((await refusal(atOther())).message, "nas.test redirects more than 3 times: use the final URL.")
  assert.equal([nas.requests.length - 4, other.requests.length], [2, 2])
  assert.instance(await refusal(""), Upstream, "a place that is empty is the same one")
})

test("makes nothing allowed of several places in one answer", async () => {
  for (const location of [
    [`http://127.0.0.1:${hidden.port}/`, atOther()],
    [atOther(), `http://127.0.0.1:${hidden.port}/`],
    ["//127.0.0.1/", "//127.0.0.1/"],
  ]) {
    assert.ok(
      await refusal(location).then(
        (error) => error instanceof BadInput || error instanceof Forbidden,
        () => true,
      ),
    )
  }
  assert.is(hidden.connections, 0)
})

test("follows only what is a redirect, whatever place an answer names", async () => {
  for (const status of [200, 201, 300, 304, 305, 306, 404, 503]) {
    nas.handler = redirect(`http://127.0.0.1:${hidden.port}/`, status)
    assert.is((await fetch(atNas())).status, status)
  }
  assert.is(hidden.connections, 0)
})

const SECRETS = {
  authorization: "Bearer x",
  "Proxy-Authorization": "Basic x",
  COOKIE: "a=1",
  "x-api-key": "k",
  "api-key": "k",
  "X-Auth-Token": "t",
  "x-goog-api-key": "g",
  "private-token": "p",
  "x-accept": "a",
  "accept-x": "a",
  referer: "http://nas.test/?key=k",
  host: "nas.test",
  "if-none-match": "e",
}
const shown = ({ requests }: Counted): string[] =>
  Object.keys(requests.at(-1)!.headers)
    .filter((name) => !/^(connection|content-length|transfer-encoding)$/.test(name))
    .sort()

for (const status of STATUSES) {
  test(`shows another origin no credentials after a ${status}, nor the first one when it comes back`, async () => {
    nas.handler = (request, response) =>
      request.url === "/" ? redirect(atOther("/1"), status)(request, response) : response.end("back")
    other.handler = redirect(atNas("/2"), status)
    const headers = { ...SECRETS, Accept: "image/png", "accept-language": "de", "content-type": "text/plain" }
    assert.is((await fetch(atNas(), { method: "POST", body: "words", headers })).text(), "back")
    for (const each of [other, nas])
      assert.equal(shown(each), ["accept", "accept-encoding", "accept-language", "content-type", "host", "user-agent"])
    assert.equal(
      [other.requests[0]!.headers.host, nas.requests[1]!.headers.host],
      [`other.test:${other.port}`, `nas.test:${nas.port}`],
    )
    assert.is(nas.requests[0]!.headers.authorization, "Bearer x", "the origin that was called did see them")
  })
}

test("takes another port, or the name in another spelling, for another origin", async () => {
  const lan = guardedFetch({
    lanHosts: ["nas.test", "nas.test.", "127.0.0.1"],
    clock: fakeClock(),
    ticks: () => 0,
    onCall: () => {},
    lookup: world.lookup,
  })
  for (const host of [`nas.test:${hidden.port}`, `nas.test.:${hidden.port}`, `127.0.0.1:${hidden.port}`]) {
    nas.handler = redirect(`http://${host}/`)
    await lan(atNas(), { headers: SECRETS })
    assert.equal(shown(hidden), ["accept-encoding", "host", "user-agent"], host)
  }
})

test("calls listed hosts of one origin alone where it is told so, whatever redirects there", async () => {
  const at = (lanOrigin: string, url: string): Promise<unknown> =>
    fetch(url, { lanOrigin }).then(
      ({ status }) => status,
      (error: unknown) => (error as Forbidden).code,
    )
  const home = `http://nas.test:${nas.port}`
  assert.is(await at(home, atNas()), 200)
  assert.is(await at(`${home}/`, atNas()), 200, "however the origin is written")
  assert.is(await at(home, atOther()), "host-not-public")
  nas.handler = redirect(atOther("/inner"))
  assert.is(await at(home, atNas()), "host-not-public")
  nas.handler = redirect(`http://127.0.0.1:${hidden.port}/inner`)
  assert.is(await at(home, atNas()), "host-not-public")
  assert.equal([other.connections, hidden.connections], [0, 0])
})

test("says nothing of an address to which it was redirected and that is none: it may hold a key (N14.4)", async () => {
  nas.handler = redirect("http://[of-alice]/")
  const error = (await fetch(atNas()).catch((cause: unknown) => cause)) as Error
  assert.match(error.message, /The address to which nas\.test redirects is not a URL/)
  assert.not.match(error.message, "of-alice")
})

test.run()
