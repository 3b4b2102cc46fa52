import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { PNG } from "pngjs"
import type { OutboundAnswer, OutboundFetch, OutboundOptions } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../kernel/outbound/fetch.js"
import type { Answer } from "./kernel/http/ask.js"
import type { Extended, ExtendedDevice, Person } from "./editions/extended-stage.js"
import { until } from "./until.js"
import { pageText, rows, under } from "./page-text.js"
import { fakeClock } from "./testing/index.js"

/** The page of the first screens: what it has people save, its pictures, and the sentences that it explains. */
const test = suite("docs: first screens")
const root = new URL("../../", import.meta.url)
const PAGE = "docs/first-screens.md"
const MAX_LINES = 150

type Screen = ExtendedDevice & { readonly owner: Person }
type Body = Readonly<Record<string, unknown>> & { readonly mode_overrides: Readonly<Record<string, object>> }
interface Recipe {
  readonly heading: string
  readonly mode: string
  readonly body: Body
  readonly picture: string
}
interface FirstScreens {
  readonly open: Extended
  readonly screen: Screen
  save(body: object, screen?: Screen): Promise<Answer>
  preview(screen?: Screen, query?: string): Promise<Answer>
  close(): Promise<void>
}

/** The script is plain JavaScript, so that it is no part of the build. */
const script = (await import(new URL("docs/make-first-screens.mjs", root).href)) as {
  recipes(): readonly Recipe[]
  openFirstScreens(given: {
    readonly albums: Readonly<Record<string, { readonly folder: string; readonly users: readonly string[] }>>
    readonly users: readonly string[]
    readonly world: (address: string | URL, options?: OutboundOptions) => Promise<OutboundAnswer | undefined>
  }): Promise<FirstScreens>
}
const recipes = script.recipes()
const bodyOf = (mode: string): Body => recipes.find((each) => each.mode === mode)!.body

