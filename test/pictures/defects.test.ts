import { DRAW } from "platen/sdk/mode"
import type { Mode, SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout } from "../../kernel/engine/scene/layout.js"
import type { Placement } from "../../kernel/engine/scene/layout.js"
import { lintPlacements } from "../../kernel/lint/lint.js"
import { paintPlacements } from "../../kernel/engine/scene/paint.js"
import type { SizedFace } from "../../kernel/engine/text/fonts.js"
import type { Glyph } from "../../kernel/engine/text/raster.js"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { rowsOf } from "../kernel/engine/text/set.js"
import { pixel } from "../setting.js"
import { requestFor } from "platen/testing"
import { screenOf } from "../preview.js"
import { modesDrawn } from "./atlas.js"
import { BW } from "../../plugins/pages/panels/palettes.js"
import { GOLDEN_SIZES as SIZES } from "./sizes.js"

/** Each defect that was seen in the pictures of the best service there is, looked for in ours. */
const test = suite("defects")
const LANGUAGES = ["en", "zh"] as const

interface Page {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly language: string
  readonly scene: SceneNode
  readonly placements: readonly Placement[]
}

const clock = fakeClock("2026-11-21T09:05:00Z")
let stage: Stage
let pages: readonly Page[] = []

async function pageOf(mode: Mode, [width, height]: readonly [number, number], language: string): Promise<Page> {
  const request = {
    ...requestFor(stage.app, mode.id, { width, height, palette: "bw" }, language),
    battery: { percent: 87 },
    place: { name: "Berlin", latitude: 52.52, longitude: 13.4 },
    // The disc alone has no masthead, and nothing to collide.
    settings: { MOON: { design: "facts" } },
  }
  const scene = (await stage.app.get(DRAW).page(mode, request))!.page
  const placements = layout(
    scene,
    width,
    height,
    stage.app.engine.rasterizer.env(screenOf(stage.app, { width, height, language })),
  )
  return { name: `${mode.id} ${width}x${height} ${language}`, width, height, language, scene, placements }
}

test.before(async () => {
  stage = await openStage({ clock })
  const all: Page[] = []
  for (const mode of modesDrawn(stage)) {
    for (const size of SIZES) for (const language of LANGUAGES) all.push(await pageOf(mode, size, language))
  }
  pages = all
})
test.after(() => stage.close())

const textsOf = ({ placements }: Page): Placement[] =>
  placements.filter(({ node, block }) => node.type === "text" && (block?.glyphs.length ?? 0) > 0)
const wordsOf = ({ node }: Placement): string => (node.type === "text" ? `"${node.text.slice(0, 30)}"` : node.type)

interface Ink {
  left: number
  top: number
  right: number
  bottom: number
}

/** What was found for a node: several tests ask for it. */
const inks = new Map<Placement, Ink | undefined>()

/** The ink of one node alone; undefined when it has none. */
function inkOf(placement: Placement, page: Page): Ink | undefined {
  if (!inks.has(placement)) inks.set(placement, foundInk(placement, page))
  return inks.get(placement)
}

function foundInk(placement: Placement, { width, height, language }: Page): Ink | undefined {
  const { left, top, right, bottom } = placement.clip
  const bitmap = paintPlacements(
    [{ ...placement, ink: "black" }],
    width,
    height,
    BW,
    stage.app.engine.rasterizer.env(screenOf(stage.app, { width, height, language })),
  )
  let ink: Ink | undefined
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (pixel(bitmap, x, y) === 1) continue
      ink ??= { left: x, top: y, right: x + 1, bottom: y + 1 }
      ink = {
        left: Math.min(ink.left, x),
        top: Math.min(ink.top, y),
        right: Math.max(ink.right, x + 1),
        bottom: Math.max(ink.bottom, y + 1),
      }
    }
  }
  return ink
}

const meet = (a: Ink, b: Ink): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

test("no word is broken inside, and no text is cut", () => {
  for (const page of pages) {
    for (const placement of textsOf(page))
      assert.not.ok(placement.block!.tight || placement.block!.clipped, `${page.name}: ${wordsOf(placement)}`)
    assert.equal(
      lintPlacements(
        page.placements,
        page.width,
        page.height,
        BW,
        stage.app.engine.rasterizer.env(screenOf(stage.app, page)),
      ),
      [],
      page.name,
    )
  }
})

