import fc from "fast-check"
import { BadInput, Forbidden, Upstream } from "platen/sdk"
import type { OutboundFetch } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { isPublic } from "../../../kernel/outbound/addresses.js"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { counted, names, watched } from "./sockets.js"
import type { Counted, Names } from "./sockets.js"
import { LITERALS, NAMES, NONE } from "./spellings.js"
import { depth } from "../../depth.js"

const test = suite("http/fetch-addresses")

const sockets = watched()
let server: Counted
let world: Names
let fetch: OutboundFetch

test.before(async () => {
  server = await counted()
})
test.before.each(() => {
  server.reset()
  sockets.reset()
  world = names()
  fetch = guardedFetch({ lanHosts: [], clock: fakeClock(), ticks: () => 0, onCall: () => {}, lookup: world.lookup })
})
test.after(() => {
  server.close()
  sockets.end()
})

async function refusal(address: string): Promise<Error> {
  return fetch(address).then(
    ({ status }) => {
      throw new Error(`${address} was answered with ${status}`)
    },
    (error: unknown) => error as Error,
  )
}

/** Whether a call to a literal address would be made: one that is given up beforehand gets as far as the check and no further. */
async function passes(host: string): Promise<boolean> {
  const error = (await fetch(`http://${host}/`, { signal: AbortSignal.abort() }).catch(
    (cause: unknown) => cause as Error,
  )) as Error
  if (!(error instanceof Forbidden)) assert.match(error.message, /did not respond in time\.$/, host)
  else assert.is(error.code, "host-not-public", host)
  return error instanceof Upstream
}

for (const [how, hosts] of Object.entries(LITERALS)) {
  for (const host of hosts) {
    test(`refuses ${JSON.stringify(host)}, which is ${how}, without a question or a socket`, async () => {
      const error = await refusal(`http://${host}:${server.port}/`)
      assert.instance(error, Forbidden, error.message)
      assert.is((error as Forbidden).code, "host-not-public")
      assert.match(await refusal(`https://${host}/`).then(({ message }) => message), /is not on the public internet/)
      assert.equal([world.asked, sockets.made, server.connections], [[], 0, 0])
    })
  }
}

for (const [host, asked] of Object.entries(NAMES)) {
  test(`refuses the name ${JSON.stringify(host)} for the address that ${asked} has`, async () => {
    const error = await refusal(`http://${host}:${server.port}/`)
    assert.instance(error, Forbidden, error.message)
    assert.is((error as Forbidden).code, "host-not-public")
    assert.equal([world.asked, server.connections], [[asked], 0])
  })
}

for (const host of NONE) {
  test(`takes ${JSON.stringify(host)} for no host`, async () => {
    const error = await refusal(`http://${host}:${server.port}/`)
    assert.instance(error, BadInput, error.message)
    assert.match(error.message, /is not a URL: write the full URL/)
    assert.equal([world.asked, sockets.made, server.connections], [[], 0, 0])
  })
}

test("reaches this machine by every spelling of 127.0.0.1 as soon as it is named: they are what they seem", async () => {
  const named = guardedFetch({
    lanHosts: ["127.0.0.1"],
    clock: fakeClock(),
    ticks: () => 0,
    onCall: () => {},
    lookup: world.lookup,
  })
  const loopback = Object.values(LITERALS)
    .flat()
    .filter((host) => new URL(`http://${host}`).hostname === "127.0.0.1")
  assert.ok(loopback.length > 40, String(loopback.length))
  for (const host of loopback) assert.is((await named(`http://${host}:${server.port}/`)).text(), "whole", host)
})

for (const address of [
  "http:127.0.0.1",
  "http:/127.0.0.1",
  "http:\\\\127.0.0.1",
  "http:/\\127.0.0.1\\",
  "HTTP://127.0.0.1",
  "ht\ntp://127.0.0.1",
  "  http://127.0.0.1  ",
  "http:///127.0.0.1",
  "http://////127.0.0.1",
  "http://127.0.0.1#@public.example",
  "http://127.0.0.1?@public.example",
  "http://127.0.0.1\\@public.example",
  "http://127.0.0.1:0",
  "http://127.0.0.1:65535",
]) {
  test(`refuses 127.0.0.1 as ${JSON.stringify(address)} writes it`, async () => {
    assert.instance(await refusal(address), Forbidden)
    assert.equal([world.asked, sockets.made], [[], 0])
  })
}

for (const address of [
  "file:///etc/passwd",
  "ftp://127.0.0.1/",
  "gopher://127.0.0.1:70/_x",
  "data:text/plain,x",
  "javascript:alert(1)",
  "ws://127.0.0.1/",
  "wss://127.0.0.1/",
  "blob:http://127.0.0.1/x",
  "about:blank",
  "unix:/run/docker.sock",
  "http+unix://%2frun%2fdocker.sock/",
  "dict://127.0.0.1:6379/info",
  "ldap://127.0.0.1/",
  "view-source:http://127.0.0.1/",
  "jar:http://127.0.0.1!/",
  "httpx://127.0.0.1/",
  "http://user@127.0.0.1/",
  "http://user:word@public.example/",
  "http://:word@public.example/",
  "http://%75@public.example/",
  "http://public.example%40:80@127.0.0.1/",
  "http://user:word@127.0.0.1:80/",
]) {
  test(`refuses ${JSON.stringify(address)} for its scheme or its credentials`, async () => {
    const error = await refusal(address)
    assert.instance(error, BadInput)
    assert.match(
      error.message,
      /must begin with http:\/\/ or https:\/\/, not|must not contain a user name or a password/,
    )
    assert.equal([world.asked, sockets.made, server.connections], [[], 0, 0])
  })
}

