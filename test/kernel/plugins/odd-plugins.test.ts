import { definePlugin, SetupError } from "platen/sdk"
import { MESSAGES } from "platen/sdk/mode"
import type { Contribution } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openStage } from "../../testing/index.js"

const test = suite("odd plugins")

async function refused(setup: () => readonly Contribution[]): Promise<string> {
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
  for (const given of [5, { modes: 5 }, "MODES"])
    assert.is(
      await refused(() => given as unknown as readonly Contribution[]),
      'Plugin "odd" does not return a list from setup: return what it contributes, such as [MODES.of(mode)], or []; docs/writing-plugins.md shows how.',
    )
})

test("are named in one sentence when what they contribute is nothing that the point can read", async () => {
  assert.match(
    await refused(() => [MESSAGES.of(null as never)]),
    /^Plugin "odd" failed to register its contributions: .* turn it off in platen\.yaml\.$/,
  )
})

test.run()
