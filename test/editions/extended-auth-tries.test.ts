import { fakeClock, openStage } from "platen/testing"
import type { FakeClock, Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import type { Answer } from "../kernel/http/ask.js"
import { bearer, calls, codeOf, from, tokenOf } from "../plugins/people/accounts/calls.js"
import type { Calls } from "../plugins/people/accounts/calls.js"
import { MINUTE, PASSWORD, QUICK } from "../plugins/people/accounts/setting.js"

const test = suite("editions/extended-auth-tries")

const HOME = from("203.0.113.1")
const AWAY = from("203.0.113.2")

let clock: FakeClock
let dataFolder: string
let stage: Stage
let here: Calls

async function start(): Promise<void> {
  stage = await openStage({ clock, dataFolder, config: QUICK, server: { trustProxy: ["127.0.0.1"] } })
  here = calls(await stage.app.listen())
}

async function restart(): Promise<void> {
  await stage.close()
  await start()
}

test.before.each(async () => {
  clock = fakeClock()
  dataFolder = folderWith()
  await start()
})
test.after.each(() => stage.close())

function isSlowed(answer: Answer, seconds: number): void {
  assert.equal(
    [answer.status, codeOf(answer), answer.headers["retry-after"], answer.headers["set-cookie"]],
    [429, "rate-limited", String(seconds), undefined],
  )
}

async function guess(name: string, times: number, headers = HOME): Promise<void> {
  for (let i = 0; i < times; i++) assert.is((await here.signIn(name, `guess number ${i}`, headers)).status, 401)
}

test("slows down who guesses a password from one address, until a quarter of an hour has passed", async () => {
  await here.register("anna", {}, AWAY)
  await guess("anna", 5)
  isSlowed(await here.signIn("anna", "guess number 6", HOME), 900)
  isSlowed(await here.signIn("ANNA", PASSWORD, HOME), 900)
  clock.advance(14 * MINUTE)
  isSlowed(await here.signIn("anna", PASSWORD, HOME), 60)
  clock.advance(MINUTE)
  assert.is((await here.signIn("anna", PASSWORD, HOME)).status, 200)
})

test("slows down an address that tries one password on many names", async () => {
  await here.register("anna", {}, AWAY)
  for (let i = 0; i < 50; i++) assert.is((await here.signIn(`person${i}`, PASSWORD, HOME)).status, 401)
  isSlowed(await here.signIn("anna", PASSWORD, HOME), 3_600)
  assert.is((await here.signIn("anna", PASSWORD, AWAY)).status, 200, "its owner is somewhere else")
})

test("slows down guesses at a name that nobody has just so", async () => {
  await guess("nobody", 5)
  isSlowed(await here.signIn("nobody", PASSWORD, HOME), 900)
})

test("does not forget failures when it is started again", async () => {
  await here.register("anna", {}, AWAY)
  await guess("anna", 3)
  await restart()
  await guess("anna", 2)
  await restart()
  isSlowed(await here.signIn("anna", PASSWORD, HOME), 900)
})

test("keeps sessions when it is started again", async () => {
  const token = tokenOf(await here.register("anna", {}, AWAY))
  await restart()
  assert.is((await here.me(bearer(token))).status, 200)
})

test("looks at no more than five of many guesses at once", async () => {
  await here.register("anna", {}, AWAY)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => here.signIn("anna", `guess number ${i}`, HOME)),
  )
  assert.equal(
    [401, 429].map((status) => answers.filter((each) => each.status === status).length),
    [5, 25],
  )
})

test("forgives an account what came before the right password", async () => {
  await here.register("anna", {}, AWAY)
  for (let i = 0; i < 3; i++) {
    await guess("anna", 4, HOME)
    assert.is((await here.signIn("anna", PASSWORD, HOME)).status, 200)
  }
})

test("leaves those who are signed in alone while somebody guesses", async () => {
  const token = tokenOf(await here.register("anna", {}, AWAY))
  await guess("anna", 5)
  assert.is((await here.me({ ...bearer(token), ...HOME })).status, 200)
})

test("slows down who guesses the current password from a session", async () => {
  const token = tokenOf(await here.register("anna", {}, AWAY))
  for (let i = 0; i < 5; i++)
    assert.is(
      (
        await here.post(
          "password",
          { current: `guess number ${i}`, password: "another one" },
          { ...bearer(token), ...AWAY },
        )
      ).status,
      403,
    )
  isSlowed(
    await here.post("password", { current: PASSWORD, password: "another one" }, { ...bearer(token), ...AWAY }),
    900,
  )
})

test("lets one address register ten people an hour", async () => {
  for (let i = 0; i < 10; i++) assert.is((await here.register(`person${i}`, {}, HOME)).status, 200)
  isSlowed(await here.register("person10", {}, HOME), 3_600)
  assert.is((await here.register("person10", {}, AWAY)).status, 200)
  await restart()
  isSlowed(await here.register("person11", {}, HOME), 3_600)
  clock.advance(60 * MINUTE)
  assert.is((await here.register("person11", {}, HOME)).status, 200)
})

test("counts nothing against an address for what it cannot read", async () => {
  for (let i = 0; i < 15; i++) assert.is((await here.post("register", { username: 5 }, HOME)).status, 422)
  for (let i = 0; i < 15; i++) assert.is((await here.post("login", { username: 5 }, HOME)).status, 422)
  assert.is((await here.register("anna", {}, HOME)).status, 200)
})

test("believes nobody who says to be somewhere else, but the operator's proxies", async () => {
  const doubting = await openStage({ config: QUICK })
  const { signIn } = calls(await doubting.app.listen())
  for (let i = 0; i < 5; i++) assert.is((await signIn("nobody", PASSWORD, from(`198.51.100.${i}`))).status, 401)
  const last = await signIn("nobody", PASSWORD, from("198.51.100.9"))
  await doubting.close()
  assert.is(last.status, 429)
})

test.run()
