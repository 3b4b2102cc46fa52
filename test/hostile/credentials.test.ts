import { PEOPLE } from "../../plugins/people/accounts/commands.js"
import { openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bearer, calls, codeOf, tokenOf } from "../plugins/people/accounts/calls.js"
import type { Calls } from "../plugins/people/accounts/calls.js"
import { PASSWORD, QUICK } from "../plugins/people/accounts/setting.js"

/** Attack A12.15: passwords that are guessed first, and a stranger who takes the operator's name. */
const test = suite("hostile/credentials")

let stage: Stage
let here: Calls
test.before(async () => {
  const origin = "https://calendar.example"
  stage = await openStage({
    config: { ...QUICK, "source-calendar": { connections: { home: { origin, users: [" Greta"] } } } },
  })
  here = calls(await stage.app.listen())
})
test.after(() => stage.close())

test("that everybody guesses first are refused, at registration and in a change", async () => {
  const token = tokenOf(await here.register("anna"))
  for (const password of ["password", "PASSWORD", "12345678", "        "]) {
    const register = await here.register("bert", { password })
    assert.equal([register.status, codeOf(register)], [422, "invalid"], password)
    assert.is((await here.post("password", { current: PASSWORD, password }, bearer(token))).status, 422, password)
  }
})

for (const name of ["admin", "Root", "OWNER", "platen", "ａｄｍｉｎ"]) {
  test(`of the operator are not free to strangers: ${name}`, async () => {
    const answer = await here.register(name)
    assert.equal([answer.status, codeOf(answer)], [409, "username-reserved"])
  })
}

for (const name of ["greta", "GRETA", "ｇｒｅｔａ"]) {
  test(`of those to whom something is granted are not free to strangers: ${name}`, async () => {
    const answer = await here.register(name)
    assert.equal([answer.status, codeOf(answer)], [409, "username-reserved"])
  })
}

test("of those to whom something is granted are the operator's to give", async () => {
  const { people } = stage.app.get(PEOPLE)
  await people.add({ shown: "greta", fold: "greta" }, PASSWORD, "user")
  assert.is((await here.signIn("greta")).status, 200)
})

test("of the operator are theirs with the setup code", async () => {
  const { code } = stage.log.lines.find(({ event }) => event === "setup-code.issued")!.fields as { code: string }
  const admin = await here.register("admin", { setup_code: code })
  assert.equal([admin.status, (admin.json() as { role?: string }).role], [200, "admin"])
})

test.run()
