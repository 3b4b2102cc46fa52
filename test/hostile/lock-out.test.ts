import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { bearer, calls, codeOf, from, tokenOf } from "../plugins/people/accounts/calls.js"
import { PASSWORD } from "../plugins/people/accounts/setting.js"
import { served } from "../served.js"

/** Attack A8: a stranger's wrong passwords keep a user out. */
const test = suite("hostile/lock-out")

const [USER, STRANGER] = [from("203.0.113.1"), from("203.0.113.2")]
const YAML = "server: { trustProxy: [127.0.0.1] }\n"

test("does not reach a user: a stranger's wrong passwords neither refuse the user's sign-in nor a change of password", async () => {
  const stage = await openStage({ server: { trustProxy: ["127.0.0.1"] } })
  const here = calls(await stage.app.listen())
  const token = tokenOf(await here.register("anna", {}, USER))
  for (let i = 0; i < 6; i++)
    assert.is((await here.signIn("anna", `guess number ${i}`, STRANGER)).status, i < 5 ? 401 : 429)
  assert.is((await here.signIn("anna", PASSWORD, USER)).status, 200)
  assert.is(
    (await here.post("password", { current: PASSWORD, password: "another one" }, { ...bearer(token), ...USER })).status,
    200,
  )
  for (let i = 0; i < 5; i++)
    assert.is(
      codeOf(
        await here.post(
          "password",
          { current: `guess number ${i}`, password: PASSWORD },
          { ...bearer(token), ...STRANGER },
        ),
      ),
      "password-invalid",
    )
  assert.is(
    (await here.signIn("anna", "another one", USER)).status,
    200,
    "guesses in a session count for that session alone",
  )
  await stage.close()
})

test("does not come from a killed process: right passwords that were under way count as no failures", async () => {
  const cwd = folderWith({ "platen.yaml": YAML })
  const first = await served(cwd)
  await calls(first.port).register("anna", {}, USER)
  await first.stop()
  for (let round = 0; round < 2; round++) {
    const server = await served(cwd)
    const here = calls(server.port)
    const cut = Array.from({ length: 4 }, () => here.signIn("anna", PASSWORD, USER).catch(() => undefined))
    // Both callers that hash at once are at work when a first answer comes back.
    await Promise.race(cut)
    await server.kill()
    await Promise.all(cut)
  }
  const last = await served(cwd)
  assert.is((await calls(last.port).signIn("anna", PASSWORD, USER)).status, 200)
  await last.stop()
})

test.run()
