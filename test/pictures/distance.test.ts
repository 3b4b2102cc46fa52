import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { PANELS } from "platen/sdk/drawing"
import { MODES } from "platen/sdk/mode"
import type { Mode } from "platen/sdk/mode"
import { fakeClock, openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { IS_FULL } from "../depth.js"
import { atlasPage, modesDrawn } from "./atlas.js"
import { isLarge, isWhole } from "./checks.js"
import { dataOf, SETTINGS } from "./content.js"
import { golden } from "./golden.js"

/** Every mode as it is read from across a room and across a hall: whole, with one thing that is large, and as its hashes say. */
const test = suite("distances")
/** A line for each page: mode, distance, and a hash of its pixels. UPDATE=1 writes it anew: look at what changed. */
const HASHES = new URL("../../../test/pictures/distances.txt", import.meta.url)
const UPDATE = process.env.UPDATE === "1"
const SCREEN = { width: 800, height: 480, palette: "bw", language: "en" } as const
const DISTANCES = ["room", "hall"] as const
/** Those that are pinned as pictures, too. */
const PINNED = new Set(["HOME", "NUMBERS", "WEATHER"])
const known = new Map(
  readFileSync(HASHES, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(": ") as [string, string]),
)
const made = new Map<string, string>()

let stage: Stage
test.before(async () => {
  stage = await openStage({ clock: fakeClock("2026-11-21T09:05:00Z") })
})
test.after(() => {
  if (UPDATE) writeFileSync(HASHES, `${[...made].map((line) => line.join(": ")).join("\n")}\n`)
  return stage.close()
})

/** What is wrong with the pages of a mode. */
async function faultsOf(mode: Mode): Promise<readonly string[]> {
  const faults: string[] = []
  for (const distance of DISTANCES) {
    const more = { settings: SETTINGS, data: dataOf(mode.id, SCREEN.language) }
    const page = await atlasPage(stage, mode, { ...SCREEN, distance }, more)
    const bitmap = await page.bitmap()
    const hash = createHash("sha256").update(bitmap.data).digest("hex").slice(0, 16)
    const name = `${mode.id} ${distance}`
    made.set(name, hash)
    faults.push(...[...isWhole(page), ...isLarge(page)].map((fault) => `${distance}: ${fault}`))
    if (!UPDATE && known.get(name) !== hash) faults.push(`${name} has changed: look, then run with UPDATE=1`)
    if (PINNED.has(mode.id)) golden(`${mode.id.toLowerCase()}-${distance}`, bitmap)
  }
  return faults
}

test("draw every mode whole, with one thing that is large, as the hashes say", async () => {
  const faults: string[] = []
  for (const mode of modesDrawn(stage)) faults.push(...(await faultsOf(mode)))
  assert.equal(faults, [])
})

const LANGUAGES = ["en", "zh", "de", "ar", "ja"] as const
const READ_FROM = ["desk", "room", "hall"] as const
/** Every mode on every panel, each with one language at one distance, by turns; of so many such pages one is drawn. DATES=all draws all of each. */
const ONE_OF = 3

test("are whole on every panel, in every language and from every distance", async () => {
  const turns = LANGUAGES.flatMap((language) => READ_FROM.map((distance) => ({ language, distance })))
  const faults: string[] = []
  for (const [m, mode] of modesDrawn(stage).entries())
    for (const [p, { width, height, palette }] of stage.app.get(PANELS).list().entries()) {
      if (!IS_FULL && (m + p) % ONE_OF !== 0) continue
      for (const turn of IS_FULL ? turns : [turns[(m * 7 + p * 4) % turns.length]!]) {
        const more = { settings: SETTINGS, data: dataOf(mode.id, turn.language) }
        const page = await atlasPage(stage, mode, { width, height, palette, ...turn }, more)
        faults.push(...isWhole(page).map((fault) => `${turn.distance}: ${fault}`))
      }
    }
  assert.equal(faults, [])
})

test("have a hash for every mode and distance", () => {
  const all = stage.app.get(MODES).list()
  const names = all.flatMap(({ id }) => DISTANCES.map((distance) => `${id} ${distance}`))
  assert.equal([...(UPDATE ? made : known).keys()].toSorted(), names.toSorted())
})

test.run()
