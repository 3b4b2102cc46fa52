import { z } from "platen/sdk"
import { GLOBAL_SCOPE, MODES } from "platen/sdk/mode"
import type { Mode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { modeStoreOf } from "../../../../plugins/pages/mode-studio/mode-store.js"
import { resting } from "../../../../plugins/pages/mode-studio/strikes.js"
import { setUp } from "../../../set-up.js"
import { MAC, modeOf } from "../../devices/configs/catalogs.js"

const test = suite("mode-studio/mode-store")

test("loads the very mode that it shows, in its owner's scope, and reads nothing of it that is made when it is asked for", async () => {
  let compiled = 0
  const lazy = {
    ...modeOf("MINE"),
    get settings() {
      compiled++
      return z.object({})
    },
  }
  const loaded: Mode[] = []
  const store = modeStoreOf(async (plugin) => {
    loaded.push(...(await setUp(plugin)).to(MODES))
    return async () => {}
  })
  const owner = { realm: "extended", mac: MAC }
  for (const each of [owner, undefined]) await store.put(each, resting(lazy, { count: 0, add: () => {} }))
  assert.is(compiled, 0)
  assert.equal(
    loaded.map(({ id, title, scope }) => [id, title.en, scope]),
    [
      ["MINE", "MINE", `device/extended/${MAC}`],
      ["MINE", "MINE", GLOBAL_SCOPE],
    ],
  )
  for (const [i, each] of [owner, undefined].entries()) assert.is(store.get(each)[0], loaded[i])
})

test.run()
