import type { IncomingMessage } from "node:http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { addressOf, isSecure, trustedProxies } from "../../../kernel/http/caller.js"

const test = suite("http/caller")

function call(remoteAddress: string, headers: Readonly<Record<string, string>> = {}): IncomingMessage {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

for (const [direct, forwarded, trusted, address] of [
  ["10.1.2.3", "203.0.113.9", [], "10.1.2.3"],
  ["10.1.2.3", "203.0.113.9", ["10.1.2.3"], "203.0.113.9"],
  ["10.1.2.3", "203.0.113.9", ["10.0.0.0/8"], "203.0.113.9"],
  ["::ffff:10.1.2.3", "203.0.113.9", ["10.0.0.0/8"], "203.0.113.9"],
  ["11.1.2.3", "203.0.113.9", ["10.0.0.0/8"], "11.1.2.3"],
  ["10.1.2.3", "6.6.6.6, 203.0.113.9, 10.9.9.9", ["10.0.0.0/8"], "203.0.113.9"],
  ["10.1.2.3", "10.4.4.4, 10.9.9.9", ["10.0.0.0/8"], "10.1.2.3"],
  ["10.1.2.3", "", ["10.0.0.0/8"], "10.1.2.3"],
  ["fd00::1", "2001:db8::9", ["fd00::/8"], "2001:db8::9"],
  ["10.1.2.3", "not an address", ["10.0.0.0/8"], "10.1.2.3"],
  ["10.1.2.3", "203.0.113.9, unknown", ["10.0.0.0/8"], "10.1.2.3"],
  ["10.1.2.3", "6.6.6.6:80, 203.0.113.9:4711, 10.9.9.9:80", ["10.0.0.0/8"], "203.0.113.9"],
  ["10.1.2.3", "[2001:db8::9]:4711", ["10.0.0.0/8"], "2001:db8::9"],
  ["10.1.2.3", "[2001:db8::9]", ["10.0.0.0/8"], "2001:db8::9"],
  ["10.1.2.3", "::ffff:203.0.113.9, ::FFFF:a09:909", ["10.0.0.0/8"], "203.0.113.9"],
] as const) {
  test(`takes ${address} for the caller, who comes from ${direct} and forwards "${forwarded}", with ${trusted.join(" and ") || "nobody"} trusted`, () => {
    assert.is(addressOf(call(direct, { "x-forwarded-for": forwarded }), trustedProxies(trusted)), address)
  })
}

test("takes the scheme from a trusted proxy alone, the last one it names", () => {
  const trusted = trustedProxies(["10.0.0.0/8"])
  assert.is(isSecure(call("10.1.2.3", { "x-forwarded-proto": "http, https" }), trusted), true)
  assert.is(isSecure(call("10.1.2.3", { "x-forwarded-proto": "https, http" }), trusted), false)
  assert.is(isSecure(call("203.0.113.9", { "x-forwarded-proto": "https" }), trusted), false)
  assert.is(isSecure({ socket: { encrypted: true }, headers: {} } as unknown as IncomingMessage, trusted), true)
})

for (const wrong of ["nas.lan", "10.0.0.0/33", "10.0.0.0/", "fd00::/129", "", "10.0.0"]) {
  test(`refuses "${wrong}" as a proxy, whoever names it`, () => assert.throws(() => trustedProxies([wrong])))
}

test.run()
