import { getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from "node:net"
import { Forbidden, Upstream } from "platen/sdk"
import type { OutboundEvent, OutboundFetch, OutboundOptions } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { counted, names, watched } from "./sockets.js"
import type { Counted, Names } from "./sockets.js"

const test = suite("http/fetch-addresses-names")

const sockets = watched()
let server: Counted
let told: OutboundEvent[]

test.before(async () => {
  server = await counted()
})
test.before.each(() => {
  server.reset()
  sockets.reset()
  told = []
})
test.after(() => {
  server.close()
  sockets.end()
})

function fetchWith({ lookup }: Names, ...lanHosts: string[]): OutboundFetch {
  return guardedFetch({ lanHosts, clock: fakeClock(), ticks: () => 0, onCall: (event) => told.push(event), lookup })
}

async function refusal(fetch: OutboundFetch, address: string, options?: OutboundOptions): Promise<Error> {
  return fetch(address, options).then(
    ({ status }) => {
      throw new Error(`${address} was answered with ${status}`)
    },
    (error: unknown) => error as Error,
  )
}

for (const answer of [
  ["127.0.0.1"],
  ["0.0.0.0"],
  ["10.0.0.1"],
  ["169.254.169.254"],
  ["100.100.100.200"],
  ["::1"],
  ["::"],
  ["::ffff:127.0.0.1"],
  ["::ffff:8.8.8.8"],
  ["64:ff9b::7f00:1"],
  ["2002:7f00:1::"],
  ["2001::1"],
  ["fd00::1"],
  ["fe80::1"],
  ["fe80::1%lo"],
  ["2a00::1%lo"],
  ["ff02::1"],
  ["localhost"],
  ["0x7f.1"],
  ["2130706433"],
  [""],
  ["[::1]"],
  ["127.0.0.1:80"],
  ["8.8.8.8", "127.0.0.1"],
  ["127.0.0.1", "8.8.8.8"],
  ["8.8.8.8", "1.1.1.1", "10.0.0.1"],
  ["2606:4700:4700::1111", "127.0.0.1"],
  ["8.8.8.8", "::1"],
  ["2606:4700:4700::1111", "8.8.8.8", "fd00::1"],
  ["8.8.8.8", "::ffff:7f00:1"],
  ["8.8.8.8", "localhost"],
  [],
]) {
  for (const scheme of ["http", "https"]) {
    test(`refuses ${scheme} to a name with the addresses ${JSON.stringify(answer)} without a connection`, async () => {
      const world = names({ "some.test": [answer] })
      const error = await refusal(fetchWith(world), `${scheme}://some.test:${server.port}/`)
      assert.instance(error, Forbidden, error.message)
      assert.is(
        error.message,
        "some.test is not on the public internet: name it under server.lanHosts in platen.yaml if it is yours.",
      )
      const named = await refusal(fetchWith(world), `${scheme}://some.test:${server.port}/`, { publicOnly: true })
      assert.match(named.message, /^some\.test is not on the public internet: .*ask the operator for a connection/)
      assert.equal([world.asked, sockets.outside, server.connections], [["some.test", "some.test"], [], 0])
      assert.equal(
        told.map(({ host, status }) => [host, status]),
        [
          ["some.test", 0],
          ["some.test", 0],
        ],
      )
    })
  }
}

test("connects to the very address that it checked, having asked once", async () => {
  for (const address of ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111"]) {
    const world = names({ "some.test": [[address], ["127.0.0.1"]] })
    sockets.reset()
    assert.instance(await refusal(fetchWith(world), `http://some.test:${server.port}/`), Upstream)
    assert.equal([world.asked, sockets.made, sockets.outside, server.connections], [["some.test"], 1, [address], 0])
  }
})

test("is not taken in by a name that has a public address first and this machine's backgroundTasks", async () => {
  const world = names({ "turns.test": [["8.8.8.8"], ["127.0.0.1"]] })
  const fetch = fetchWith(world)
  const kinds: unknown[] = []
  for (let i = 0; i < 4; i++) kinds.push((await refusal(fetch, `http://turns.test:${server.port}/`)).constructor)
  assert.equal(kinds, [Upstream, Forbidden, Forbidden, Forbidden])
  assert.equal([sockets.outside, server.connections], [["8.8.8.8"], 0])
})

test("is not taken in by a name that changes with every question", async () => {
  const world = names({ "turns.test": [["127.0.0.1"], ["8.8.8.8"], ["8.8.8.8", "127.0.0.1"], ["1.1.1.1"], ["::1"]] })
  const fetch = fetchWith(world)
  const kinds: unknown[] = []
  for (let i = 0; i < 5; i++) kinds.push((await refusal(fetch, `http://turns.test:${server.port}/`)).constructor)
  assert.equal(kinds, [Forbidden, Upstream, Forbidden, Upstream, Forbidden])
  assert.equal([world.asked.length, sockets.outside, server.connections], [5, ["8.8.8.8", "1.1.1.1"], 0])
})

test("is not taken in when calls run side by side either", async () => {
  const world = names({ "turns.test": [["8.8.8.8"], ["127.0.0.1"], ["8.8.8.8"], ["127.0.0.1"]] })
  const fetch = fetchWith(world)
  const errors = await Promise.all(
    Array.from({ length: 40 }, (_, i) => refusal(fetch, `http://turns.test:${server.port}/${i}`)),
  )
  assert.equal(new Set(errors.map(({ constructor }) => constructor)), new Set([Upstream, Forbidden]))
  assert.equal([sockets.outside, server.connections], [["8.8.8.8", "8.8.8.8"], 0])
})

test("checks all addresses also where sockets ask for one", async () => {
  const before = getDefaultAutoSelectFamily()
  setDefaultAutoSelectFamily(false)
  try {
    const world = names({ "some.test": [["8.8.8.8", "127.0.0.1"]], "public.test": [["8.8.8.8", "1.1.1.1"]] })
    const fetch = fetchWith(world, "nas.test")
    assert.instance(await refusal(fetch, `http://some.test:${server.port}/`), Forbidden)
    assert.instance(await refusal(fetch, `http://public.test:${server.port}/`), Upstream)
    assert.equal([sockets.outside, server.connections], [["8.8.8.8"], 0])
    assert.is((await fetch(`http://nas.test:${server.port}/`)).text(), "whole")
  } finally {
    setDefaultAutoSelectFamily(before)
  }
})

test("says why a name cannot be found", async () => {
  const error = await refusal(
    fetchWith(names({ "none.test": [new Error("getaddrinfo ENOTFOUND none.test")] })),
    "http://none.test/",
  )
  assert.instance(error, Upstream)
  assert.is(error.message, "none.test cannot be reached (getaddrinfo ENOTFOUND none.test).")
})

test("says why none of a host's addresses can be reached", async () => {
  const world = names({ "nas.test": [["127.0.0.1", "127.0.0.2"]] })
  const error = await refusal(fetchWith(world, "nas.test"), "http://nas.test:1/")
  assert.is(error.message, "nas.test cannot be reached (ECONNREFUSED).")
})

test("asks node for the addresses of a name unless it is told whom to ask", async () => {
  const error = await refusal(
    guardedFetch({ lanHosts: [], clock: fakeClock(), ticks: () => 0, onCall: () => {} }),
    `http://localhost:${server.port}/`,
  )
  assert.instance(error, Forbidden)
  assert.is(server.connections, 0)
})

test("takes a host on the LAN as it is named, in any case, with its port or without", async () => {
  const at = `http://nas.test:${server.port}/`
  for (const [lanHost, address] of [
    ["nas.test", at],
    ["NAS.Test", at],
    [`nas.test:${server.port}`, at],
    [`NAS.TEST:${server.port}`, at],
    ["nas.test", `http://NAS.TEST:${server.port}/`],
    ["nas.test.", `http://nas.test.:${server.port}/`],
    ["127.0.0.1", `http://127.1:${server.port}/`],
    [`127.0.0.1:${server.port}`, `http://0x7f.1:${server.port}/`],
  ] as const)
    assert.is((await fetchWith(names(), lanHost)(address)).text(), "whole", `${lanHost} for ${address}`)
})

for (const [what, entries] of Object.entries({
  "another port": (port: number) => [
    `nas.test:${port}0`,
    `nas.test:${port - 1}`,
    "nas.test:80",
    "nas.test:",
    `nas.test:0${port}`,
  ],
  "a part of the name": () => ["test", ".test", "as.test", "nas", "nas.", "nas.tes", "s.t", ""],
  "a longer name": () => ["my.nas.test", "nas.test.example", "nas.testing", "xnas.test", "nas.test.."],
  "the name with a dot at its end": (port: number) => ["nas.test.", `nas.test.:${port}`],
  "a pattern": () => ["*", "*.test", "nas.*", "nas?test", "n[a]s.test", "/nas.test/", "nas.test/*"],
  "a URL, a user or a space": (port: number) => [
    "http://nas.test",
    `http://nas.test:${port}/`,
    "@nas.test",
    "user@nas.test",
    " nas.test",
    "nas.test ",
    "//nas.test",
  ],
  "an address that the name has": (port: number) => [
    "127.0.0.1",
    `127.0.0.1:${port}`,
    "127.0.0.0/8",
    "0.0.0.0/0",
    "localhost",
  ],
  "several in one": () => ["nas.test,other.test", "other.test nas.test"],
} satisfies Record<string, (port: number) => string[]>)) {
  test(`does not take a host for named by ${what}`, async () => {
    for (const lanHost of entries(server.port))
      assert.instance(await refusal(fetchWith(names(), lanHost), `http://nas.test:${server.port}/`), Forbidden, lanHost)
    assert.is(server.connections, 0)
  })
}

test("does not take a host for named whose name begins or ends with the name of another, or that is its address", async () => {
  const fetch = fetchWith(names(), "nas.test", `nas.test:${server.port}`)
  for (const host of [
    "my.nas.test",
    "xnas.test",
    "nas.test.example",
    "nas.test.",
    "as.test",
    "test",
    "nas-test",
    "nas.test%2eexample",
    "127.0.0.1",
  ]) {
    assert.instance(await refusal(fetch, `http://${host}:${server.port}/`), Forbidden, host)
  }
  assert.is(server.connections, 0)
})

/** Whether a call to a literal address would be made: one that is given up beforehand gets as far as the check and no further. */
async function passes(lanHost: string, address: string): Promise<boolean> {
  const error = await fetchWith(names(), lanHost)(address, { signal: AbortSignal.abort() }).catch(
    (cause: unknown) => cause,
  )
  return !(error instanceof Forbidden)
}

for (const [lanHost, address, named] of [
  ["[::1]", "http://[::1]/", true],
  ["::1", "http://[::1]/", true],
  ["[::1]:80", "http://[::1]/", true],
  ["[::1]:8080", "http://[::1]:8080/", true],
  ["[FD00::A]", "http://[fd00::a]/", true],
  ["FD00::A", "http://[fd00:0:0::a]/", true],
  ["::1:80", "http://[::1:80]/", true],
  ["::1:80", "http://[::1]:80/", false],
  ["[::1]:8080", "http://[::1]/", false],
  ["[::1", "http://[::1]/", false],
  ["::1]", "http://[::1]/", false],
  ["[::1]:", "http://[::1]/", false],
  ["::", "http://[::1]/", false],
  ["[::1]", "http://[::11]/", false],
  ["[::1]", "http://127.0.0.1/", false],
  ["127.0.0.1", "http://[::ffff:127.0.0.1]/", false],
  ["::ffff:127.0.0.1", "http://127.0.0.1/", false],
  ["[fe80::1%25eth0]", "http://[fe80::1]/", false],
  ["fe80::1%eth0", "http://[fe80::1]/", false],
  ["127.0.0.1:80", "http://127.0.0.1/", true],
  ["127.0.0.1:80", "http://127.0.0.1:80/", true],
  ["127.0.0.1:443", "https://127.0.0.1/", true],
  ["127.0.0.1:80", "https://127.0.0.1:80/", true],
  ["127.0.0.1:443", "http://127.0.0.1/", false],
  ["127.0.0.1:80", "https://127.0.0.1/", false],
  ["127.0.0.1:8", "http://127.0.0.1/", false],
] as const) {
  test(`takes ${address} for ${named ? "named" : "unnamed"} where ${lanHost} is`, async () => {
    assert.is(await passes(lanHost, address), named)
    assert.is(sockets.made, 0)
  })
}

test("keeps the connections of a named host from calls that may not go there", async () => {
  const world = names()
  const at = `http://nas.test:${server.port}/`
  const own = fetchWith(world, `nas.test:${server.port}`)
  for (let i = 0; i < 9; i++) assert.is((await own(at)).text(), "whole")
  assert.ok(sockets.made < 9, "connections are kept and used again")
  assert.instance(await refusal(fetchWith(world), at), Forbidden, "another fetch, the same origin")
  assert.instance(
    await refusal(own, `http://nas.test.:${server.port}/`),
    Forbidden,
    "the same fetch, the name with a dot",
  )
  assert.instance(await refusal(own, `http://127.0.0.1:${server.port}/`), Forbidden, "the same fetch, the address")
  assert.instance(await refusal(own, `https://nas.test.:${server.port}/`), Forbidden, "the same fetch, another scheme")
  assert.is(server.requests.length, 9)
})

test.run()
