import { Invalid } from "platen/sdk"
import type { Mode, Turn, ViewContext } from "platen/sdk/mode"
import { fakeStore } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { MAX_STRIKES, resting, strikesIn } from "../../../../plugins/pages/mode-studio/strikes.js"
import { until } from "../../../until.js"
import { modeOf } from "../../devices/configs/catalogs.js"

const test = suite("mode-studio/strikes")

const TURN: Turn = { caller: "user/anna" }
const OWNER = { realm: "extended", mac: "0A:BB:CC:DD:EE:FF" }

/** A mode whose scene fails with a code; `asked`: how often it was asked. */
function failing(code: string): { readonly mode: Mode; readonly asked: () => number } {
  let asked = 0
  return {
    asked: () => asked,
    mode: {
      ...modeOf("NASTY"),
      confined: {
        scene: () => {
          asked++
          return Promise.reject(new Invalid("It costs too much.", { code }))
        },
      },
    },
  }
}

const scene = (mode: Mode): Promise<string> =>
  mode.confined!.scene({}, {} as ViewContext, TURN).then(
    () => "drawn",
    (error: unknown) => (error as Invalid).code,
  )

test("let a mode rest that was ended three times, over a restart, until it is saved anew", async () => {
  const store = fakeStore()
  const { mode, asked } = failing("budget-time")
  const first = strikesIn(store)
  const kept = resting(
    mode,
    first.of(OWNER, "NASTY", await first.count(OWNER, "NASTY"), (error) => {
      throw error as Error
    }),
  )
  assert.equal([await scene(kept), await scene(kept), asked()], ["budget-time", "budget-time", 2])
  await until(async () => (await first.count(OWNER, "NASTY")) === 2, "strikes are not kept")
  const second = strikesIn(store)
  const later = resting(
    mode,
    second.of(OWNER, "NASTY", await second.count(OWNER, "NASTY"), (error) => {
      throw error as Error
    }),
  )
  assert.equal(
    [await scene(later), await scene(later), await scene(later), asked()],
    ["budget-time", "mode-resting", "mode-resting", MAX_STRIKES],
  )
  assert.is(
    await later.content({} as never).then(
      () => "",
      (error: unknown) => (error as Invalid).code,
    ),
    "mode-resting",
  )
  assert.equal([later.id, later.title], [mode.id, mode.title])
  await second.forgive(OWNER, "NASTY")
  assert.is(await second.count(OWNER, "NASTY"), 0)
})

test("count what the layout was ended for, and nothing that costs next to nothing", async () => {
  const strikes = strikesIn(fakeStore())
  const counted = strikes.of(OWNER, "NASTY", 0, (error) => {
    throw error as Error
  })
  const mode = resting(failing("budget-steps").mode, counted)
  for (let i = 0; i < 5; i++) assert.is(await scene(mode), "budget-steps")
  assert.is(counted.count, 0)
  mode.confined!.failed!(new Invalid("x", { code: "budget-memory" }))
  mode.confined!.failed!(new Error("x"))
  assert.is(counted.count, 1)
})

test("go by what other servers have counted and forgiven, once they look", async () => {
  const store = fakeStore()
  const [one, other] = [strikesIn(store), strikesIn(store)]
  const fail = (error: unknown): void => {
    throw error
  }
  const [here, there] = [one.of(undefined, "MINE", 0, fail), other.of(undefined, "MINE", 0, fail)]
  here.add()
  there.add()
  there.add()
  await until(async () => (await one.count(undefined, "MINE")) === 3, "strikes are lost")
  await one.look()
  assert.is(here.count, 3)
  await other.forgive(undefined, "MINE")
  await one.look()
  assert.is(here.count, 0)
})

test.run()
