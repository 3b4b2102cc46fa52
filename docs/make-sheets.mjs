// Draws docs/pages.png and docs/sheet-*.png: `npm run docs:sheets`. Needs a build.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const DOCS = fileURLToPath(new URL(".", import.meta.url))
const COMMAND = fileURLToPath(new URL("../dist/kernel/cli.js", import.meta.url))
const MOMENT = ["--at", "2026-11-22T09:05", "--place", "55.68,12.57,Copenhagen"]
const SOME = ["CALENDAR", "DAILY", "MY_ADAPTIVE", "POETRY", "RECIPE", "WORD_OF_THE_DAY"]
const PANELS = ["2.9-bw", "4.2-bw", "5.83-bw", "7.5-bw"]

const folder = mkdtempSync(path.join(DOCS, "../build-sheets-"))
try {
  const draw = (file, options) => {
    execFileSync(process.execPath, [COMMAND, "sheet", ...options, ...MOMENT, "-o", folder], { stdio: "ignore" })
    const [drawn] = readdirSync(folder)
    renameSync(path.join(folder, drawn), path.join(DOCS, file))
  }
  draw("pages.png", ["--panel", "4.2-bwry", ...SOME.flatMap((id) => ["--mode", id])])
  for (const panel of PANELS) {
    draw(`sheet-${panel}.png`, ["--panel", panel])
    draw(`sheet-${panel}ry.png`, ["--panel", panel, "--colors", "4"])
  }
} finally {
  rmSync(folder, { recursive: true })
}
