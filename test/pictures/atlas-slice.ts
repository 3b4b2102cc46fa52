import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { MODES } from "platen/sdk/mode"
import type { Mode } from "platen/sdk/mode"
import { fakeClock, openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { atlasPage, modesDrawn } from "./atlas.js"
import type { AtlasPage } from "./atlas.js"
import { isFilled, isWhole, isWithinMargins } from "./checks.js"
import { dataOf, SETTINGS } from "./content.js"
import { IS_FULL } from "../depth.js"
import { SIZES } from "./sizes.js"

/** A line for each page: mode, size, language, inks, and a hash of its pixels. UPDATE=1 writes it anew: look at what changed. */
const HASHES = new URL("../../../test/pictures/hashes.txt", import.meta.url)
const UPDATE = process.env.UPDATE === "1"
/** EMPTY=1 prints how empty each large page is. */
const PRINTS = process.env.EMPTY === "1"
/** The atlas is drawn in so many test files, side by side. */
const SLICES = 3

const known = readFileSync(HASHES, "utf8").trimEnd().split("\n")
const ids = [...new Set(known.map((line) => line.split(" ")[0]!))]

async function hashOf(page: AtlasPage): Promise<string> {
  return createHash("sha256")
    .update((await page.bitmap()).data)
    .digest("hex")
    .slice(0, 16)
}

/** The hashes of the pages of a mode, and what is wrong with them. A mode has every size in one of the two languages, the next size in the other; in the nightly form, and when hashes are written, in both. */
async function drawn(
  stage: Stage,
  mode: Mode,
  turn: number,
): Promise<{ readonly hashes: string[]; readonly faults: string[] }> {
  const [hashes, faults]: [string[], string[]] = [[], []]
  const more = { settings: SETTINGS }
  for (const [s, [width, height]] of SIZES.entries())
    for (const [l, language] of ["en", "zh"].entries()) {
      if (!IS_FULL && !UPDATE && (turn + s + l) % 2 === 1) continue
      const screen = { width, height, language }
      const data = dataOf(mode.id, language)
      const plain = await atlasPage(stage, mode, { ...screen, palette: "bw" }, { ...more, data })
      const inked = await atlasPage(stage, mode, { ...screen, palette: "bwry" }, { ...more, data }, plain)
      for (const page of [plain, inked]) hashes.push(`${page.name} ${await hashOf(page)}`)
      faults.push(
        ...isWhole(plain),
        ...isWithinMargins(plain, await plain.bitmap()),
        ...isFilled(plain, (line) => void (PRINTS && process.stdout.write(`${line}\n`))),
      )
    }
  return { hashes, faults }
}

/** The tests of one slice of the atlas: every page of its modes is drawn once, and handed to every check. */
export function atlasSlice(slice: number): void {
  const test = suite(`atlas ${slice + 1}`)
  const clock = fakeClock("2026-11-22T09:05:00Z")
  let stage: Stage
  test.before(async () => {
    stage = await openStage({ clock })
  })
  test.after(() => stage.close())

  if (UPDATE && slice === 0)
    test("writes the hashes of all pages", async () => {
      const lines: string[] = []
      for (const mode of stage.app.get(MODES).list()) lines.push(...(await drawn(stage, mode, 0)).hashes)
      writeFileSync(HASHES, `${lines.join("\n")}\n`)
    })
  if (slice === 0)
    test("has the hashes of every mode", () => {
      const all = stage.app.get(MODES).list()
      assert.equal(UPDATE ? ids : all.map(({ id }) => id), ids)
    })
  for (const [i, id] of ids.entries())
    if (!UPDATE && i % SLICES === slice)
      test(`draws ${id} at every size as its hashes say, whole, within its margins and well filled`, async () => {
        const mode = modesDrawn(stage).find((each) => each.id === id)
        if (!mode) return
        const { hashes, faults } = await drawn(stage, mode, i)
        assert.equal(faults, [])
        const expected = known.filter((line) => line.startsWith(`${id} `))
        const changed = hashes.filter((line) => !expected.includes(line))
        assert.is(
          changed.length,
          0,
          `${changed.length} pages have changed, ${changed[0]}: look, then run with UPDATE=1`,
        )
        // Two languages and two inks.
        assert.equal([expected.length, hashes.length], [SIZES.length * 4, SIZES.length * (IS_FULL ? 4 : 2)])
      })
  test.run()
}
