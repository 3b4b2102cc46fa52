import { suite } from "uvu"
import * as assert from "uvu/assert"
import { codeOf, from } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"

/** Who says to be somewhere else. */
const test = suite("editions/extended: hostile: forged addresses")

const tries = (
  at: Extended,
  headers: (i: number) => Readonly<Record<string, string>>,
  count = 8,
): Promise<readonly number[]> =>
  Array.from({ length: count }, (_, i) => i).reduce<Promise<number[]>>(
    async (before, i) => [
      ...(await before),
      (await at.post("/api/auth/login", { username: "anna", password: "not the password" }, headers(i))).status,
    ],
    Promise.resolve([]),
  )
const SLOWED = [401, 401, 401, 401, 401, 429, 429, 429]

async function withProxies(trustProxy: string[], work: (at: Extended) => Promise<void>): Promise<void> {
  const at = await openExtended({ server: { trustProxy, limits: {} } })
  try {
    await work(at)
  } finally {
    await at.close()
  }
}

test("believes no header about the address of who calls directly", async () => {
  for (const trusted of [[], ["10.0.0.0/8"], ["192.168.0.1", "::1"]]) {
    await withProxies(trusted, async (at) =>
      assert.equal(
        await tries(at, (i) => ({
          "x-forwarded-for": `203.0.113.${i}`,
          "x-real-ip": `203.0.113.${i}`,
          forwarded: `for=203.0.113.${i}`,
          "cf-connecting-ip": `203.0.113.${i}`,
          "x-client-ip": `203.0.113.${i}`,
        })),
        SLOWED,
      ),
    )
  }
})

for (const [what, chain] of [
  ["what a caller writes before the address that the proxy saw", (i: number) => `203.0.113.${i}, 198.51.100.7`],
  [
    "what is written before a chain of trusted proxies",
    (i: number) => `203.0.113.${i}, 198.51.100.7, 10.1.2.3, 127.0.0.1`,
  ],
  ["several headers", (i: number) => `junk${i},, , 198.51.100.7,`],
  ["the ports of one address", (i: number) => `198.51.100.7:${1000 + i}`],
  ["the ports of one IPv6 address", (i: number) => `[2001:db8::7]:${1000 + i}`],
  ["IPv6 addresses of one network", (i: number) => `2001:db8:1:2:${i}::${i}`],
  [
    "spellings of one IPv6 address",
    (i: number) =>
      ["2001:db8::1", "2001:DB8::1", "2001:0db8:0000::1", "2001:db8:0:0::1", "2001:db8:0:0:0:0:0:1"][i % 5]!,
  ],
  [
    "spellings of one IPv4 address",
    (i: number) => ["198.51.100.7", "::ffff:198.51.100.7", "::FFFF:198.51.100.7", "::ffff:c633:6407"][i % 4]!,
  ],
  ["what is no address at all", (i: number) => `not-an-address-${i}`],
] as const) {
  test(`counts ${what} as one place`, () =>
    withProxies(["127.0.0.1", "10.0.0.0/8"], async (at) =>
      assert.equal(await tries(at, (i) => from(chain(i))), SLOWED),
    ))
}

test("counts the limits of calls by the same place", () =>
  withProxies(["127.0.0.0/8"], async (at) => {
    const call = async (address: string): Promise<number> =>
      (await at.at("/api/render?w=100&h=100", { headers: from(address) })).status
    for (let i = 0; i < 30; i++) assert.is(await call(`203.0.113.${i}, 198.51.100.7`), 200)
    assert.equal([await call("203.0.113.99, 198.51.100.7"), await call("198.51.100.8")], [429, 200])
  }))

test("lets no stranger use up somebody's tries by naming their address", () =>
  withProxies([], async (at) => {
    // All that comes directly is one place, and it is the caller's own: what it claims is nobody's.
    await tries(at, () => from("198.51.100.7"))
    assert.is((await at.post("/api/auth/login", { username: "anna", password: "not the password" })).status, 429)
    const refused = await at.post("/api/auth/login", { username: "anna", password: "not the password" })
    assert.is(codeOf(refused), "rate-limited")
  }))

test("takes https from a proxy that is believed alone", async () => {
  for (const [trusted, secure] of [
    [["127.0.0.1"], true],
    [[], false],
  ] as [string[], boolean][]) {
    await withProxies(trusted, async (at) => {
      const answer = await at.post(
        "/api/auth/register",
        { username: "anna", password: "long enough" },
        { "x-forwarded-proto": "https" },
      )
      assert.is(answer.headers["set-cookie"]!.includes("Secure"), secure)
    })
  }
})

test.run()