/** Modes that fill the whole screen with one picture. */
const BARE: ReadonlySet<string> = new Set(["ARTWALL", "MY_ADAPTIVE", "PHOTOS", "ZEN"])
const framed = (): Page[] => pages.filter(({ name }) => !BARE.has(name.split(" ")[0]!))

/** The rules that stand on words by design: those in stacks, and those with a place of their own. */
function crossingRules(node: SceneNode, inStack = false): SceneNode[] {
  if (node.type === "rule") return inStack || node.at ? [node] : []
  return "children" in node
    ? node.children.flatMap((child) => crossingRules(child, inStack || node.type === "stack"))
    : []
}

test("no text runs through a rule or touches one, in the frame or in the body", () => {
  for (const page of framed()) {
    const crossing = new Set(crossingRules(page.scene))
    const rules = page.placements.filter(({ node }) => node.type === "rule" && !crossing.has(node))
    assert.ok(rules.length >= 2)
    for (const placement of textsOf(page)) {
      const ink = inkOf(placement, page)
      if (!ink) continue
      for (const { left, top, width, height } of rules) {
        assert.not.ok(
          meet(ink, { left: left - 1, top: top - 1, right: left + width + 1, bottom: top + height + 1 }),
          `${page.name}: ${wordsOf(placement)} touches a rule`,
        )
      }
    }
  }
})

test("no text overprints or touches another", () => {
  for (const page of pages) {
    const inks = textsOf(page).map((placement) => ({ placement, ink: inkOf(placement, page) }))
    inks.forEach(({ placement: a, ink }, i) => {
      for (const { placement: b, ink: other } of inks.slice(i + 1)) {
        if (ink && other)
          assert.not.ok(
            meet({ left: ink.left - 1, top: ink.top, right: ink.right + 1, bottom: ink.bottom }, other),
            `${page.name}: ${wordsOf(a)} and ${wordsOf(b)}`,
          )
      }
    })
  }
})

test("nothing touches the edges of the glass", () => {
  for (const page of pages) {
    for (const placement of page.placements.filter(({ node }) => node.type === "text" || node.type === "icon")) {
      const ink = inkOf(placement, page)
      if (ink)
        assert.ok(
          ink.left >= 3 && ink.right <= page.width - 3 && ink.top >= 1 && ink.bottom <= page.height - 1,
          `${page.name}: ${wordsOf(placement)}`,
        )
    }
  }
})

test("the masthead is on every framed page, whole, and leaves the clock of a device its place", () => {
  for (const page of framed()) {
    const rules = page.placements.filter(({ node, left }) => node.type === "rule" && left < page.width * 0.1)
    const [heavy, hairline] = rules as [Placement, Placement]
    assert.ok(heavy.top + heavy.height <= Math.max(2, page.height * 0.02), `${page.name}: ${heavy.top}`)
    assert.ok(hairline.top >= page.height * 0.08, `${page.name}: ${hairline.top}`)
    const words = textsOf(page).filter(({ top }) => top < hairline.top)
    assert.ok(words.length >= 1, page.name)
    for (const { block, left, top, height } of words) {
      assert.ok(top + height <= hairline.top + 1 && block!.missing.length === 0, page.name)
      assert.ok(page.width < 250 || left >= page.width * 0.15 - 1, `${page.name}: ${left}`)
    }
  }
})

function chain({
  px,
  family = "sans",
}: {
  readonly px: number
  readonly family?: "sans" | "serif"
}): readonly SizedFace[] {
  return stage.app.engine.rasterizer
    .env({ width: 400, height: 300, language: "en" })
    .typesetter.book.chain({ family, weight: "regular", px, language: "en", tabular: false })
}

let cuts: readonly SizedFace[] | undefined

/** Every face and size that letters are set in on any page. */
function cutsInUse(): readonly SizedFace[] {
  return (cuts ??= foundCuts())
}

