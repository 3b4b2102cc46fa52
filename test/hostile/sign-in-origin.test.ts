import { openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { calls, codeOf, cookie, tokenOf } from "../plugins/people/accounts/calls.js"
import type { Calls } from "../plugins/people/accounts/calls.js"
import { PASSWORD, QUICK } from "../plugins/people/accounts/setting.js"

/** A page of somewhere else signs its visitors in; a web server of somewhere else may, for its own. */
const test = suite("hostile/sign-in from another origin")

const FOREIGN = { origin: "http://frontend.example:8080" }

let stage: Stage
let here: Calls
test.before(async () => {
  stage = await openStage({ config: QUICK, server: { publicUrl: "https://screens.example.org" } })
  here = calls(await stage.app.listen())
})
test.after(() => stage.close())

test("is not refused to a client that brings no session", async () => {
  const anna = await here.register("anna", {}, FOREIGN)
  assert.is(anna.status, 200, anna.text())
  assert.is((await here.signIn("anna", PASSWORD, FOREIGN)).status, 200)
})

test("pays no heed to a session that comes with it", async () => {
  const token = tokenOf(await here.signIn("anna"))
  await here.register("otto")
  const answer = await here.signIn("otto", PASSWORD, { ...FOREIGN, ...cookie(token) })
  assert.is((answer.json() as { username: string }).username, "otto")
  assert.not.equal(tokenOf(answer), token)
  assert.is((await here.me(cookie(token))).status, 200, "the session that came with it goes on as it was")
})

test("is refused to a form, which any page can make a browser send", async () => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]) {
    const answer = await here.signIn("anna", PASSWORD, { ...FOREIGN, "content-type": type })
    assert.equal(
      [answer.status, codeOf(answer), answer.headers["set-cookie"]],
      [403, "origin-forbidden", undefined],
      type,
    )
  }
})

test("gets a cookie for https alone where people reach the server by https", async () => {
  const cookies = await Promise.all(
    [{}, { origin: "https://screens.example.org" }, FOREIGN].map(async (headers) =>
      String((await here.signIn("anna", PASSWORD, headers)).headers["set-cookie"]).endsWith("; Secure"),
    ),
  )
  assert.equal(cookies, [true, true, false])
})

test.run()
