import { suite } from "uvu"
import * as assert from "uvu/assert"
import { MAX_WRONG } from "../../plugins/devices/pairing/guard.js"
import { MINUTE, openPairing, outcome } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"

/** Whoever has many accounts and addresses. */
const test = suite("editions/extended: guesses at codes")

let here: PairingStage
test.before(async () => {
  here = await openPairing()
})
test.after(() => here.close())

/** Wrong codes of six digits, each account and address within what it may. */
async function guesses(count: number, mac?: string): Promise<readonly string[]> {
  const answers: string[] = []
  while (answers.length < count) {
    const who = await here.person()
    const from = Math.floor(answers.length / 5)
    for (let i = 0; i < 5 && answers.length < count; i++) {
      const pair_code = String(900_000 + answers.length)
      answers.push(
        outcome(
          await here.consume(
            who,
            { pair_code, ...(mac !== undefined && { mac }) },
            `10.${from % 250}.${Math.floor(from / 250)}.1`,
          ),
        ),
      )
    }
  }
  return answers
}

test("looks at no short code of anybody's after a hundred wrong ones within an hour, and draws long ones", async () => {
  const [device, waiting] = [await here.device(), await here.device()]
  const owned = await here.owned()
  await device.post("claim-token", { pair_code: "482913" })
  const answers = await guesses(MAX_WRONG + 10, device.mac)
  assert.equal(
    [answers.filter((each) => each === "404 code-not-found").length, answers.slice(MAX_WRONG)],
    [MAX_WRONG, Array.from({ length: 10 }, () => "409 code-too-short")],
  )
  const anna = await here.person()
  assert.equal(
    [
      outcome(await here.consume(anna, { pair_code: "482913" })),
      outcome(await here.consume(anna, { pair_code: "482913", mac: device.mac })),
    ],
    ["409 code-too-short", "409 code-too-short"],
    "neither a right one",
  )
  await device.render()
  const long = await here.codeOf(device)
  assert.is(long.length, 8)
  assert.is(
    outcome(await here.consume(anna, { pair_code: long })),
    "200 claimed",
    "who holds the code of the screen is not locked out",
  )
  const echoed = await waiting.post("claim-token", { pair_code: "135790" })
  assert.ok(echoed.text().includes('"pair_code":"135790"'), "the firmware is not left to repeat it")
  const screen = await here.another(owned)
  await screen.post("claim-token", { pair_code: "246800" })
  assert.is(outcome(await here.consume(owned.owner, { pair_code: "246800" })), "200 confirmed", "nor is an owner")
  const { token } = echoed.json() as { token: string }
  assert.is(outcome(await here.consume(anna, { token })), "200 claimed", "nor who has a claim token")
})

test("looks at short codes again an hour later", async () => {
  here.clock.advance(60 * MINUTE)
  const device = await here.device()
  await device.post("claim-token", { pair_code: "112233" })
  assert.is(outcome(await here.consume(await here.person(), { pair_code: "112233" })), "200 claimed")
})

test("counts no right code, and no wait for a screen", async () => {
  const anna = await here.person()
  for (let i = 0; i < MAX_WRONG + 10; i++) {
    const device = await here.device()
    await device.post("claim-token", { pair_code: String(300_000 + i) })
    assert.is(outcome(await here.consume(anna, { pair_code: String(300_000 + i) })), "200 claimed")
    if (i % 30 === 29) here.clock.advance(MINUTE)
  }
})

test.run()
