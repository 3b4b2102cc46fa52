import { definePlugin, RANDOM, onReady } from "platen/sdk"
import { seededRandom } from "platen/sdk/kit"
import { CHOOSERS } from "platen/sdk/device"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("app")

/** Numbers that a plugin draws from the chance that it is handed, one at its setup and one when all is ready. */
async function drawn(given?: () => number): Promise<readonly number[]> {
  const numbers: number[] = []
  const drawing = definePlugin({
    id: "drawing",
    needs: { random: RANDOM },
    setup: ({ random }) => {
      numbers.push(random())
      return [
        onReady(() => {
          numbers.push(random())
        }),
      ]
    },
  })
  await (await openStage({ plugins: [drawing], ...(given && { random: given }) })).close()
  return numbers
}

test("hands the chance that it is given to a plugin that needs it", async () => {
  const given = [0.25, 0.75]
  assert.equal(await drawn(() => given.shift()!), [0.25, 0.75])
})

test("hands the very function to every plugin", async () => {
  const random = seededRandom("x")
  const got: unknown[] = []
  const plugins = ["one", "other"].map((id) =>
    definePlugin({
      id,
      needs: { random: RANDOM },
      setup: (needs) => {
        got.push(needs.random)
        return []
      },
    }),
  )
  const stage = await openStage({ plugins, random })
  assert.is(stage.app.get(RANDOM), random)
  await stage.close()
  assert.is(got.length, 2)
  for (const each of got) assert.is(each, random)
})

test("gives a stage the same chance each time when none is given", async () => {
  const [one, other] = [await drawn(), await drawn()]
  assert.equal(one, other)
  assert.is.not(one[0], one[1])
  for (const number of one) assert.ok(number >= 0 && number < 1)
})

test("shows a page by the chance that it is given", async () => {
  const shown = async (number: number): Promise<string> => {
    const numbers: number[] = []
    const dice = definePlugin({
      id: "dice",
      setup: () => [
        CHOOSERS.of({
          id: "dice",
          rank: 0,
          choose: ({ random }) => {
            numbers.push(random())
            return { modes: [numbers.at(-1)! < 0.5 ? "DAILY" : "ZEN"] }
          },
        }),
      ],
    })
    const stage = await openStage({ plugins: [dice], random: () => number })
    try {
      const answer = await fetch(`http://127.0.0.1:${await stage.app.listen()}/api/preview`)
      assert.equal([answer.status, numbers], [200, [number]])
      return answer.headers.get("etag")!
    } finally {
      await stage.close()
    }
  }
  assert.is.not(await shown(0.1), await shown(0.9))
})

test.run()
