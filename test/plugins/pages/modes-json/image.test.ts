import path from "node:path"
import { pathToFileURL } from "node:url"
import { BUNDLED_PICTURES, DECODERS, DITHERS, LEVELS } from "platen/sdk/drawing"
import { MODES, SOURCES, DRAW } from "platen/sdk/mode"
import type { ContentContext, SceneNode, ViewContext } from "platen/sdk/mode"
import { PNG } from "pngjs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeFetch, openStage } from "../../../testing/index.js"
import plugin from "../../../../plugins/sources/picture/index.js"
import { folderWith } from "../../../folder.js"
import { fakePicture, galleryOf } from "../pictures/fake-pictures.js"
import { giving } from "../../../kernel/plugins/hosting.js"
import { compiled, contentContext, faultsOf, sceneOf, SPEC, viewContext } from "./specs.js"
import { setUp } from "../../../set-up.js"

const test = suite("modes-json-image")

/** A spec whose one field is a picture's id. */
const PICTURED = {
  ...SPEC,
  fields: { id: { type: "text" }, what: { type: "text", optional: true } },
  content: { pool: { en: [{ id: "mine/harbour" }] } },
  view: { type: "image", source: "{{ id }}" },
} as const

function nodeOf(
  view: object,
  data: object = { id: "mine/harbour", what: "A harbour" },
  context: Partial<ViewContext> = {},
): SceneNode {
  return sceneOf({ fields: PICTURED.fields, view }, data, context).body
}

const faults = (view: object): readonly string[] => faultsOf({ ...PICTURED, view }).map((issue) => issue.path)

test("shows the picture that a field, a setting or the spec itself names", () => {
  assert.equal(nodeOf({ type: "image", source: "{{ id }}" }), { type: "image", source: "mine/harbour" })
  assert.equal(nodeOf({ type: "image", source: " mine/other " }), { type: "image", source: "mine/other" })
  const settings = { picture: { type: "text", label: { en: "Picture" }, default: "mine/set" } } as const
  assert.equal(
    sceneOf(
      { fields: PICTURED.fields, settings, view: { type: "image", source: "{{ settings.picture }}" } },
      { id: "x" },
    ).body,
    { type: "image", source: "mine/set" },
  )
})

test("hands on how it is shown", () => {
  const props = { fit: "contain", focus: [0.2, 1], dither: "atkinson", levels: "none", grow: 2 } as const
  assert.equal(nodeOf({ type: "image", source: "{{ id }}", label: "{{ what }}", ...props }), {
    type: "image",
    source: "mine/harbour",
    label: "A harbour",
    ...props,
  })
})

test("counts its size in units of the screen", () => {
  const view = { type: "image", source: "{{ id }}", width: 100, height: "40%", maxHeight: 50 }
  assert.equal(nodeOf(view, { id: "a" }, { width: 648, height: 480 }), {
    type: "image",
    source: "a",
    width: 163,
    height: "40%",
    maxHeight: 81,
  })
})

test("is left out when nothing is named", () => {
  const view = {
    type: "row",
    children: [
      { type: "image", source: "{{ what }}" },
      { type: "image", source: " {{ what }} " },
      { type: "text", text: "x" },
    ],
  }
  assert.equal(nodeOf(view, { id: "a" }), { type: "row", children: [{ type: "text", text: "x" }] })
  assert.equal(
    nodeOf({ type: "image", source: "{{ what }}" }, { id: "a" }),
    { type: "spacer" },
    "a page must have something",
  )
})

test("is drawn under a condition, and for each of a list", () => {
  const spec = {
    fields: { ids: { type: "list" }, show: { type: "boolean" } },
    view: { type: "row", children: [{ type: "image", source: "{{ item }}", each: "ids", when: "show" }] },
  }
  const sources = (show: boolean): readonly unknown[] =>
    (sceneOf(spec, { ids: ["a", "b"], show }).body as { children: readonly { source: string }[] }).children.map(
      ({ source }) => source,
    )
  assert.equal([sources(true), sources(false)], [["a", "b"], []])
})

