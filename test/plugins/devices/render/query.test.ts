import { z } from "platen/sdk"
import { paletteIdOf } from "platen/sdk/kit"
import type { PictureShape } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Panel } from "platen/sdk/drawing"
import { deviceCodec, queriesOf, shapeOf } from "../../../../plugins/devices/render/query.js"
import type { RenderQuery } from "../../../../plugins/devices/render/query.js"
import { catalog, service } from "../configs/catalogs.js"

const test = suite("render/query")

const panel = (id: string, more: Partial<Panel> = {}): Panel => ({
  id,
  title: id,
  width: 480,
  height: 800,
  palette: "bw",
  codec: "bmp",
  ...more,
})
const panels = catalog<Panel>([
  panel("upright", { rotation: 90 }),
  panel("red", { width: 648, height: 480, palette: "bwr", codec: "raw2bpp" }),
  panel("six", { width: 1872, height: 1404, palette: "spectra6", codec: "raw4" }),
])
const {
  render: renderQuery,
  preview: previewQuery,
  coreRender: coreRenderQuery,
  corePreview: corePreviewQuery,
} = queriesOf(panels)
const page = { service, panels }

/** Each call's schema, and what it needs to be right. */
const DIALECTS = {
  "a render": { schema: renderQuery, least: {} },
  "a preview": { schema: previewQuery, least: {} },
  "a render in core": { schema: coreRenderQuery, least: { v: "3.7" } },
  "a preview in core": { schema: corePreviewQuery, least: { v: "3.7" } },
} as const satisfies Record<string, { readonly schema: z.ZodType; readonly least: object }>

const PLAIN = { v: 3.3, w: 400, h: 300, colors: 2, next: false }
const TRIED = { no_cache: false, look: "nominal" }

/** A query as it is read, with the names of the parameters. */
function read(schema: z.ZodType, query: object): Record<string, unknown> {
  const { screen, ...rest } = schema.parse(query) as RenderQuery
  return { ...rest, w: screen.width, h: screen.height, colors: ["bw", "bwr", "bwry"].indexOf(screen.palette) + 2 }
}

/** The parameters at fault. */
function faults(schema: z.ZodType, query: object): readonly string[] {
  return schema.safeParse(query).error?.issues.map(({ path }) => path.join(".")) ?? []
}

test("has a default for all that a device leaves out, but for the volts in core", () => {
  assert.equal(read(renderQuery, {}), PLAIN)
  const { v: _volts, ...unsaid } = PLAIN
  assert.equal(
    read(previewQuery, {}),
    { ...unsaid, ...TRIED, text: false, intent: false },
    "its volts are those of the device",
  )
  assert.equal(read(coreRenderQuery, { v: "3.7" }), { ...PLAIN, v: 3.7, tone: "persona" })
  assert.equal(read(corePreviewQuery, { v: "3.7" }), { ...PLAIN, ...TRIED, v: 3.7, tone: "persona" })
  for (const schema of [coreRenderQuery, corePreviewQuery]) {
    const [issue] = schema.safeParse({}).error!.issues
    assert.equal([issue!.path, issue!.message], [["v"], "must be the volts of the battery, such as v=3.7"])
  }
})

test("takes a persona that is no mode for a tone in core alone", () => {
  const tones = Object.values(DIALECTS).map(
    ({ schema, least }) => "tone" in (schema.parse({ ...least, persona: "pirate" }) as object),
  )
  assert.equal(tones, [false, false, true, true])
})