/** Blocks of the registries, or several in a row, with their ends and the public addresses beside them. */
const BLOCKS: readonly (readonly [name: string, first: string, last: string, ...beside: readonly string[]])[] = [
  ["0.0.0.0/8", "0.0.0.0", "0.255.255.255", "1.0.0.0"],
  ["10.0.0.0/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
  ["100.64.0.0/10", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
  ["127.0.0.0/8", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
  ["169.254.0.0/16", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
  ["172.16.0.0/12", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
  ["192.0.0.0/24", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
  ["192.0.2.0/24", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["192.88.99.0/24", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
  ["192.168.0.0/16", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
  ["198.18.0.0/15", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
  ["198.51.100.0/24", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
  ["203.0.113.0/24", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
  ["224.0.0.0/4", "224.0.0.0", "239.255.255.255", "223.255.255.255"],
  ["240.0.0.0/4", "240.0.0.0", "255.255.255.255"],
  ["all below 2000::/3", "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"],
  [
    "2001::/23",
    "2001::",
    "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:200::",
  ],
  [
    "2001:db8::/32",
    "2001:db8::",
    "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::",
  ],
  [
    "2002::/16",
    "2002::",
    "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2003::",
  ],
  [
    "3fff::/20",
    "3fff::",
    "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:1000::",
  ],
  [
    "all above 2000::/3",
    "4000::",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  ],
]
const bracketed = (address: string): string => (address.includes(":") ? `[${address}]` : address)

for (const [name, first, last, ...beside] of BLOCKS) {
  test(`refuses ${name} from its first to its last address and nothing beside it`, async () => {
    for (const address of [first, last])
      assert.equal([isPublic(address), await passes(bracketed(address))], [false, false], address)
    for (const address of beside)
      assert.equal([isPublic(address), await passes(bracketed(address))], [true, true], address)
    assert.is(sockets.made, 0)
  })
}

const number = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0)
const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".")
const RANGES = BLOCKS.filter(([, first]) => first.includes(".")).map(
  ([, first, last]) => [number(first), number(last)] as const,
)
const BASES: readonly ((value: number, zeros: string) => string)[] = [
  String,
  (value, zeros) => `0x${zeros}${value.toString(16)}`,
  (value, zeros) => `0X${zeros}${value.toString(16).toUpperCase()}`,
  (value, zeros) => `0${zeros}${value.toString(8)}`,
]

/** An IPv4 address, every second one at the edge of a block. */
const anyIPv4 = fc.oneof(
  fc.nat(0xffffffff),
  fc
    .tuple(fc.constantFrom(...RANGES.flat()), fc.integer({ min: -2, max: 2 }))
    .map(([edge, by]) => Math.min(0xffffffff, Math.max(0, edge + by))),
)

/** An address in 1 to 4 parts, the last of which takes all bytes that are left, each part in a base of its own. */
const spelt = fc
  .record({
    value: anyIPv4,
    parts: fc.integer({ min: 1, max: 4 }),
    dot: fc.constantFrom("", "."),
    bases: fc.tuple(...[0, 1, 2, 3].map(() => fc.tuple(fc.constantFrom(...BASES), fc.constantFrom("", "0", "000")))),
  })
  .map(({ value, parts, dot, bases }) => {
    const heads = [24, 16, 8].slice(0, parts - 1).map((shift) => (value >>> shift) & 255)
    const rest = value % 2 ** (8 * (5 - parts))
    return { value, host: [...heads, rest].map((part, i) => bases[i]![0](part, bases[i]![1])).join(".") + dot }
  })

test("judges every spelling of an IPv4 address as it judges the dotted one", async () => {
  await fc.assert(
    fc.asyncProperty(spelt, async ({ value, host }) => {
      const special = RANGES.some(([first, last]) => value >= first && value <= last)
      assert.equal([isPublic(dotted(value)), await passes(host)], [!special, !special], `${host} is ${dotted(value)}`)
    }),
    { numRuns: depth(1_000) },
  )
  assert.equal([world.asked, sockets.made], [[], 0])
})

test("refuses every IPv4 address inside an IPv6 one, public or not", async () => {
  const pair = (value: number): string => `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`
  const around = fc.constantFrom<(value: number) => string>(
    (value) => `::ffff:${dotted(value)}`,
    (value) => `::ffff:${pair(value)}`,
    (value) => `::${dotted(value)}`,
    (value) => `::ffff:0:${pair(value)}`,
    (value) => `64:ff9b::${dotted(value)}`,
    (value) => `64:ff9b:1::${pair(value)}`,
    (value) => `2002:${pair(value)}::1`,
    (value) => `2001:0:${pair(value)}::1`,
  )
  await fc.assert(
    fc.asyncProperty(anyIPv4, around, async (value, inside) => {
      assert.equal([isPublic(inside(value)), await passes(`[${inside(value)}]`)], [false, false], inside(value))
    }),
    { numRuns: depth(500) },
  )
  assert.is(sockets.made, 0)
})

test.run()