test("takes every way of dithering, and both of fitting and levelling", () => {
  for (const dither of DITHERS) assert.equal(faults({ type: "image", source: "a", dither }), [], dither)
  for (const fit of ["cover", "contain"])
    for (const levels of LEVELS) assert.equal(faults({ type: "image", source: "a", fit, levels }), [])
})

const WRONG: Readonly<Record<string, readonly [object, string]>> = {
  "no source": [{}, "view.source"],
  "a source that is no text": [{ source: 7 }, "view.source"],
  "a template that does not parse": [{ source: "{{ id" }, "view.source"],
  "a field that there is not": [{ source: "{{ ident }}" }, "view.source"],
  "a label of a field that there is not": [{ source: "a", label: "{{ nothing }}" }, "view.label"],
  "a fit that there is not": [{ source: "a", fit: "stretch" }, "view.fit"],
  "a way of dithering that there is not": [{ source: "a", dither: "random" }, "view.dither"],
  "levels that there are not": [{ source: "a", levels: "high" }, "view.levels"],
  "a point beyond the picture": [{ source: "a", focus: [0.5, 1.5] }, "view.focus.1"],
  "half a point": [{ source: "a", focus: [0.5] }, "view.focus"],
  "a size below nothing": [{ source: "a", width: -1 }, "view.width"],
  "an ink": [{ source: "a", ink: "red" }, "view"],
}
for (const [what, [props, where]] of Object.entries(WRONG)) {
  test(`refuses ${what}, and says where`, () => {
    assert.equal(faults({ type: "image", ...props }), [where])
  })
}

test("takes what the source of pictures gives", async () => {
  const source = (await setUp(plugin, { accounts: {}, pictures: galleryOf().gallery }, { connections: {} })).to(
    SOURCES,
  )[0]!
  const fields = { id: { type: "text" }, width: { type: "number" }, height: { type: "number" } }
  const mode = compiled(
    {
      ...PICTURED,
      fields,
      content: {
        pool: { en: [{ id: "mine/harbour", width: 4, height: 3 }] },
        source: { name: "picture", parameters: { url: "https://example.org/a.jpg" } },
      },
    },
    [source],
  )
  const context = contentContext({
    source: ((_: string, parameters: unknown) =>
      source.read(source.parameters.parse(parameters), {
        language: "en",
        timeZone: "UTC",
        day: { year: 2026, month: 11, day: 21, weekday: 6 },
        deadline: new AbortController().signal,
        release: () => {},
        askAgainIn: () => {},
        now: 0,
        fetch: fakeFetch({ "https://example.org/a.jpg": fakePicture(4, 3) }),
      })) as ContentContext["source"],
  })
  const outcome = await mode.content(context)
  assert.ok("data" in outcome)
  const { body } = mode.view(outcome.data, viewContext())
  assert.match((body as { source: string }).source, /^sha256-[\w-]{43}$/)
})

test("draws a mode of data with a picture that a plugin ships", async () => {
  const file = pathToFileURL(path.join(folderWith({ "harbour.pic": fakePicture(4, 3).toString() }), "harbour.pic"))
  const stage = await openStage({
    plugins: [
      giving(
        "mine",
        MODES.of(compiled({ ...PICTURED, frame: "bare" })),
        DECODERS.of({ id: "fake", module: new URL("../pictures/fake-reader.js", import.meta.url) }),
        BUNDLED_PICTURES.of({ id: "mine/harbour", file }),
      ),
    ],
  })
  try {
    const request = {
      modes: ["MINE"],
      language: "en",
      timeZone: "UTC",
      width: 200,
      height: 150,
      palette: "bw",
      codec: "png",
    }
    const { failure, failureMessage, bytes } = await stage.app.get(DRAW).picture(request)
    assert.equal([failure, failureMessage], [undefined, undefined])
    assert.ok(
      PNG.sync.read(Buffer.from(bytes)).data.every((value, i) => i % 4 === 3 || value === 0),
      "it is all black",
    )
  } finally {
    await stage.close()
  }
})

test.run()
