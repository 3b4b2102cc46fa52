import { definePlugin, SetupError } from "platen/sdk"
import type { Contributions } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openStage } from "../../../kernel/testing/index.js"

const test = suite("odd plugins")

async function refused(setup: () => Contributions): Promise<string> {
  try {
    await (await openStage({ plugins: [definePlugin({ id: "odd", setup })] })).close()
  } catch (error) {
    assert.instance(error, SetupError)
    return (error as Error).message
  }
  throw new Error("it started")
}

test("are named in one sentence when they throw something that is no error", async () => {
  for (const thrown of [null, undefined, "a word", 7]) {
    assert.is(
      await refused(() => {
        throw thrown
      }),
      `Plugin "odd" failed to set up: it threw ${String(thrown)}; correct it, or turn it off in platen.yaml.`,
    )
  }
})

test("are named in one sentence when what they give is no list", async () => {
  assert.match(
    await refused(() => ({ modes: 5 }) as unknown as Contributions),
    /^Plugin "odd" failed to register what it gives: .* turn it off in platen\.yaml\.$/,
  )
})

test.run()
