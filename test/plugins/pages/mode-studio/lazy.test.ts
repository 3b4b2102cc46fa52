import type { Mode } from "platen/sdk/mode"
import { z } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { lazily } from "../../../../plugins/pages/mode-studio/lazy.js"

const test = suite("plugins/pages/mode-studio/lazy")

test("has all that its definition compiles to, and compiles it once, when it is first asked", async () => {
  let compiled = 0
  const whole: Partial<Mode> = {
    settings: z.object({}),
    cacheFor: 60,
    version: 2,
    hourly: true,
    perUser: true,
    group: "personal",
    suits: { weekend: true },
    data: z.object({}),
  }
  const mode = lazily(
    { id: "MINE", title: { en: "Mine" } } as never,
    () => {
      compiled++
      return {
        ...whole,
        confined: { scene: () => Promise.reject(new Error("x")), isEmpty: () => Promise.resolve(true) },
      } as never
    },
    () => {},
  )
  assert.equal([mode.id, compiled], ["MINE", 0])
  for (const [key, value] of Object.entries(whole)) assert.is(mode[key as keyof Mode], value, key)
  assert.is(await mode.confined!.isEmpty!({}, { day: {} } as never, { caller: "" }), true)
  assert.is(compiled, 1)
})

test.run()