function foundCuts(): readonly SizedFace[] {
  const { typesetter } = stage.app.engine.rasterizer.env({ width: 400, height: 300, language: "en" })
  const found = new Map<string, SizedFace>()
  for (const page of pages) {
    for (const { node, px } of textsOf(page)) {
      if (node.type !== "text" || !/[A-Za-z]{2}/.test(node.text)) continue
      const serif =
        node.family === "serif" ||
        (node.family === undefined && ["lead", "title", "display"].includes(node.role ?? "body"))
      const style = {
        family: serif ? ("serif" as const) : ("sans" as const),
        weight: node.weight ?? ("regular" as const),
        px: px!,
        language: page.language,
        tabular: false,
      }
      for (const { cut } of typesetter.paragraph("Hillim", style).runs) found.set(`${cut.face.font.id}@${cut.px}`, cut)
    }
  }
  return [...found.values()]
}

function letter({ face, px }: SizedFace, char: string): Glyph {
  return face.shaper.shape(char, 0, 1, { px, rightToLeft: false, language: "en", tabular: false }).glyphs[0]!
}

test("no stem is ragged: those of H and l are whole and of one width, at every size in use", () => {
  assert.ok(cutsInUse().length >= (process.env.PLATEN_TEST_MODES === undefined ? 8 : 0), `${cutsInUse().length} cuts`)
  for (const cut of cutsInUse()) {
    const name = `${cut.face.font.id} at ${cut.px}`
    const rows = rowsOf(letter(cut, "H")).map((row) =>
      row
        .split(/\.+/)
        .filter(Boolean)
        .map(({ length }) => length),
    )
    const stems = rows
      .slice(Math.ceil(rows.length / 4), Math.floor(rows.length * 0.75))
      .filter((row) => row.length === 2)
    assert.ok(stems.length >= 2, name)
    for (const row of stems) assert.equal(row, stems[0], name)
    assert.is(stems[0]![0], stems[0]![1], `${name}: both stems`)
    const thick = rowsOf(letter(cut, "l"))
      .slice(Math.ceil(cut.px / 4), -Math.ceil(cut.px / 4))
      .map((row) => row.replaceAll(".", "").length)
    assert.is(new Set(thick).size, 1, `${name}: l is ${thick}`)
  }
})

/** The 4 and the 7 of Charis SIL are drawn to stand below the line, by this share of the size. At small sizes the 7 stands on it. */
const BELOW = 33 / 2048
const isBelow = (char: string, px: number): boolean => char === "4" || (char === "7" && px >= 40)

test("no baseline is crooked: letters without a tail end on it, and small ones rise to one height", () => {
  for (const cut of cutsInUse()) {
    const name = `${cut.face.font.id} at ${cut.px}`
    for (const char of "HEILTfhiklmnrx147") {
      const { top, height } = letter(cut, char)
      const drawn = cut.face.font.id.startsWith("text") && isBelow(char, cut.px) ? BELOW * cut.px : 0
      assert.ok(
        Math.abs(height - top - drawn) <= (cut.px >= 144 ? 3 : cut.px >= 80 ? 2 : cut.px >= 40 || drawn > 0 ? 1 : 0),
        `${name}: ${char} ends ${height - top} below`,
      )
    }
    const tops = [..."xzvwnmr"].map((char) => letter(cut, char).top)
    assert.ok(Math.max(...tops) - Math.min(...tops) <= (cut.px >= 24 ? Math.ceil(cut.px / 64) : 0), `${name}: ${tops}`)
  }
})

test("no pictogram is blown up: each is drawn by hand at its size, or from its outline", () => {
  for (const page of pages) {
    for (const { node } of page.placements)
      if (node.type === "icon")
        assert.ok(node.px === 12 || node.px === 16 || node.px >= 20, `${page.name}: ${node.name} at ${node.px}`)
  }
})

test("digits of a column are of one width", () => {
  for (const family of ["sans", "serif"] as const) {
    for (const px of [11, 12, 14, 18, 20, 28, 40]) {
      const [cut] = chain({ px, family })
      const widths = [..."0123456789"].map(
        (digit) =>
          cut!.face.shaper.shape(digit, 0, 1, { px: cut!.px, rightToLeft: false, language: "en", tabular: true })
            .advances[0],
      )
      assert.is(new Set(widths).size, 1, `${family} ${px}: ${widths}`)
    }
  }
})

test.run()
