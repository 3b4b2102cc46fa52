import { suite } from "uvu"
import * as assert from "uvu/assert"
import { field, z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import { screenClass } from "platen/sdk/mode"
import type { SceneNode, ViewContext } from "platen/sdk/mode"
import { compiled, sceneOf, SPEC, viewContext } from "./specs.js"

const test = suite("view")
const DATA = {
  quote: "Words",
  lines: ["a", "b", "c"],
  books: [
    { title: "One", year: 1 },
    { title: "Two", year: 2 },
  ],
}

function nodeOf(view: object, data: object = DATA, context: Partial<ViewContext> = {}): SceneNode {
  return sceneOf({ view }, data, context).body
}

/** The texts of a row. */
function wordsOf(view: object, data: object = DATA): readonly string[] {
  const node = nodeOf(view, data)
  return "children" in node ? node.children.map((child) => ("text" in child ? child.text : "")) : []
}

const text = (source: string, rest: object = {}): object => ({ type: "text", text: source, ...rest })

test("draws each kind of node with its own properties", () => {
  const view = {
    type: "column",
    gap: 2,
    align: "center",
    children: [
      text("{{ quote }}", { role: "title", fit: "shrink", lines: 2 }),
      { type: "icon", name: "sun", size: 16, label: "{{ quote }}" },
      { type: "rule", style: "dashed" },
      { type: "progress", value: 0.25, label: "{{ quote }}" },
      { type: "spacer" },
      { type: "grid", columns: 2, children: [text("x")] },
      { type: "stack", fill: "black", children: [] },
    ],
  }
  assert.equal(nodeOf(view), {
    type: "column",
    gap: 2,
    align: "center",
    children: [
      { type: "text", text: "Words", role: "title", fit: "shrink", lines: 2 },
      { type: "icon", name: "sun", px: 16, label: "Words" },
      { type: "rule", style: "dashed" },
      { type: "progress", value: 0.25, label: "Words" },
      { type: "spacer" },
      { type: "grid", columns: 2, children: [{ type: "text", text: "x" }] },
      { type: "stack", fill: "black", children: [] },
    ],
  })
})

test("leaves out a text with nothing in it", () => {
  assert.equal(nodeOf({ type: "row", children: [text("  "), text("{% if false %}x{% endif %}"), text("x")] }), {
    type: "row",
    children: [{ type: "text", text: "x" }],
  })
  assert.equal(nodeOf(text(" ")), { type: "spacer" }, "a page must have something")
})

test("repeats a node for each of a list, with item and index", () => {
  const view = {
    type: "row",
    children: [
      text("{{ index }}{{ item }}", { each: "lines" }),
      text("{{ item.title }}/{{ item.year }}", { each: "books" }),
    ],
  }
  assert.equal(wordsOf(view), ["0a", "1b", "2c", "One/1", "Two/2"])
})

test("repeats a box with all that is in it", () => {
  const view = {
    type: "column",
    children: [{ type: "row", each: "books", children: [text("{{ index }}"), text("{{ item.title }}")] }],
  }
  assert.equal(JSON.stringify(nodeOf(view)).match(/"text":"\w+"/g), [
    '"text":"0"',
    '"text":"One"',
    '"text":"1"',
    '"text":"Two"',
  ])
})

test("repeats nothing for a list that is not there", () => {
  assert.equal(
    nodeOf({ type: "row", children: [text("{{ item.title }}", { each: "books" })] }, { quote: "a", lines: [] }),
    { type: "row", children: [] },
  )
})

test("draws a node only when its condition holds, for each of a list on its own", () => {
  const view = {
    type: "row",
    children: [
      text("{{ item }}", { each: "lines", when: "item != 'b'" }),
      text("loud", { when: "loud" }),
      text("quiet", { when: "loud != true" }),
    ],
  }
  assert.equal(wordsOf(view), ["a", "c", "quiet"])
  assert.equal(wordsOf(view, { ...DATA, loud: true }), ["a", "c", "loud"])
})

test("refuses to draw more nodes than a screen could show", () => {
  const lines = Array.from({ length: 200 }, () => "x")
  const mode = compiled({
    ...SPEC,
    view: { type: "column", children: Array.from({ length: 20 }, () => text("{{ item }}", { each: "lines" })) },
  })
  assert.throws(() => mode.view({ quote: "a", lines }, viewContext()), /more than 2000 nodes/)
  assert.ok(mode.view({ quote: "a", lines: lines.slice(0, 90) }, viewContext()))
})

test("takes the first view that suits, else the first of all", () => {
  const variant = (word: string, when: object): object => ({ when, view: text(word) })
  const variants = [
    variant("low", { maxHeight: 160 }),
    variant("hong kong", { languages: ["zh-HK"] }),
    variant("chinese", { languages: ["zh"] }),
    variant("taiwan", { languages: ["zh-TW"] }),
    variant("german", { languages: ["de"] }),
    variant("wide", { minAspect: 2 }),
    variant("exact", { minWidth: 640, maxWidth: 640, minHeight: 480 }),
    variant("tall", { maxAspect: 0.8 }),
  ]
  const drawn = (context: Partial<ViewContext>): string =>
    (sceneOf({ variants, view: text("base") }, DATA, context).body as { text: string }).text
  const cases: readonly (readonly [string, number, number, string?])[] = [
    ["base", 400, 300],
    ["low", 296, 128],
    ["low", 296, 160],
    ["base", 296, 161],
    ["low", 296, 128, "zh"],
    ["chinese", 400, 300, "zh"],
    ["chinese", 400, 300, "zh-TW"],
    ["hong kong", 400, 300, "zh-MO"],
    ["german", 400, 300, "de-AT"],
    ["wide", 800, 400],
    ["base", 800, 401],
    ["exact", 640, 480],
    ["base", 641, 480],
    ["tall", 300, 400],
  ]
  for (const [word, width, height, language = "en"] of cases)
    assert.is(drawn({ width, height, language }), word, `${width} x ${height} ${language}`)
})

test("counts lengths in units of the screen, and leaves shares and pixels alone", () => {
  const view = {
    type: "row",
    gap: 4,
    padding: [2, 10],
    width: "50%",
    minHeight: 10,
    border: 1,
    radius: 3,
    children: [text("x", { px: 20, maxWidth: 100 })],
  }
  assert.equal(nodeOf(view, DATA, { width: 648, height: 480 }), {
    type: "row",
    gap: 7,
    padding: [3, 16],
    width: "50%",
    minHeight: 16,
    border: 1,
    radius: 5,
    children: [{ type: "text", text: "x", px: 20, maxWidth: 163 }],
  })
  assert.is(
    (nodeOf({ type: "row", padding: 10, children: [] }, DATA, { width: 800, height: 480 }) as { padding: number })
      .padding,
    18,
  )
})

test("knows how large the screen looks, and from where", () => {
  const said = "{{ screen.distance }} {{ screen.widthMm | round }} {{ screen.heightMm | round }}"
  const at = (distance: "desk" | "room" | "hall"): SceneNode =>
    nodeOf(text(said), DATA, { screen: screenClass(400, 300, { mmPerPixel: 0.2, distance }) })
  assert.equal(at("desk"), { type: "text", text: "desk 80 60" })
  assert.equal(at("room"), { type: "text", text: "room 53 40" })
  assert.equal(at("hall"), { type: "text", text: "hall 36 27" })
})

test("counts in units those fields of a plugin's node that its schema marks as lengths, and no other", () => {
  const gauge = defineNode({
    type: "gauge",
    module: import.meta.url,
    schema: z.strictObject({
      depth: field(z.number(), { length: true }),
      gap: z.number(),
      thickness: z.number(),
    }),
    paint: () => {},
  })
  const view = { type: "gauge", width: 50, at: { left: 10 }, depth: "{{ share | json }}", gap: 10, thickness: 10 }
  const mode = compiled({ ...SPEC, content: { pool: { en: [{ ...DATA, share: 10 }] } }, view }, [], [gauge])
  const scene = mode.view(mode.data.parse({ ...DATA, share: 10 }), viewContext({ width: 648, height: 480 }))
  assert.equal(scene.body, { type: "gauge", width: 81, at: { left: 16 }, depth: 16, gap: 10, thickness: 10 })
})

test("draws an icon at the nearest of its own sizes", () => {
  const px = (size: number, width: number, height: number): number =>
    (nodeOf({ type: "icon", name: "sun", size }, DATA, { width, height }) as { px: number }).px
  assert.equal(
    [px(16, 400, 300), px(16, 296, 128), px(16, 648, 480), px(30, 400, 300), px(100, 1600, 1200), px(400, 1600, 1200)],
    [16, 12, 24, 28, 400, 400],
  )
})

test("fills a bar from a template, between nothing and all", () => {
  const value = (source: string, data: object = DATA): number =>
    (nodeOf({ type: "progress", value: source }, data) as { value: number }).value
  assert.equal(
    [
      value("{{ share }}", { ...DATA, share: 0.4 }),
      value("{{ share }}", { ...DATA, share: 7 }),
      value("{{ share }}", { ...DATA, share: -1 }),
      value("{{ share }}"),
      value("{{ quote }}"),
    ],
    [0.4, 1, 0, 0, 0],
  )
})

test("gives the same scene every time, and changes neither data nor settings", () => {
  const mode = compiled({
    ...SPEC,
    view: {
      type: "column",
      children: [
        text("{% assign quote = 'other' %}{{ quote }}{% increment n %}"),
        text("{{ lines | concat: lines | reverse | join: '' }}{% increment n %}"),
      ],
    },
  })
  const [data, context] = [{ quote: "Words", lines: ["a", "b"] }, viewContext()]
  const first = JSON.stringify(mode.view(data, context))
  assert.is(JSON.stringify(mode.view(data, context)), first)
  assert.equal(data, { quote: "Words", lines: ["a", "b"] })
})

test.run()
