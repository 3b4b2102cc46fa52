// Draws docs/pages.png and docs/sheet-*.png: `npm run docs:sheets`. Needs a build. Pages with live content show recorded answers.
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import sheet from "../dist/plugins/tools/workbench/sheet.js"
import { DRAW } from "../dist/sdk/mode/index.js"
import { dataOf, SETTINGS } from "../dist/test/pictures/content.js"
import { openStage } from "../dist/test/testing/index.js"

const DOCS = fileURLToPath(new URL(".", import.meta.url))
const MOMENT = ["--at", "2026-11-21T10:05", "--place", "52.52,13.4,Berlin"]
const SOME = ["AGENDA", "ALMANAC", "BRIEFING", "CALENDAR", "DAILY", "MOON", "MY_ADAPTIVE", "WEATHER"]
const PANELS = ["2.9-bw", "4.2-bw", "5.83-bw", "7.5-bw"]

const folder = mkdtempSync(path.join(DOCS, "../build-sheets-"))
const { app, close } = await openStage()
try {
  const draw = app.get(DRAW)
  const services = {
    ...Object.fromEntries(Object.entries(sheet.needs).map(([name, token]) => [name, app.get(token)])),
    draw: {
      ...draw,
      bitmap: (...given) => draw.bitmap(...given),
      page: (mode, request) =>
        draw.page(mode, { ...request, settings: SETTINGS, data: dataOf(mode.id, request.language) }),
    },
  }
  const drawn = async (file, options) => {
    await sheet.run([...options, ...MOMENT, "-o", folder], { out: () => {}, err: () => {} }, async () => services)
    const [name] = readdirSync(folder)
    renameSync(path.join(folder, name), path.join(DOCS, file))
  }
  await drawn("pages.png", ["--panel", "4.2-bwry", ...SOME.flatMap((id) => ["--mode", id])])
  for (const panel of PANELS) {
    await drawn(`sheet-${panel}.png`, ["--panel", panel])
    await drawn(`sheet-${panel}ry.png`, ["--panel", panel, "--colors", "4"])
  }
} finally {
  await close()
  rmSync(folder, { recursive: true })
}
