import { definePlugin } from "platen/sdk"
import type { Engine } from "platen/sdk"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { memoryEngine } from "../../../testing/memory-engine.js"

const test = suite("render/what a render reads and writes")

/** Keys of the devices that each write names, and texts of devices that were parsed. */
const writes: (readonly string[])[] = []
let parsed = 0

const isOfDevices = (key: string): boolean => /^[cj]\/devices\/(settings|runtime|renders|calls)\//.test(key)

/** A storage engine that counts. */
const counting = definePlugin({
  id: "counting",
  engines: [
    {
      id: "counting",
      open: async ({ clock }) => {
        const engine = memoryEngine(clock)
        return {
          ...engine,
          write: (changed, expectations) => {
            const keys = changed.map(({ key }) => key).filter(isOfDevices)
            if (keys.length > 0) writes.push(keys.map((key) => key.split("/")[2]!).sort())
            return engine.write(changed, expectations)
          },
        } satisfies Engine
      },
      backUp: async () => {},
      restore: async () => undefined,
    },
  ],
  setup: () => [],
})

const parse = JSON.parse.bind(JSON)
test.before(() => {
  JSON.parse = ((text: string, ...rest: []) => {
    if (text.includes('"slices"')) parsed++
    return parse(text, ...rest) as unknown
  }) as typeof JSON.parse
})
test.after(() => {
  JSON.parse = parse
})

test("parses no device twice, and writes its small row, not its settings", async () => {
  const stage = await openStage({ plugins: [counting], storage: { engine: "counting" } })
  const device = await stage.device()
  await device.pair(await stage.person())
  await device.configure({ modes: ["STOIC", "ZEN"], refresh_strategy: "cycle" })
  for (let i = 0; i < 3; i++) {
    ;[parsed, writes.length] = [0, 0]
    assert.is((await device.render()).status, 200)
    // The answer is on the way when its writes begin.
    await device.state()
    const ofRender = writes.filter((keys) => keys.length > 0)
    assert.equal(ofRender.slice(0, 2), [["runtime"], ["renders", "runtime"]], "reserved, then shown")
    assert.is(parsed, 0, "what was written is known")
  }
  await stage.close()
})

test("parses a device once for each of its rows after a start, however often it is read", async () => {
  const stage = await openStage({ plugins: [counting], storage: { engine: "counting" } })
  const device = await stage.device()
  ;[parsed, writes.length] = [0, 0]
  for (let i = 0; i < 5; i++) await device.state()
  assert.ok(parsed <= 2, `${parsed} parsed`)
  await stage.close()
})

test.run()
