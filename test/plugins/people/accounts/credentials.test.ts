import { suite } from "uvu"
import * as assert from "uvu/assert"
import {
  bearerOf,
  cookieOf,
  credentialOf,
  isCookieSecure,
  setCookie,
} from "../../../../plugins/people/accounts/credentials.js"

const test = suite("plugins/people/accounts/credentials")

for (const [authorization, token] of [
  ["Bearer abc", "abc"],
  ["bearer abc", "abc"],
  ["BEARER  abc", "abc"],
  ["Bearer a b", "a b"],
  ["", undefined],
  ["Bearer", undefined],
  ["Bearer ", undefined],
  ["Basic abc", undefined],
  ["abc", undefined],
  ["Bearerabc", undefined],
  ["x Bearer abc", undefined],
] as const) {
  test(`reads ${JSON.stringify(authorization)} as ${token ?? "no token"}`, () =>
    assert.is(bearerOf({ authorization }), token))
}

for (const [cookie, token] of [
  ["ink_session=abc", "abc"],
  ["a=1; ink_session=abc; b=2", "abc"],
  ["a=1;ink_session=abc", "abc"],
  ["ink_session=first; ink_session=second", "first"],
  ["ink_session=", ""],
  ["", undefined],
  ["xink_session=abc", undefined],
  ["INK_SESSION=abc", undefined],
  ["ink_session", undefined],
  [";;=;", undefined],
  ["a=ink_session=abc", undefined],
] as const) {
  test(`reads the cookies ${JSON.stringify(cookie)} as ${JSON.stringify(token)}`, () =>
    assert.is(cookieOf({ cookie }), token))
}

test("takes a bearer token before a cookie, and says which it was", () => {
  assert.equal(credentialOf({ authorization: "Bearer b", cookie: "ink_session=c" }), { token: "b", byCookie: false })
  assert.equal(credentialOf({ authorization: "Basic b", cookie: "ink_session=c" }), { token: "c", byCookie: true })
  assert.is(credentialOf({}), undefined)
})

test("writes a cookie that scripts and other sites do not get, and only https where it came by https", () => {
  assert.is(setCookie("abc", 60, false), "ink_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax")
  assert.is(setCookie("abc", 60, true), "ink_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure")
})

for (const [secure, publicUrl, origin, expected] of [
  [true, undefined, undefined, true],
  [false, undefined, undefined, false],
  [false, "http://nas.lan:3000", undefined, false],
  [false, "https://screens.example.org", undefined, true],
  [false, "https://screens.example.org", "https://screens.example.org", true],
  [false, "https://screens.example.org", "http://192.168.1.5:3000", false],
  [true, "https://screens.example.org", "http://192.168.1.5:3000", true],
] as const) {
  test(`gives a cookie for https ${expected ? "alone" : "and http"}: secure ${secure}, public ${publicUrl}, page ${origin}`, () => {
    assert.is(isCookieSecure({ headers: origin === undefined ? {} : { origin }, secure }, { publicUrl }), expected)
  })
}

test.run()
