import { suite } from "uvu"
import * as assert from "uvu/assert"
import { storeCheck } from "../../../../plugins/operation/health/store-check.js"
import { fakeClock } from "../../../testing/index.js"

/** The check of the store behind GET /api/health, with a store that answers when it is told to. */
const test = suite("store check")

interface Asked {
  answer(isConverted: boolean): void
  fail(): void
}

function scene() {
  const clock = fakeClock(0)
  const asked: Asked[] = []
  const check = storeCheck(
    () =>
      new Promise((resolve, reject) => {
        asked.push({ answer: resolve, fail: () => reject(new Error("the store is gone")) })
      }),
    clock,
  )
  const outcome = async (): Promise<string> => {
    let said = "waits"
    check().then(
      () => (said = "good"),
      (error: Error & { code?: string }) => (said = error.code ?? error.message),
    )
    await new Promise(setImmediate)
    return said
  }
  return { clock, asked, check, outcome }
}

test("a busy store keeps nobody waiting who asks for health, for three seconds", async () => {
  const { clock, asked, outcome } = scene()
  assert.is(await outcome(), "waits", "nothing is known of it yet")
  asked[0]!.answer(false)
  assert.is(await outcome(), "good")
  clock.advance(1_000)
  assert.is(await outcome(), "good", "it is asked again meanwhile")
  assert.is(asked.length, 2)
  clock.advance(1_999)
  assert.is(await outcome(), "good")
  clock.advance(1)
  assert.is(await outcome(), "waits")
})

test("a store that fails is said as soon as it is known, and no longer than it lasts", async () => {
  const { clock, asked, outcome } = scene()
  await outcome()
  asked[0]!.answer(false)
  await outcome()
  clock.advance(1_000)
  await outcome()
  asked[1]!.fail()
  await new Promise(setImmediate)
  assert.is(await outcome(), "the store is gone")
  clock.advance(1_000)
  assert.is(await outcome(), "waits")
  asked[2]!.answer(false)
  assert.is(await outcome(), "good")
  clock.advance(1_000)
  await outcome()
  asked[3]!.answer(true)
  await new Promise(setImmediate)
  assert.is(await outcome(), "store-converted")
})

test("a store that answers nothing for two seconds is silent", async () => {
  const { clock, asked, check } = scene()
  const said = check().then(
    () => "good",
    ({ code }: { code: string }) => code,
  )
  assert.is(asked.length, 1)
  clock.advance(2_000)
  assert.is(await said, "store-silent")
})

test.run()
