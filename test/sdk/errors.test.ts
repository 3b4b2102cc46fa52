import { suite } from "uvu"
import * as assert from "uvu/assert"
import {
  BadInput,
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  PlatenError,
  SetupError,
  TooLarge,
  TooMany,
  Unauthenticated,
  Unavailable,
  Upstream,
} from "platen/sdk"

const test = suite("errors")

const KINDS = [
  { Kind: BadInput, status: 400, code: "bad-input" },
  { Kind: Unauthenticated, status: 401, code: "unauthenticated" },
  { Kind: Forbidden, status: 403, code: "forbidden" },
  { Kind: NotFound, status: 404, code: "not-found" },
  { Kind: Conflict, status: 409, code: "conflict" },
  { Kind: TooLarge, status: 413, code: "too-large" },
  { Kind: Invalid, status: 422, code: "invalid" },
  { Kind: TooMany, status: 429, code: "rate-limited" },
  { Kind: SetupError, status: 500, code: "setup" },
  { Kind: Upstream, status: 502, code: "upstream" },
  { Kind: Unavailable, status: 503, code: "unavailable" },
]

for (const { Kind, status, code } of KINDS) {
  test(`${Kind.name} is ${status} ${code}`, () => {
    const error = new Kind("The thing is wrong: do this.")
    assert.is(error.status, status)
    assert.is(error.code, code)
    assert.is(error.name, Kind.name)
    assert.is(error.message, "The thing is wrong: do this.")
    assert.instance(error, PlatenError)
    assert.instance(error, Error)
    assert.is(error.issues, undefined)
    assert.is(error.retryAfter, undefined)
    assert.not.ok("cause" in error)
  })
}

test("takes a code of its own, issues, a wait and a cause", () => {
  const cause = new Error("below")
  const error = new TooMany("Wait.", {
    code: "pairing-limit",
    issues: [{ path: "screen.w", message: "too wide" }],
    retryAfter: 60,
    cause,
  })
  assert.is(error.status, 429)
  assert.is(error.code, "pairing-limit")
  assert.equal(error.issues, [{ path: "screen.w", message: "too wide" }])
  assert.is(error.retryAfter, 60)
  assert.is(error.cause, cause)
})

test("carries further fields, out of sight of a log", () => {
  const error = new BadInput("Not that.", { fields: { url: "https://example.org/?signature=x" } })
  assert.equal(error.fields, { url: "https://example.org/?signature=x" })
  assert.not.ok(Object.keys(error).includes("fields"))
  assert.is(new BadInput("Not that.").fields, undefined)
})

test.run()
