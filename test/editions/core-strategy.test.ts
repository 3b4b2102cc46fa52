import { seededRandom } from "platen/sdk/kit"
import { MODES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { IS_FULL } from "../depth.js"
import { folderWith } from "../folder.js"
import { bar, numberMode } from "./bars.js"
import { MOUNTS, openCore, underBoth } from "./core-stage.js"
import type { Core, CoreDevice } from "./core-stage.js"
import { load } from "./test-modes.js"

/** Which of a device's modes a render shows. */
const test = suite("editions/core: strategies")

const NAMES = ["ONE", "TWO", "THREE", "FOUR", "FIVE"]
const prepare = ({ stage }: Core): Promise<void> => load(stage, ...NAMES.map((name, i) => numberMode(name, i + 1)))
const both = underBoth(test, prepare)

/** A device with the first `count` modes. */
async function configured({ device }: Pick<Core, "device">, strategy: string, count: number): Promise<CoreDevice> {
  const screen = device()
  await screen.save({ strategy, modes: NAMES.slice(0, count) })
  return screen
}

/** What so many renders show, one after the other. */
async function shown({ render }: Pick<CoreDevice, "render">, count: number, query = ""): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push(bar(await render(query)))
  return found
}

both("goes round in the order of the config: cycle", async (core) => {
  assert.equal(await shown(await configured(core, "cycle", 3), 7), [1, 2, 3, 1, 2, 3, 1])
  assert.equal(await shown(await configured(core, "cycle", 1), 3), [1, 1, 1])
  const backwards = core.device()
  await backwards.save({ strategy: "cycle", modes: ["THREE", "ONE", "three"] })
  assert.equal(await shown(backwards, 4), [3, 1, 3, 1])
})

both("goes on from its place when the config changes", async (core) => {
  const screen = await configured(core, "cycle", 3)
  assert.equal(await shown(screen, 2), [1, 2])
  await screen.save({ nickname: "Hall" })
  assert.equal(await shown(screen, 2), [3, 1])
  await screen.save({ modes: ["FOUR", "FIVE"] })
  const after = await shown(screen, 4)
  assert.equal([...after].sort(), [4, 4, 5, 5])
  assert.not.equal(after[0], after[1])
})

for (const count of [2, 3, 5]) {
  both(`shows each of ${count} once before any comes again, and none twice in a row: random`, async (core) => {
    const screen = await configured(core, "random", count)
    const found = await shown(screen, count * 12)
    const rounds = Array.from({ length: 12 }, (_, i) => found.slice(i * count, (i + 1) * count))
    for (const round of rounds)
      assert.equal(
        [...round].sort(),
        Array.from({ length: count }, (_, i) => i + 1),
        found.join(" "),
      )
    assert.ok(
      found.every((mode, i) => mode !== found[i - 1]),
      found.join(" "),
    )
    if (count > 2) assert.ok(new Set(rounds.map(String)).size > 2, "not the same order each time")
  })
}

both("shows the one mode that there is: random", async (core) => {
  assert.equal(await shown(await configured(core, "random", 1), 3), [1, 1, 1])
})

both("chooses at random where no strategy was named", async ({ device }) => {
  const screen = device()
  await screen.save({ modes: NAMES })
  const found = await shown(screen, 10)
  assert.equal(found.slice(0, 5).sort(), [1, 2, 3, 4, 5])
  assert.equal(found.slice(5).sort(), [1, 2, 3, 4, 5])
})

const ROUNDS = IS_FULL ? 4 : 2

for (const mount of MOUNTS) {
  for (const [strategy, count] of [
    ["cycle", 3],
    ["random", 5],
  ] as const) {
    test(`remembers its place over a restart: ${strategy} (at ${mount.mount})`, async () => {
      const dataFolder = folderWith()
      const found: number[] = []
      let mac = ""
      for (let start = 0; start < count * ROUNDS; start++) {
        const core = await openCore(mount, { dataFolder, random: seededRandom(`start ${start}`) })
        await prepare(core)
        const screen = start === 0 ? await configured(core, strategy, count) : core.device()
        mac = screen.mac
        found.push(...(await shown(screen, 1)))
        await core.close()
      }
      assert.is(mac, "0A:00:00:00:00:01", "one device all along")
      for (let i = 0; i < ROUNDS; i++)
        assert.equal(found.slice(i * count, (i + 1) * count).sort(), [1, 2, 3, 4, 5].slice(0, count), found.join(" "))
      assert.ok(
        found.every((mode, i) => mode !== found[i - 1]),
        found.join(" "),
      )
    })
  }
}

both("gives each place of the cycle to one of many renders at once", async (core) => {
  const screen = await configured(core, "cycle", 4)
  const answers = await Promise.all(Array.from({ length: 24 }, () => screen.render()))
  const counts = [1, 2, 3, 4].map((mode) => answers.filter((answer) => bar(answer) === mode).length)
  assert.equal(counts, [6, 6, 6, 6])
  assert.is(
    answers.filter(({ headers }) => headers["x-pending-refresh"] === "1").length,
    1,
    "and the pending refresh to one",
  )
  assert.equal(await shown(screen, 1), [1], "no place is lost")
})

