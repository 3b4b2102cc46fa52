import { MODES, SOURCES, DRAW } from "platen/sdk/mode"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import type { Plugin } from "platen/sdk"
import type { Source } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen } from "./platen.js"
import { checkMode, checkPlugin, checkSource, fakeClock, openStage } from "./testing/index.js"
import type { Stage } from "./testing/index.js"

const test = suite("examples")
const root = fileURLToPath(new URL("../../", import.meta.url))
const example = path.join(root, "examples", "platen-plugin-moon")
/** As the operator names it: the server shares its own platen/sdk with what it loads. */
const stageWith = (clock = fakeClock()): Promise<Stage> => openStage({ config: { [example]: {} }, clock })

test("has a plugin that keeps the contract, and draws on every panel in both languages", async () => {
  const stage = await stageWith()
  checkPlugin(((await import(path.join(example, "index.js"))) as { default: Plugin }).default)
  await checkMode(stage.app.get(MODES).get("MOON_PHASE")!, { stage })
  await stage.close()
})

test("tells the phases of known nights", async () => {
  const stage = await stageWith()
  const source = stage.app.get(SOURCES).get("moon") as Source
  const at = (year: number, month: number, day: number, language = "en") =>
    checkSource(source, {}, { language, day: { year, month, day, weekday: 0 } })
  assert.equal(
    await at(2024, 1, 25),
    { phase: "Full moon", lit: 100, waxing: true },
    "full on 25 January 2024 at 17:54 UTC",
  )
  assert.equal(((await at(2024, 4, 8)) as { phase: string }).phase, "New moon", "the solar eclipse of 8 April 2024")
  assert.equal(((await at(2026, 11, 17, "zh")) as { phase: string }).phase, "上弦月")
  await stage.close()
})

test("shows the source's answer, not the pool", async () => {
  const stage = await stageWith(fakeClock("2024-01-25T09:00:00Z"))
  const { timeZone } = stage.app.service.defaults
  const drawn = await stage.app.get(DRAW).page(stage.app.get(MODES).get("MOON_PHASE")!, {
    modes: ["MOON_PHASE"],
    language: "en",
    timeZone,
    width: 400,
    height: 300,
    palette: "bw",
    codec: "bmp",
  })
  assert.equal(drawn?.content.data, { phase: "Full moon", lit: 100, waxing: true })
  assert.is(drawn?.content.origin, "fresh")
  await stage.close()
})

test("is packed, put where npm puts it, and loaded by name like anybody's", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "platen-example-"))
  try {
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, example], {
      stdio: "ignore",
    })
    const installed = path.join(folder, "node_modules", "platen-plugin-moon")
    mkdirSync(installed, { recursive: true })
    execFileSync("tar", [
      "-xzf",
      path.join(
        folder,
        readdirSync(folder).find((name) => name.endsWith(".tgz"))!,
      ),
      "-C",
      installed,
      "--strip-components=1",
    ])
    writeFileSync(path.join(folder, "platen.yaml"), "plugins: { platen-plugin-moon: {} }\n")
    const { code, stderr } = await platen(["render", "MOON_PHASE", "-o", "moon.bmp"], { cwd: folder })
    assert.is(code, 0, stderr)
    assert.is(readFileSync(path.join(folder, "moon.bmp")).length, 15_662)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.run()
