import { PALETTES } from "platen/sdk/drawing"
import type { Mode, ViewContext } from "platen/sdk/mode"
import { openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { turns } from "../../../depth.js"
import { layout } from "../../../../kernel/engine/scene/layout.js"
import type { Placement } from "../../../../kernel/engine/scene/layout.js"
import { lint } from "../../../../kernel/lint/lint.js"
import { addressesOf, pageOf } from "../../../../plugins/devices/pairing/address.js"
import { bindingPage, confirmPage, pairingPage } from "../../../../plugins/devices/pairing/code-on-screen.js"
import { INTERFACE_LANGUAGES } from "../../../words.js"

const test = suite("pairing: what fits its page")

const MAC = "AA:BB:CC:DD:EE:FF"
const BASES = [
  "http://192.168.178.100:3000",
  "http://255.255.255.255:65535",
  "https://screens.our-family.org:8443",
  "https://platen.our-family-home.example.org/screens",
  "http://raspberrypi.local:3000",
  undefined,
]

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

function placed(
  mode: Mode,
  settings: object,
  [width, height]: readonly [number, number],
  language: string,
): Placement[] {
  const { body } = mode.view({}, { width, height, language, settings } as ViewContext<never>)
  return layout(body, width, height, stage.app.engine.rasterizer.env({ width, height, language }))
}

/** What is wrong with a page, and how high the capitals of what is to be typed are, in pixels. */
function seen(
  mode: Mode,
  settings: object,
  [width, height]: readonly [number, number],
  language: string,
): { readonly findings: readonly string[]; readonly code: number } {
  const { body } = mode.view({}, { width, height, language, settings } as ViewContext<never>)
  const env = stage.app.engine.rasterizer.env({ width, height, language })
  const texts = layout(body, width, height, env).flatMap(({ node, px }) =>
    node.type === "text" && node.family === "mono" ? [px ?? node.px ?? 0] : [],
  )
  return {
    findings: lint(body, width, height, stage.app.get(PALETTES).get("bw")!, env).map(({ message }) => message),
    code: Math.min(...texts) * 0.73,
  }
}

for (const [size, least] of [
  [[296, 128], 19],
  [[400, 300], 45],
  [[648, 480], 75],
  [[800, 480], 85],
  [[300, 400], 40],
] as const) {
  for (const language of INTERFACE_LANGUAGES) {
    test(`says all of it, and the code large enough for two metres, at ${size.join(" x ")} in ${language}`, () => {
      const next = turns(BASES.length)
      for (const base of BASES) {
        for (const code of next(["482913", "7KQ4MWXA", "AB12"])) {
          for (const [mode, waits] of [
            [pairingPage, {}],
            [pairingPage, { from: "23:45" }],
            [confirmPage, {}],
          ] as const) {
            const { findings, code: capitals } = seen(
              mode,
              { code, ...addressesOf(base, MAC, code), ...waits },
              size,
              language,
            )
            assert.equal(findings, [], `${mode.id} ${base} ${code} ${JSON.stringify(waits)}`)
            assert.ok(capitals >= least, `${capitals} pixels`)
          }
        }
      }
    })
  }
}

test("says all of it on the smallest screens, which have no room for a title", () => {
  for (const size of [
    [200, 100],
    [250, 122],
    [296, 128],
    [128, 296],
    [100, 200],
  ] as const) {
    for (const language of INTERFACE_LANGUAGES) {
      for (const base of [BASES[0], undefined]) {
        for (const [mode, code, waits] of [
          [pairingPage, "482913", {}],
          [pairingPage, "7KQ4MWXA", {}],
          [pairingPage, "7KQ4MWXA", { from: "23:45" }],
          [confirmPage, "482913", {}],
          [confirmPage, "7KQ4MWXA", {}],
        ] as const) {
          assert.equal(
            seen(mode, { code, ...addressesOf(base, MAC, code), ...waits }, size, language).findings,
            [],
            `${mode.id} ${code} ${size.join(" x ")} ${language} ${base}`,
          )
        }
      }
    }
  }
})

test("says that the page comes by itself, and of the button only for when it does not", () => {
  for (const [size, said] of [
    [[800, 480], "The first page appears within a few seconds; if not, press the button once."],
    [[300, 400], "The first page appears within a few seconds; if not, press the button once."],
    [[296, 128], "No page? Press the button."],
  ] as const) {
    for (const mode of [pairingPage, confirmPage]) {
      const texts = placed(mode, { code: "482913", ...addressesOf(BASES[0], MAC, "482913") }, size, "en").flatMap(
        ({ node }) => (node.type === "text" ? [node.text] : []),
      )
      assert.is(texts.filter((text) => /button/.test(text)).join(), said)
    }
  }
})

test("says from when the code is good, while another device may be the screen", () => {
  for (const [size, language, said] of [
    [[400, 300], "en", "Another device called in this screen’s name a moment ago. Type the code after 23:45."],
    [[800, 480], "zh", "刚才另有设备以这块屏幕的身份连接。请在 23:45 之后输入配对码。"],
    [[296, 128], "en", "Type it after 23:45."],
  ] as const) {
    const texts = placed(
      pairingPage,
      { code: "482913", from: "23:45", ...addressesOf(BASES[0], MAC, "482913") },
      size,
      language,
    ).flatMap(({ node }) => (node.type === "text" ? [node.text] : []))
    assert.is(texts.filter((text) => /23:45|button|按键/.test(text)).join(), said)
  }
})

test("breaks no address that has room in one line", () => {
  for (const size of [
    [296, 128],
    [400, 300],
    [648, 480],
    [800, 480],
    [300, 400],
  ] as const) {
    for (const language of INTERFACE_LANGUAGES) {
      for (const mode of [pairingPage, confirmPage]) {
        const shown = addressesOf("http://192.168.178.100:3000", MAC, "7KQ4MWXA")
        const address = placed(mode, { code: "7KQ4MWXA", ...shown }, size, language).find(
          ({ node }) => node.type === "text" && node.text === shown.host,
        )
        assert.is(address?.block?.wrapped, false, `${size.join(" x ")} ${language}`)
      }
    }
  }
})

test("sets what is to be typed in the middle below a code to scan", () => {
  for (const size of [
    [400, 300],
    [648, 480],
    [800, 480],
  ] as const) {
    for (const code of ["482913", "HHHHHHHH"]) {
      const parts = placed(
        pairingPage,
        { code, ...addressesOf("http://192.168.178.100:3000", MAC, code) },
        size,
        "en",
      ).filter(({ node }) => node.type === "text" && node.family === "mono")
      const [left, right] = [
        Math.min(...parts.map((part) => part.left)),
        Math.max(...parts.map((part) => part.left + part.width)),
      ]
      assert.ok(Math.abs(left - (size[0] - right)) <= 2, `${left} and ${size[0] - right} pixels at ${size.join(" x ")}`)
    }
  }
})

test("says all of it on the page that is stuck on", () => {
  for (const language of INTERFACE_LANGUAGES)
    for (const base of BASES)
      assert.equal(
        seen(bindingPage, { mac: MAC, ...pageOf(base, MAC) }, [400, 300], language).findings,
        [],
        `${language} ${base}`,
      )
})

test.run()