for (const [what, { schema, least }] of Object.entries(DIALECTS)) {
  test(`reads all of ${what}`, () => {
    const sent = {
      v: "3.91",
      mac: "AA:BB",
      persona: "STOIC",
      rssi: "-42",
      refresh_min: "60",
      w: "800",
      h: "480",
      next: "1",
      colors: "4",
      lang: "zh-Hans",
    }
    const expected = {
      v: 3.91,
      mac: "AA:BB",
      persona: "STOIC",
      rssi: -42,
      refresh_min: 60,
      w: 800,
      h: 480,
      next: true,
      colors: 4,
      lang: "zh-Hans",
    }
    for (const [name, value] of Object.entries(sent)) {
      assert.equal(read(schema, { ...least, [name]: value })[name], expected[name as keyof typeof expected], name)
    }
    assert.equal({ ...read(schema, { ...least, ...sent }), ...expected }, read(schema, { ...least, ...sent }))
  })

  for (const [name, accepted, refused] of [
    [
      "v",
      [
        ["3.3", 3.3],
        ["0", 0],
        ["-1.5", -1.5],
        [" 4.2 ", 4.2],
        ["999999999", 999_999_999],
        ["1234567890.5", 1_234_567_890.5],
        ["3,91", 3.91],
        ["-1,5", -1.5],
        ["", undefined],
        [" ", undefined],
        ["nan", undefined],
        ["-nan", undefined],
        ["NaN", undefined],
        ["inf", undefined],
        ["-inf", undefined],
        ["Infinity", undefined],
        ["ovf", undefined],
        ["null", undefined],
        ["unavailable", undefined],
      ],
      ["x", "3,", "3,3,3", "1e3", "0x10", "+3", ".5", "3.", "nano", "+", "3.3V", "\u0663", "9".repeat(21)],
    ],
    [
      "w",
      [
        ["100", 100],
        ["1600", 1600],
        ["0400", 400],
        [" 400", 400],
      ],
      ["99", "1601", "-400", "400.0", "", "x", "4e2", "1234567890"],
    ],
    [
      "h",
      [
        ["100", 100],
        ["1200", 1200],
      ],
      ["99", "1201", "0", "300px"],
    ],
    [
      "colors",
      [
        ["2", 2],
        ["3", 3],
        ["4", 4],
      ],
      ["1", "5", "0", "", "two", "2.5"],
    ],
    [
      "refresh_min",
      [
        ["1", 1],
        ["1440", 1440],
      ],
      ["0", "1441", "-5", "", "1.5"],
    ],
    [
      "lang",
      [
        ["en", "en"],
        ["zh", "zh"],
        ["pt-BR", "pt-BR"],
        ["de-1996", "de-1996"],
      ],
      ["", "e", "english", "en_US", "en-", "../en", `en${"-abcdefgh".repeat(4)}`],
    ],
  ] as const) {
    test(`holds ${name} of ${what} to its limits`, () => {
      for (const [sent, value] of accepted) assert.is(read(schema, { ...least, [name]: sent })[name], value, sent)
      for (const sent of refused) assert.equal(faults(schema, { ...least, [name]: sent }), [name], JSON.stringify(sent))
    })
  }

  test(`refuses no ${what.slice(2)} for its signal, its depth or what nobody knows`, () => {
    for (const [rssi, value] of [
      ["-42", -42],
      [" -42 ", -42],
      ["0", 0],
      ["", undefined],
      ["weak", undefined],
      ["-42.5", undefined],
      ["99999", undefined],
      ["1e2", undefined],
    ] as const) {
      assert.is(
        (schema.parse({ ...least, rssi, bpp: "x", anything: "", __proto__: "x" }) as { rssi?: number }).rssi,
        value,
        rssi,
      )
    }
  })

  test(`takes 1 alone for a wish for the next mode in ${what}`, () => {
    for (const [next, wanted] of [
      ["1", true],
      [" 1 ", true],
      ["0", false],
      ["", false],
      ["true", false],
      ["11", false],
      ["01", false],
    ] as const)
      assert.is((schema.parse({ ...least, next }) as { next: boolean }).next, wanted, next)
  })

  test(`names every parameter of ${what} that is wrong`, () => {
    assert.equal([...faults(schema, { v: "x", w: "1", h: "1", colors: "9", lang: "", refresh_min: "0" })].sort(), [
      "colors",
      "h",
      "lang",
      "refresh_min",
      "v",
      "w",
    ])
  })
}

for (const [what, { schema, least }] of [
  ["a preview", DIALECTS["a preview"]],
  ["a preview in core", DIALECTS["a preview in core"]],
] as const) {
  test(`reads what ${what} tries out`, () => {
    const read = schema.parse({ ...least, mode_override: '{"cups": 3, "days": [{}]}', no_cache: "1", look: "glass" })
    assert.equal([read.mode_override, read.no_cache, read.look], [{ cups: 3, days: [{}] }, true, "measured"])
    for (const [sent, wanted] of [
      ["0", false],
      ["true", false],
      ["", false],
      [" 1", true],
    ] as const)
      assert.is(schema.parse({ ...least, no_cache: sent }).no_cache, wanted)
  })

  for (const text of ["", "{", "[]", "[{}]", "null", "3", '"x"', "true", `{"x":"${"x".repeat(16_384)}"}`]) {
    test(`refuses ${what} with the settings ${text.slice(0, 20)}`, () =>
      assert.equal(faults(schema, { ...least, mode_override: text }), ["mode_override"]))
  }

  test(`shows ${what} in nominal or measured colours, and no other way`, () => {
    for (const [look, colours] of [
      ["nominal", "nominal"],
      ["measured", "measured"],
      ["ink", "nominal"],
      ["glass", "measured"],
    ])
      assert.is(schema.parse({ ...least, look }).look, colours, look)
    for (const look of ["", "Ink", "paper", "toString"]) assert.equal(faults(schema, { ...least, look }), ["look"])
  })
}

test("reads what only the extended edition's preview tries out", () => {
  const query = previewQuery.parse({ city_override: " Bern ", memo_text: "Milk\n", ui_language: "zh", intent: "1" })
  assert.equal([query.city_override, query.memo_text, query.ui_language, query.intent], ["Bern", "Milk\n", "zh", true])
  for (const intent of ["0", "", "true"]) assert.is(previewQuery.parse({ intent }).intent, false)
  for (const [name, wrong] of [
    ["city_override", "x".repeat(41)],
    ["memo_text", "x".repeat(2001)],
    ["ui_language", "English!"],
  ] as const)
    assert.equal(faults(previewQuery, { [name]: wrong }), [name])
  assert.equal(
    Object.keys(
      corePreviewQuery.parse({ v: "3.7", city_override: "Bern", memo_text: "x", ui_language: "zh", intent: "1" }),
    ).sort(),
    ["look", "next", "no_cache", "screen", "tone", "v"],
  )
})