both("gives each mode to one of many renders at once: random", async (core) => {
  const screen = await configured(core, "random", 5)
  const found = (await Promise.all(Array.from({ length: 10 }, () => screen.render()))).map((answer) => bar(answer))
  assert.equal([...found].sort(), [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
})

both("goes on to the mode after the one that was shown: next=1", async (core) => {
  const screen = await configured(core, "cycle", 4)
  assert.equal(await shown(screen, 2), [1, 2])
  assert.equal(await shown(screen, 2, "next=1"), [3, 4])
  assert.equal(await shown(screen, 1, "next=1"), [1], "round the end")
  assert.equal(await shown(screen, 2), [2, 3], "and the cycle goes on from there")
  for (const query of ["next=0", "next=", "next=true", "next=11"])
    assert.ok((await shown(screen, 1, query))[0]! > 0, query)
})

both("begins with the first mode when nothing was shown yet: next=1", async (core) => {
  assert.equal(await shown(await configured(core, "cycle", 3), 3, "next=1"), [1, 2, 3])
  assert.equal(await shown(await configured(core, "random", 3), 3, "next=1"), [1, 2, 3])
})

both("never shows what next=1 has just shown again at once: random", async (core) => {
  for (let i = 0; i < 8; i++) {
    const screen = await configured(core, "random", 3)
    const found = await shown(screen, 1 + (i % 3))
    found.push(...(await shown(screen, 1, "next=1")), ...(await shown(screen, 3)))
    assert.ok(
      found.every((mode, i) => mode !== found[i - 1]),
      found.join(" "),
    )
  }
})

both("ignores next on a device without a config, and beside a persona that names a mode", async (core) => {
  const stranger = core.device()
  assert.ok((await stranger.render("next=1")).body.equals((await stranger.render()).body))
  const screen = await configured(core, "cycle", 3)
  assert.equal(await shown(screen, 1, "next=1&persona=THREE"), [3])
  assert.equal(await shown(screen, 2), [1, 2], "what persona forces takes no place of the cycle")
})

both("lets persona clear what waits, and nothing else", async (core) => {
  const screen = await configured(core, "cycle", 3)
  assert.is((await screen.render("persona=THREE")).headers["x-pending-refresh"], "1")
  assert.is((await screen.render()).headers["x-pending-refresh"], undefined)
  assert.equal(await shown(screen, 2), [2, 3])
})

both("takes a place of the cycle for a persona that is a tone", async (core) => {
  const screen = await configured(core, "cycle", 3)
  assert.equal(await shown(screen, 3, "persona=like%20a%20pirate"), [1, 2, 3])
})

for (const strategy of ["cycle", "random"]) {
  both(`takes nothing for HEAD, for a preview, for a bad call or for another device: ${strategy}`, async (core) => {
    const [screen, twin] = [await configured(core, strategy, 3), await configured(core, strategy, 3)]
    const found: number[] = []
    for (let i = 0; i < 6; i++) {
      for (const query of ["", "next=1", "no_cache=1", "persona=TWO"]) {
        assert.is((await screen.render(query, { method: "HEAD" })).status, 200)
        assert.is((await screen.preview(query)).status, 200)
      }
      assert.is((await screen.render("v=x")).status, 400)
      assert.is((await screen.render("w=1")).status, 400)
      const answer = await screen.render()
      assert.is(answer.headers["x-pending-refresh"], i === 0 ? "1" : undefined)
      found.push(bar(answer))
    }
    assert.equal(
      [found.slice(0, 3).sort(), found.slice(3).sort()],
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
      found.join(" "),
    )
    if (strategy === "cycle")
      assert.equal(
        [found, await shown(twin, 3)],
        [
          [1, 2, 3, 1, 2, 3],
          [1, 2, 3],
        ],
      )
  })
}

both("previews and HEADs what the next render will show: cycle", async (core) => {
  const screen = await configured(core, "cycle", 3)
  for (let i = 0; i < 4; i++) {
    const [preview, head] = [bar(await screen.preview()), (await screen.render("", { method: "HEAD" })).headers.etag]
    const answer = await screen.render()
    assert.equal([preview, head], [bar(answer), answer.headers.etag])
  }
})

both("passes over modes that are gone, as long as one is there", async (core) => {
  const { stage, device } = core
  const screen = device()
  const gone = await stage.app.host.load({ id: "soon-gone", sdk: 1, setup: () => [MODES.of(numberMode("GONE", 9))] })
  await screen.save({ strategy: "cycle", modes: ["ONE", "GONE", "TWO"] })
  const [only, before] = [device(), await shown(screen, 3)]
  await only.save({ modes: ["GONE"] })
  await gone()
  assert.equal(
    [before, (await shown(screen, 4)).sort()],
    [
      [1, 9, 2],
      [1, 1, 2, 2],
    ],
  )
  const answer = await only.render()
  assert.ok(answer.status === 200 && answer.body.equals((await core.render()).body), "the operator's default stands in")
})

test.run()
