import type { AuthRequest } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { loopback } from "../../../plugins/operation/metrics/loopback.js"

const test = suite("metrics/loopback")

const isIn = (address: string, headers: Readonly<Record<string, string>> = {}): boolean =>
  loopback.admit({ address, headers } as AuthRequest) !== undefined

test("admits callers on this machine alone", () => {
  for (const address of ["127.0.0.1", "127.9.9.9", "::1"]) assert.ok(isIn(address), address)
  for (const address of [
    "",
    "10.0.0.1",
    "192.168.1.2",
    "1127.0.0.1",
    "127.0.0.1.evil",
    "203.0.113.1",
    "::2",
    "fe80::1",
  ])
    assert.not.ok(isIn(address), address)
})

test("takes nobody behind a proxy for a caller on this machine", () => {
  for (const name of ["x-forwarded-for", "forwarded", "via", "x-real-ip"])
    assert.not.ok(isIn("127.0.0.1", { [name]: "127.0.0.1" }), name)
})

test.run()
