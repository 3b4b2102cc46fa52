// Draws docs/gallery.md and docs/gallery/*.png: `npm run docs:gallery`. Needs a build. Pages with live content show recorded answers.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { SERVICE } from "platen/sdk"
import { CODECS, PANELS } from "platen/sdk/drawing"
import { AREAS } from "platen/sdk/http"
import { previewRequest } from "platen/sdk/kit"
import { DRAW, MODES } from "platen/sdk/mode"

const SERVER = new URL("../dist/test/testing/index.js", import.meta.url)
/** Answers of sources, recorded. */
const RECORDED = new URL("../dist/test/pictures/content.js", import.meta.url)
const PAGE = new URL("gallery.md", import.meta.url)
const FOLDER = new URL("gallery/", import.meta.url)

const MOMENT = {
  at: Date.parse("2026-11-21T09:05:00Z"),
  place: { latitude: 52.52, longitude: 13.4, name: "Berlin" },
  timeZone: "Europe/Berlin",
}
const LANDSCAPE = "7.5-bw"
const COLUMNS = 3

/** Other looks of modes: the file, the settings, and where they differ the panel, the language and the moment. */
const LOOKS = [
  ["moon-facts", "MOON", { design: "facts" }],
  ["countdown-poster", "COUNTDOWN", { countdownEvents: [{ name: "Lisbon", date: "2026-12-19" }], design: "poster" }],
  ["countdown-today", "COUNTDOWN", { countdownEvents: [{ name: "Lisbon", date: "2026-11-21" }] }],
  ["calendar-poster", "CALENDAR", { design: "poster" }],
  ["daily-nameplate", "DAILY", { nameplate: "The Hringbraut Post" }],
  ["daily-solstice", "DAILY", {}, { at: Date.parse("2026-12-21T09:05:00Z") }],
  ["feed-nameplate", "FEED", { nameplate: "The Hringbraut Post" }],
  ["lifebar-weeks", "LIFEBAR", { birth: "1988-06-02", design: "weeks" }],
  ["thisday-poster", "THISDAY", { design: "poster" }, { at: Date.parse("2026-11-28T09:05:00Z") }],
]
/** Pages of other panels and languages: the file, the mode, the panel and the language. */
const ELSEWHERE = [
  ["upright-poetry", "POETRY", "7.5-bw-upright", "zh"],
  ["upright-moon", "MOON", "7.5-bw-upright", "en"],
  ["upright-agenda", "AGENDA", "7.5-bw-upright", "de"],
  ["four-inks-zen", "ZEN", "4.2-bwry", "zh"],
  ["four-inks-calendar", "CALENDAR", "4.2-bwry", "en"],
  ["four-inks-weather", "WEATHER", "4.2-bwry", "ar"],
]

/** The file of a mode's page. */
const fileOf = (id) => id.toLowerCase().replaceAll("_", "-")

/** The pictures of the gallery, in three parts: `{ file, id, said, panel, language, settings, moment }`. `modes`: ids. */
export function parts(modes) {
  return {
    modes: modes.map((id) => ({ file: fileOf(id), id, panel: LANDSCAPE, language: "en" })),
    looks: LOOKS.map(([file, id, settings, moment]) => {
      const chosen = Object.entries(settings).filter(([, value]) => typeof value === "string")
      const said = chosen.map(([name, value]) => `<code>${name}: ${value}</code>`).join(", ") || "on its day"
      return { file, id, said, panel: LANDSCAPE, language: "en", settings, moment }
    }),
    elsewhere: ELSEWHERE.map(([file, id, panel, language]) => ({
      file,
      id,
      said: `${panel}, ${language}`,
      panel,
      language,
    })),
  }
}

/** A grid of pictures, which a browser enlarges when they are chosen. */
function grid(pictures) {
  const cell = ({ file, id, said }) =>
    `    <td width="33%"><a href="gallery/${file}.png"><img src="gallery/${file}.png" alt="${file}"></a><br>${[`<code>${id}</code>`, ...(said ? [said] : [])].join(", ")}</td>`
  const rows = Array.from({ length: Math.ceil(pictures.length / COLUMNS) }, (_, i) =>
    pictures.slice(i * COLUMNS, (i + 1) * COLUMNS),
  )
  return `<table>\n${rows.map((row) => `  <tr>\n${row.map(cell).join("\n")}\n  </tr>`).join("\n")}\n</table>`
}

/** The page. `modes`: ids. */
export function gallery(modes) {
  const { modes: all, looks, elsewhere } = parts(modes)
  return `# Gallery

Every mode as it comes, on a panel of 7.5 inches, 800 x 480 pixels, in black and white. Every pixel is the server's; live pages show recorded answers. [Modes](modes.md) says what each shows and what can be set.

${grid(all)}

## Other looks

Settings of the same modes, and days that differ.

${grid(looks)}

## Other panels, inks and languages

${grid(elsewhere)}

\`npm run docs:gallery\` draws this page.
`
}

async function draw(app, { file, id, panel, language, settings, moment }) {
  const { dataOf, SETTINGS } = await import(RECORDED.href)
  const needs = { service: app.get(SERVICE), areas: app.get(AREAS) }
  const request = {
    ...previewRequest(needs, id, { ...app.get(PANELS).get(panel), language }),
    ...MOMENT,
    ...moment,
    settings: { ...SETTINGS, [id]: { ...SETTINGS[id], ...settings } },
    data: dataOf(id, language),
  }
  const { page } = await app.get(DRAW).page(app.get(MODES).get(id), request)
  const bitmap = await app.get(DRAW).bitmap(page, request)
  writeFileSync(new URL(`${file}.png`, FOLDER), app.get(CODECS).get("png").encode(bitmap))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { openStage } = await import(SERVER.href)
  const { app, close } = await openStage()
  try {
    const modes = app
      .get(MODES)
      .list()
      .map(({ id }) => id)
      .sort()
    mkdirSync(FOLDER, { recursive: true })
    for (const name of readdirSync(FOLDER)) rmSync(new URL(name, FOLDER))
    for (const picture of Object.values(parts(modes)).flat()) await draw(app, picture)
    writeFileSync(PAGE, gallery(modes))
  } finally {
    await close()
  }
}
