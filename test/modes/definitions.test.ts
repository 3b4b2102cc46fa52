import { readdirSync, readFileSync } from "node:fs"
import { PANELS } from "platen/sdk/drawing"
import { AREAS, DEFAULT_VOLTS } from "platen/sdk/http"
import { COMPILE, DRAW } from "platen/sdk/mode"
import { fakeClock, openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { INTERFACE_LANGUAGES } from "../words.js"
import { DEFINED, definitionOf, MODES } from "./definitions.js"

/** What keeps the built-in definitions such that a person can change them. */
const test = suite("modes: definitions")
const MAX_LINES = 250
/** Characters of a text in a node: what is longer is a variable, a filter or a word. */
const MAX_TEXT = 120

/** Modes whose sources fetch addresses that users write: no definition of a person may ask them. */
const OF_THE_OPERATOR = new Set(["feed", "home", "numbers", "photos"])

type Fields = Readonly<Record<string, unknown>>

test("compile whole: the server reads their views when they are first drawn, and checks them no more", async () => {
  const stage = await openStage()
  try {
    for (const name of DEFINED) {
      const mode = stage.app.get(COMPILE)(await definitionOf(name))
      const advice = (mode.advice?.() ?? []).filter(({ path }) => path !== "variants")
      assert.equal(advice, [], name)
    }
  } finally {
    await stage.close()
  }
})

test("are files of at most 250 lines; entries of pools and their sources may be more", () => {
  for (const name of DEFINED)
    for (const file of readdirSync(new URL(`${name}/`, MODES), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".json") || file.startsWith("pool/") || file === "sources.json") continue
      const lines = readFileSync(new URL(`${name}/${file}`, MODES), "utf8")
        .trimEnd()
        .split("\n").length
      assert.ok(lines <= MAX_LINES, `modes/${name}/${file} has ${lines} lines`)
    }
})

test("have no long text in a node", async () => {
  for (const name of DEFINED) {
    const { view, variants, components = {} } = await definitionOf<Fields>(name)
    const nodes = Object.entries(components as Record<string, Fields>).map(([key, component]) => [
      key,
      "view" in component ? component.view : component,
    ])
    const visit = (value: unknown, at: string): void => {
      if (typeof value === "string") assert.ok(value.length <= MAX_TEXT, `${name} ${at}: ${value}`)
      else if (typeof value === "object" && value !== null)
        for (const [key, each] of Object.entries(value)) visit(each, `${at}.${key}`)
    }
    visit({ view, variants, ...Object.fromEntries(nodes) }, "")
  }
})

test("have a title, and words, in every language of the interface", async () => {
  for (const name of DEFINED) {
    const { title, words, content } = await definitionOf<Record<"title" | "words" | "content", Fields>>(name)
    for (const language of INTERFACE_LANGUAGES) assert.ok(title[language], `${name}: ${language}`)
    // A mode of a pool speaks the languages of its pool.
    if (words && !content.pool) assert.equal(Object.keys(words).sort(), [...INTERFACE_LANGUAGES].sort(), name)
  }
})

test("may be without content, also those that people send", async () => {
  const stage = await openStage()
  try {
    const headers = { ...(await stage.person()), "content-type": "application/json" }
    const mode_def = { spec: 1, id: "MINE", title: { en: "Mine" }, view: { type: "text", text: "{{ date.full }}" } }
    for (const at of [0, 8.64e15, "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"]) {
      const body = JSON.stringify({ mode_def, at })
      const sent = await stage.call("/api/modes/custom/preview", { method: "POST", headers, body })
      assert.equal([sent.status, sent.headers["content-type"]], [200, "image/png"], `${at}`)
    }
  } finally {
    await stage.close()
  }
})

test("draw the pixels of the built-in mode when they are sent to the preview call", async () => {
  const clock = fakeClock("2026-11-23T08:00:00Z")
  const stage = await openStage({ clock })
  const { app } = stage
  try {
    const headers = { ...(await stage.person()), "content-type": "application/json" }
    const area = app.get(AREAS).get("extended")!
    const panels = app
      .get(PANELS)
      .list()
      .map(({ id }) => id)
    for (const [i, name] of DEFINED.entries()) {
      const definition = await definitionOf<{ readonly id: string }>(name)
      // Each on one more panel in another language, so that all together meet every panel.
      const more = process.env.DATES === "all" ? panels : [panels[i % panels.length]!]
      const speaks = INTERFACE_LANGUAGES[i % INTERFACE_LANGUAGES.length]!
      for (const [id, language] of [["4.2-bw", "en"], ["2.9-bw", "zh"], ...more.map((panel) => [panel, speaks])] as [
        string,
        string,
      ][]) {
        // So many previews are let through in a minute.
        clock.advance(60_000)
        const body = JSON.stringify({ mode_def: definition, panel: id, lang: language, at: "2026-12-24T08:00:00Z" })
        const sent = await stage.call("/api/modes/custom/preview", { method: "POST", headers, body })
        if (OF_THE_OPERATOR.has(name)) {
          assert.match(sent.text(), /only modes that the operator installs may use it/, name)
          continue
        }
        assert.is(sent.status, 200, `${name}: ${sent.text().slice(0, 300)}`)
        const { width, height, palette, mmPerPixel } = app.get(PANELS).get(id)!
        const { bytes } = await app.get(DRAW).picture({
          modes: [definition.id],
          width,
          height,
          palette,
          language,
          ...(mmPerPixel !== undefined && { mmPerPixel }),
          timeZone: "UTC",
          codec: "png",
          battery: area.battery(DEFAULT_VOLTS),
          purpose: "trial",
          at: Date.parse("2026-12-24T08:00:00Z"),
        })
        assert.ok(sent.body.equals(bytes), `${definition.id} ${id} ${language}`)
      }
    }
  } finally {
    await stage.close()
  }
})

test.run()