test("a device that sends its size alone has the pixels of the panels of that size, hung either way, where they agree", () => {
  const known = catalog<Panel>([
    panel("a", { mmPerPixel: 0.204 }),
    panel("b", { width: 800, height: 480, palette: "bwr", mmPerPixel: 0.204 }),
    panel("c", { width: 400, height: 300, mmPerPixel: 0.212 }),
    panel("d", { width: 400, height: 300, mmPerPixel: 0.17 }),
    panel("e", { width: 600, height: 200, mmPerPixel: 0.3 }),
  ])
  const { render } = queriesOf(known)
  const seen = (w: string, h: string): unknown => render.parse({ w, h }).screen.mmPerPixel
  assert.is(seen("800", "480"), 0.204)
  assert.is(seen("480", "800"), 0.204)
  assert.is(seen("400", "300"), undefined, "two kinds")
  assert.is(seen("300", "400"), undefined)
  assert.is(seen("401", "300"), undefined, "none")
  assert.is(seen("300", "400"), undefined)
})

test("draws for a panel: its size, inks, format and rotation", () => {
  for (const { schema, least } of Object.values(DIALECTS)) {
    const seen = (query: object): unknown => (schema.parse({ ...least, ...query }) as RenderQuery).screen
    const upright = { width: 480, height: 800, palette: "bw", codec: "bmp", rotation: 90 }
    assert.equal(seen({ panel: "upright" }), upright)
    assert.equal(seen({ panel: "upright", w: "480", h: "800", colors: "2" }), upright)
    assert.equal(seen({ panel: "red", colors: "3" }), { width: 648, height: 480, palette: "bwr", codec: "raw2bpp" })
    assert.equal(seen({ panel: "six" }), { width: 1872, height: 1404, palette: "spectra6", codec: "raw4" })
    assert.equal(faults(schema, { ...least, panel: "upright", w: "800", h: "480", colors: "3" }), ["w", "h", "colors"])
    assert.equal(faults(schema, { ...least, panel: "six", colors: "4" }), ["colors"])
    assert.equal(faults(schema, { ...least, panel: "none" }), ["panel"])
  }
  const [issue] = renderQuery.safeParse({ panel: "none" }).error!.issues
  assert.is(issue!.message, "is not a panel: use one of upright, red, six")
})

test("turns the notice of a device, and not that of a browser", () => {
  assert.is(shapeOf({ panel: "upright" }, page, "device").rotation, 90)
  assert.not.ok("rotation" in shapeOf({ panel: "upright" }, page, "png"))
})

test("lets only a preview try things out", () => {
  for (const { schema, least } of [DIALECTS["a render"], DIALECTS["a render in core"]]) {
    assert.equal(schema.parse({ ...least, mode_override: "{", look: "x", no_cache: "1" }), schema.parse(least))
  }
})

test("has a palette and a format for every number of inks", () => {
  assert.equal(
    [2, 3, 4].map((colors) => [paletteIdOf(colors), deviceCodec(colors)]),
    [
      ["bw", "bmp"],
      ["bwr", "raw2bpp"],
      ["bwry", "raw2bpp"],
    ],
  )
  for (const colors of [0, 1, 5, NaN]) assert.is(paletteIdOf(colors), "bw")
})

const SHAPE: PictureShape = { width: 400, height: 300, palette: "bw", codec: "bmp", language: "en" }
for (const [query, shape] of [
  [{}, {}],
  [
    { w: "800", h: "480", lang: "zh" },
    { width: 800, height: 480, language: "zh" },
  ],
  [{ colors: "3" }, { palette: "bwr", codec: "raw2bpp" }],
  [
    { colors: "4", w: "296", h: "128" },
    { palette: "bwry", codec: "raw2bpp", width: 296, height: 128 },
  ],
  [{ w: "99", h: "480" }, { height: 480 }],
  [{ w: "800", h: "9999" }, { width: 800 }],
  [
    { panel: "none", w: "800", h: "480" },
    { width: 800, height: 480 },
  ],
  [
    { panel: "red", w: "5" },
    { width: 648, height: 480, palette: "bwr", codec: "raw2bpp" },
  ],
  [{ w: "x", h: "", colors: "7", lang: "not a language", v: "x", mode_override: "{" }, {}],
] as const) {
  test(`draws a notice to ${JSON.stringify(query)} as asked, as far as that can be read`, () => {
    assert.equal(shapeOf(query, page, "device"), { ...SHAPE, ...shape })
    assert.equal(shapeOf(query, page, "png"), { ...SHAPE, ...shape, codec: "png" })
  })
}

test("draws a notice in the operator's language when none is asked for", () => {
  const inChinese = { ...service, defaults: { ...service.defaults, language: "zh" } }
  assert.equal(
    [{}, { lang: "x" }, { lang: "de" }].map(
      (query) => shapeOf(query, { ...page, service: inChinese }, "device").language,
    ),
    ["zh", "zh", "de"],
  )
})

test.run()
