// Draws the pictures of the pages on modes: `npm run docs:pictures`. Needs a build.
// A recipe is a block of JSON with pictures of docs/recipes/ below it. The pages themselves are the only source of both.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { SERVICE } from "platen/sdk"
import { CODECS, RASTERIZER } from "platen/sdk/drawing"
import { AREAS } from "platen/sdk/http"
import { previewRequest } from "platen/sdk/kit"
import { COMPILE, DRAW } from "platen/sdk/mode"

const PAGES = ["writing-modes", "first-mode", "mode-cookbook"].map((name) => new URL(`${name}.md`, import.meta.url))
const FOLDER = new URL("recipes/", import.meta.url)
const SERVER = new URL("../dist/test/testing/index.js", import.meta.url)
const LAYOUT = new URL("../dist/kernel/engine/scene/layout.js", import.meta.url)

/** The day and the place of every picture. */
const MOMENT = {
  at: Date.parse("2026-11-21T09:05:00Z"),
  place: { latitude: 55.68, longitude: 12.57, name: "Copenhagen" },
  timeZone: "Europe/Copenhagen",
}

const RECIPE = /^```json(?: (.+))?\n((?:(?!^```)[\s\S])+)^```\n\n((?:!\[.*\]\(recipes\/.+\)\s*)+)/gm
const PICTURE = /!\[(.*?)\]\(recipes\/([\w-]+\.png)(?: "(.+?)")?\)/g

/**
 * The recipes of the pages: `{ heading, snippet, findings, pictures }`. `findings`: the rules of the lint that it breaks on purpose, which
 * stand behind "json", as the name of its file may. `pictures`: `{ file, alt, title }`; the title says on what screen it is drawn.
 */
export function recipes(page = PAGES.map((each) => readFileSync(each, "utf8")).join("\n")) {
  return [...page.matchAll(RECIPE)].map(({ index, 1: findings = "", 2: json, 3: below }) => ({
    heading: [...page.slice(0, index).matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? "",
    snippet: JSON.parse(json),
    findings: findings.split(" ").filter((word) => word !== "" && !word.endsWith(".json")),
    pictures: [...below.matchAll(PICTURE)].map(([, alt, file, title = ""]) => ({ file, alt, title })),
  }))
}

/** The whole spec of a snippet: of a node, or of a spec without its usual parts. `isStrip`: the view alone, below the rows of the clock. */
export function specOf(snippet, isStrip = false) {
  const { view, ...spec } = "type" in snippet ? { view: snippet, frame: "bare" } : snippet
  const strip = { type: "column", shrink: 0, padding: [12, 16], children: [view] }
  return {
    spec: 1,
    id: "RECIPE",
    title: { en: "Recipe" },
    fields: {},
    content: { pool: { en: [{}] } },
    ...spec,
    ...(isStrip && { frame: "bare" }),
    view: isStrip ? { type: "column", children: [{ type: "spacer", height: "11%", shrink: 0 }, strip] } : view,
  }
}

/** What the title of a picture says, word by word: size, palette, language, distance, and "page" for more than a strip. */
function screenOf(title) {
  const screen = { width: 400, height: 300, palette: "bw", language: "en", isStrip: true }
  for (const word of title.split(", ").filter(Boolean)) {
    const [, width, height] = /^(\d+)x(\d+)$/.exec(word) ?? []
    if (width) Object.assign(screen, { width: Number(width), height: Number(height) })
    else if (word === "page") screen.isStrip = false
    else if (/^(desk|room|hall)$/.test(word)) screen.distance = word
    else if (/^(bwry?|spectra6|grey\d+)$/.test(word)) screen.palette = word
    else screen.language = word
  }
  return screen
}

/**
 * A server that draws recipes. `draw(recipe, picture)` resolves to `{ png, findings }`: the bytes of the picture, and what the lint
 * finds on its page. Rejects for a snippet that does not compile. Call `close` at the end.
 */
export async function openRecipes() {
  const [{ openStage }, { layout }] = await Promise.all([import(SERVER.href), import(LAYOUT.href)])
  const { app, close } = await openStage()
  const [pages, rasterizer, compile] = [DRAW, RASTERIZER, COMPILE].map((each) => app.get(each))
  const needs = { service: app.get(SERVICE), areas: app.get(AREAS) }
  const draw = async ({ snippet }, { title }) => {
    const { isStrip, ...screen } = screenOf(title)
    const mode = compile(specOf(snippet, isStrip))
    const request = { ...previewRequest(needs, mode.id, screen), ...MOMENT, distance: screen.distance }
    const { page } = await pages.page(mode, request)
    const bitmap = await pages.bitmap(page, request)
    // The page, its spacer, and the strip below it.
    const strip = isStrip && layout(page, screen.width, screen.height, rasterizer.env(screen))[2]
    return {
      png: app
        .get(CODECS)
        .get("png")
        .encode(strip ? rowsOf(bitmap, strip) : bitmap),
      findings: rasterizer.lint(page, screen),
    }
  }
  return { draw, close }
}

function rowsOf({ stride, data, ...bitmap }, { top, height }) {
  return { ...bitmap, stride, height, data: data.subarray(top * stride, (top + height) * stride) }
}

/** Draws every picture into docs/recipes/, and deletes those that no page shows. */
export async function makePictures() {
  const server = await openRecipes()
  const files = new Set()
  try {
    for (const recipe of recipes())
      for (const picture of recipe.pictures) {
        files.add(picture.file)
        writeFileSync(new URL(picture.file, FOLDER), (await server.draw(recipe, picture)).png)
      }
  } finally {
    await server.close()
  }
  for (const name of readdirSync(FOLDER)) if (!files.has(name)) rmSync(new URL(name, FOLDER))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await makePictures()