/** What the world answers in place of its usual answers. */
let world: (url: URL, options?: OutboundOptions) => Promise<OutboundAnswer | undefined> = async () => undefined
let folder: string
let server: FirstScreens
/** Somebody to whom the operator has granted nothing, with a screen of his own. */
let bens: Screen
/** Somebody with the same rights as Anna, for whom nothing has been asked yet. */
let carlas: Screen
test.before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "no-pictures-"))
  const users = ["anna", "carla"]
  const albums = { holidays: { folder, users }, broken: { folder: path.join(folder, "nowhere"), users } }
  server = await script.openFirstScreens({ albums, users, world: (at, options) => world(new URL(at), options) })
  bens = await server.open.owned(await server.open.person("ben"))
  carlas = await server.open.owned(await server.open.person("carla"))
})
test.after(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test("is short, and has four recipes, each with its picture, its faults and links", () => {
  const text = pageText(PAGE)
  assert.ok(text.split("\n").length - 1 <= MAX_LINES, `it has more than ${MAX_LINES} lines`)
  assert.equal(
    recipes.map(({ mode }) => mode),
    ["WEATHER", "AGENDA", "PHOTOS", "HOME"],
  )
  for (const { heading, picture } of recipes) {
    assert.match(picture, /^pictures\/first-\w+\.png$/, heading)
    assert.match(under(PAGE, `## ${heading}`), /\]\(modes\.md#/)
    assert.is(rows(under(PAGE, `## ${heading}`)).length, 3, heading)
  }
})

for (const { heading, mode, body, picture } of recipes)
  test(`has settings for ${heading} that are taken without a warning, and the page that they make`, async () => {
    const saved = await server.save(body)
    assert.equal([saved.status, (saved.json() as { warnings?: unknown }).warnings], [200, undefined], saved.text())
    const answer = await server.preview()
    assert.equal(
      [answer.status, answer.headers["x-mode-id"], answer.headers["x-render-message"]],
      [200, mode, undefined],
      answer.headers["x-render-message"] as string,
    )
    const bytes = readFileSync(new URL(`docs/${picture}`, root))
    assert.equal([bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[24]], [800, 480, 1], "one bit a pixel")
    const kept = PNG.sync.read(bytes).data
    // The air is asked beside the weather, and the page does not wait for it: on a loaded machine the first one is without.
    await until(
      async () => PNG.sync.read((await server.preview(undefined, "&no_cache=1")).body).data.equals(kept),
      `${picture} is not current: run npm run docs:first-screens`,
    )
  })

/** What a page says when these settings are saved, and the sentence of what fails. */
async function said(body: object, screen = server.screen): Promise<string> {
  const saved = (await server.save(body, screen)).json() as { warnings?: readonly string[] }
  const page = await server.preview(screen, "&text=1")
  const cause = decodeURIComponent(String(page.headers["x-render-message"] ?? ""))
  return [...(saved.warnings ?? []), cause, page.text()].join("\n")
}

/** Settings of a mode in place of those that the page has. */
const changed = (mode: string, settings: object): object => ({
  modes: [mode],
  mode_overrides: { [mode]: { ...bodyOf(mode).mode_overrides[mode], ...settings } },
})
const refusing = (status: number): OutboundAnswer => ({
  status,
  url: "",
  headers: {},
  bytes: Buffer.from("<title>Sign in</title>"),
  text: () => "<title>Sign in</title>",
  json: () => JSON.parse("<") as unknown,
})
/** The fetch of a server whose operator has named no host at home. */
const guarded: OutboundFetch = guardedFetch({
  lanHosts: [],
  clock: fakeClock(),
  ticks: () => 0,
  onCall: () => {},
  lookup: (_, __, callback) => callback(null, [{ address: "192.168.1.30", family: 4 }]),
})
const feed = (url: string): object => changed("AGENDA", { feeds: [{ url }] })

/** How each fault of the page comes about, by its recipe, in the order of the page. */
const FAULTS: Readonly<Record<string, readonly (() => Promise<string>)[]>> = {
  WEATHER: [
    () => said({ modes: ["WEATHER"], mode_overrides: { WEATHER: null } }, bens),
    () => said({ ...bodyOf("WEATHER"), city: "Berlinn" }, bens),
    () => said({ ...bodyOf("WEATHER"), city: "Kyiv", lat: 50.45, lon: 30.52 }, carlas),
  ],
  AGENDA: [
    () => said({ modes: ["AGENDA"] }, bens),
    () => said(feed("https://calendar.example.org/login")),
    () => said(feed("http://nas.local/family.ics")),
  ],
  PHOTOS: [
    () => said(bodyOf("PHOTOS"), bens),
    () => said(changed("PHOTOS", { album: "broken" })),
    () => said(changed("PHOTOS", { album: "holidays" }), carlas),
  ],
  HOME: [
    () => said(bodyOf("HOME"), bens),
    () => said(bodyOf("HOME"), carlas),
    () => said(changed("HOME", { entities: ["sensor.power"] }), carlas),
  ],
}
const WORLDS: Readonly<Record<string, typeof world>> = {
  "The weather cannot be fetched now.": async ({ host }) => (host === "api.open-meteo.com" ? refusing(503) : undefined),
  "calendar.example.org answers": async ({ pathname }) => (pathname === "/login" ? refusing(200) : undefined),
  "homeassistant.local is not": (url, options) => guarded(url, options),
  "homeassistant.local refuses": async ({ host }) => (host === "homeassistant.local:8123" ? refusing(401) : undefined),
}

for (const { heading, mode } of recipes)
  test(`explains the sentences that the server says of ${heading}`, async () => {
    const sentences = rows(under(PAGE, `## ${heading}`)).map(([sentence]) => sentence!)
    for (const [i, sentence] of sentences.entries()) {
      world = Object.entries(WORLDS).find(([begin]) => sentence.startsWith(begin))?.[1] ?? (async () => undefined)
      const told = await FAULTS[mode]![i]!()
      assert.ok(told.includes(sentence), `${sentence}\n${told}`)
    }
    world = async () => undefined
  })

test.run()
