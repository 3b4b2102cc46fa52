import { Forbidden } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { isUnsafe, refuseForeign } from "../../../../plugins/people/accounts/origins.js"

const test = suite("plugins/people/accounts/origins")
const SERVICE = { publicUrl: "https://Screens.example.org/below/", origins: ["https://app.example.org:8443"] }
const HOST = "nas.lan:3000"

interface Case {
  readonly headers: Readonly<Record<string, string>>
  readonly secure?: boolean
  readonly passes: boolean
}

const from = (origin: string, passes: boolean, more: object = {}): Case => ({
  headers: { host: HOST, origin, ...more },
  passes,
})
const CASES: readonly Case[] = [
  from("http://nas.lan:3000", true),
  from("https://screens.example.org", true),
  from("https://app.example.org:8443", true),
  from("https://nas.lan:3000", false),
  from("http://nas.lan", false),
  from("http://nas.lan:3001", false),
  from("http://evil.example", false),
  from("http://screens.example.org", false),
  from("https://app.example.org", false),
  from("https://screens.example.org.evil.example", false),
  from("null", false),
  from("", false),
  from("http://nas.lan:3000/", false),
  from("file://", false),
  from("http://nas.lan:3000, http://evil.example", false),
  from("http://nas.lan:3000", true, { "sec-fetch-site": "cross-site" }),
  from("http://evil.example", false, { "sec-fetch-site": "same-origin" }),
  { headers: { host: HOST, origin: "https://nas.lan:3000" }, secure: true, passes: true },
  { headers: { host: HOST, origin: "http://nas.lan:3000" }, secure: true, passes: false },
  { headers: { host: "nas.lan:443", origin: "https://nas.lan" }, secure: true, passes: true },
  { headers: { host: "nas.lan:80", origin: "http://nas.lan" }, passes: true },
  { headers: { host: "[::1]:3000", origin: "http://[::1]:3000" }, passes: true },
  { headers: { origin: "http://nas.lan:3000" }, passes: false },
  { headers: { host: "null", origin: "null" }, passes: false },
  { headers: { host: "a b", origin: "http://a b" }, passes: false },
  { headers: { host: "", origin: "http://" }, passes: false },
  { headers: { host: HOST }, passes: true },
  ...["same-origin", "same-site", "none"].map((site) => ({
    headers: { host: HOST, "sec-fetch-site": site },
    passes: true,
  })),
  { headers: { host: HOST, "sec-fetch-site": "cross-site" }, passes: false },
]

for (const { headers, secure = false, passes } of CASES) {
  test(`${passes ? "lets through" : "refuses"} ${JSON.stringify(headers)}${secure ? " by https" : ""}`, () => {
    let error: unknown
    try {
      refuseForeign({ headers, secure }, SERVICE)
    } catch (thrown) {
      error = thrown
    }
    if (passes) return assert.is(error, undefined)
    assert.instance(error, Forbidden)
    assert.is((error as Forbidden).code, "origin-forbidden")
  })
}

test("knows no public address and no origins where the operator names none", () => {
  assert.throws(
    () =>
      refuseForeign(
        { headers: { host: HOST, origin: "https://screens.example.org" }, secure: false },
        { publicUrl: undefined, origins: [] },
      ),
    (error: Forbidden) => error.code === "origin-forbidden",
  )
})

for (const [method, unsafe] of [
  ["GET", false],
  ["HEAD", false],
  ["OPTIONS", false],
  ["POST", true],
  ["PUT", true],
  ["PATCH", true],
  ["DELETE", true],
] as const) {
  test(`calls ${method} ${unsafe ? "unsafe" : "safe"}`, () => assert.is(isUnsafe({ method }), unsafe))
}

test.run()
