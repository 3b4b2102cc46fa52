import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { RASTERIZER } from "platen/sdk/drawing"
import { DRAW, MODES } from "platen/sdk/mode"
import type { Mode, SceneNode } from "platen/sdk/mode"
import { requestFor } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { dataOf, SETTINGS } from "./content.js"
import { picture } from "../setting.js"
import { emptiness } from "./empty.js"
import { SIZES } from "./sizes.js"

const test = suite("sizes")
/** A line for each page: mode, size, language, inks, and a hash of its pixels. UPDATE=1 writes it anew: look at what changed. */
const HASHES = new URL("../../../test/pictures/hashes.txt", import.meta.url)
const LANGUAGES = ["en", "zh"] as const
const PALETTES = ["bw", "bwry"] as const

/** Modes that are not whole yet at these sizes. May only become fewer. */
const NOT_WHOLE: Readonly<Record<string, readonly string[]>> = {}

const clock = fakeClock("2026-11-22T09:05:00Z")
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

interface Page {
  readonly page: SceneNode
  readonly screen: {
    readonly width: number
    readonly height: number
    readonly palette: string
    readonly language: string
  }
  readonly request: ReturnType<typeof requestFor>
}

async function pageOf(mode: Mode, size: readonly [number, number], language: string, palette: string): Promise<Page> {
  const screen = { width: size[0], height: size[1], palette, language }
  const request = {
    ...requestFor(stage.app, mode.id, screen, language),
    settings: SETTINGS,
    data: dataOf(mode.id, language),
    place: { name: "Berlin", latitude: 52.52, longitude: 13.4 },
  }
  return { page: (await stage.app.get(DRAW).page(mode, request))!.page, screen, request }
}

test("draws every mode at every size as its hash says", async () => {
  const lines: string[] = []
  for (const mode of stage.app.get(MODES).list()) {
    for (const size of SIZES) {
      for (const language of LANGUAGES) {
        for (const palette of PALETTES) {
          const { page, request } = await pageOf(mode, size, language, palette)
          const { data } = await stage.app.get(DRAW).bitmap(page, request)
          const hash = createHash("sha256").update(data).digest("hex").slice(0, 16)
          lines.push(`${mode.id} ${size.join("x")} ${language} ${palette} ${hash}`)
        }
      }
    }
  }
  if (process.env.UPDATE === "1") writeFileSync(HASHES, `${lines.join("\n")}\n`)
  const known = readFileSync(HASHES, "utf8").trimEnd().split("\n")
  const changed = lines.filter((line, i) => line !== known[i])
  assert.is(changed.length, 0, `${changed.length} pages have changed, ${changed[0]}: look, then run with UPDATE=1`)
  assert.is(lines.length, known.length)
})

test("draws every mode whole at every size", async () => {
  const found: string[] = []
  const unexpected: string[] = []
  for (const mode of stage.app.get(MODES).list()) {
    for (const size of SIZES) {
      for (const language of LANGUAGES) {
        const { page, screen } = await pageOf(mode, size, language, "bw")
        const findings = stage.app.get(RASTERIZER).lint(page, screen)
        if (findings.length === 0) continue
        const name = size.join("x")
        found.push(`${mode.id} ${name}`)
        if (!NOT_WHOLE[name]?.includes(mode.id))
          unexpected.push(`${mode.id} ${name} ${language}: ${findings[0]!.rule}: ${findings[0]!.message}`)
      }
    }
  }
  assert.equal(unexpected, [])
  for (const [size, modes] of Object.entries(NOT_WHOLE))
    for (const mode of modes) assert.ok(found.includes(`${mode} ${size}`), `${mode} is whole at ${size}: remove it`)
})

/** Pixels by which a letter may stand out of the margin: its box has some paper at both sides. */
const OVERHANG = 2

test("keeps every page within the margins of its masthead", async () => {
  const faults: string[] = []
  for (const mode of stage.app.get(MODES).list()) {
    for (const size of SIZES) {
      for (const language of LANGUAGES) {
        const { page, request } = await pageOf(mode, size, language, "bw")
        const rows = picture(await stage.app.get(DRAW).bitmap(page, request))
        const lines = rows.slice(0, Math.ceil(size[1] * 0.16)).map((row) => row.replace(/^\.+|\.+$/g, ""))
        const first = lines.findIndex((line) => line.length > size[0] / 2 && !line.includes("."))
        if (first < 0) continue
        const [left, right] = [rows[first]!.indexOf("#"), rows[first]!.lastIndexOf("#")]
        const outside = rows.findIndex((row) => {
          const [from, to] = [row.indexOf("#"), row.lastIndexOf("#")]
          return from >= 0 && (from < left - OVERHANG || to > right + OVERHANG)
        })
        if (outside >= 0) faults.push(`${mode.id} ${size.join("x")} ${language}: row ${outside}`)
      }
    }
  }
  assert.equal(faults, [])
})

/** Those that are empty on purpose: vertical poems, and the page that says little. */
const EMPTY = new Set(["ZEN en", "ZEN zh", "POETRY zh"])
/** Share of a page that its largest empty rectangle takes at most. May only become less. */
const MAX_EMPTY = 0.2
/** Pages of at least so many pixels have one thing that is large. */
const LARGE = 640 * 384
const MIN_HIGH = 0.15

/** Those that are made of others: what is large on them is as large as a part. */
const OF_PARTS = new Set(["COLLAGE"])

test("fills large pages: no wide empty room, and one thing that is large", async () => {
  const rows: string[] = []
  const faults: string[] = []
  for (const mode of stage.app.get(MODES).list()) {
    for (const size of SIZES) {
      const [width, height] = size
      if (width * height < LARGE) continue
      for (const language of LANGUAGES) {
        const { page, screen } = await pageOf(mode, size, language, "bw")
        const { empty, highest } = emptiness(page, width, height, stage.app.engine.rasterizer.env(screen))
        const name = `${mode.id} ${language}`
        rows.push(
          `${name} ${width}x${height} ${(empty * 100).toFixed(0)} % empty, highest ${(highest * 100).toFixed(0)} %`,
        )
        const isLow = highest < MIN_HIGH && !OF_PARTS.has(mode.id)
        if (isLow || (empty > MAX_EMPTY && !EMPTY.has(name))) faults.push(rows.at(-1)!)
      }
    }
  }
  if (process.env.EMPTY === "1") process.stdout.write(`${rows.join("\n")}\n`)
  assert.equal(faults, [])
})

test.run()
