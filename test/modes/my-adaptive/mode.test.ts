import { readFileSync } from "node:fs"
import path from "node:path"
import sharp from "sharp"
import { DITHERS, BUNDLED_PICTURES, PANELS, PICTURES } from "platen/sdk/drawing"
import { MODES, DRAW } from "platen/sdk/mode"
import type { ContentContext, DrawRequest, Image, Mode, SceneNode } from "platen/sdk/mode"
import { PNG } from "pngjs"
import { suite } from "uvu"
import { until } from "../../until.js"
import * as assert from "uvu/assert"
import { layout } from "../../../kernel/engine/scene/layout.js"
import { checkMode, fakeClock, fakeFetch, openStage } from "../../testing/index.js"
import type { FakeClock, FakeFetch, Stage } from "../../testing/index.js"
import own from "../../../modes/my-adaptive/mode.js"
import { folderWith } from "../../folder.js"
import { HOSTILE, SIZES, strays } from "../memo/page.js"
import { all } from "../../plugins/pages/frame/contexts.js"
import { contentContext } from "../../plugins/pages/modes-json/specs.js"
import { refused } from "../../refused.js"
import { described as describe } from "../../setting.js"

const test = suite("my-adaptive")
const mode: Mode = own
const ADDRESS = "https://example.org/harbour.jpg"
const MISSING = "Your picture cannot be fetched now"
const MINUTE = 60_000

/** All black: a plate on it is all the white there is. */
const FILE = await sharp(Buffer.alloc(80 * 60 * 3, 0), { raw: { width: 80, height: 60, channels: 3 } })
  .jpeg()
  .toBuffer()

interface World {
  readonly stage: Stage
  readonly clock: FakeClock
  readonly fetch: FakeFetch
  /** What the address answers from now on. */
  answer: Uint8Array | number | Error
  request(settings?: Readonly<Record<string, unknown>>, parts?: Partial<DrawRequest>): DrawRequest
  page(request: DrawRequest): Promise<SceneNode>
}

async function withWorld(
  work: (world: World) => Promise<void>,
  { clock = fakeClock("2026-11-21T14:05:00Z"), dataFolder = folderWith(), answer = FILE as World["answer"] } = {},
): Promise<void> {
  const answers: Record<string, Uint8Array | number | Error> = { [ADDRESS]: answer }
  const fetch = fakeFetch(answers)
  const stage = await openStage({ clock, fetch, dataFolder })
  try {
    await work({
      stage,
      clock,
      fetch,
      get answer() {
        return answers[ADDRESS]!
      },
      set answer(value) {
        answers[ADDRESS] = value
      },
      request: (settings = {}, parts = {}) => ({
        modes: ["MY_ADAPTIVE"],
        settings: { MY_ADAPTIVE: settings },
        language: "en",
        timeZone: "UTC",
        width: 400,
        height: 300,
        palette: "bw",
        codec: "png",
        ...parts,
      }),
      page: async (request) =>
        (await stage.app.get(DRAW).page(stage.app.get(MODES).get("MY_ADAPTIVE")!, request))!.page,
    })
  } finally {
    await stage.close()
  }
}

const imageOf = (page: SceneNode): Image => all(page).find((node) => node.type === "image")!

test("shows a picture of its own until the user names one", () =>
  withWorld(async ({ stage, request, page, fetch }) => {
    const { origin, failure, bytes } = await stage.app.get(DRAW).picture(request())
    assert.equal([origin, failure, fetch.calls.length], ["fresh", undefined, 0])
    const { data } = PNG.sync.read(Buffer.from(bytes))
    const ink = data.filter((value, i) => i % 4 === 0 && value === 0).length / (400 * 300)
    assert.ok(ink > 0.05 && ink < 0.95, `${ink} of it is ink`)
    assert.match(describe(await page(request())), /^[A-Z][a-z ,]+$/, "what it shows is said")
    assert.match(describe(await page(request({}, { language: "zh" }))), /[\u4e00-\u9fff]/)
  }))

test("fills the whole screen, on every panel and in every palette", () =>
  withWorld(async ({ stage, request, page }) => {
    for (const { width, height, palette } of [
      ...stage.app.get(PANELS).list(),
      { width: 200, height: 150, palette: "spectra6" },
      { width: 1600, height: 1200, palette: "grey16" },
    ]) {
      const asked = request({}, { width, height, palette })
      const shown = await page(asked)
      const {
        left,
        top,
        width: w,
        height: h,
      } = layout(shown, width, height, stage.app.engine.rasterizer.env({ width, height, language: "en" })).find(
        ({ node }) => node.type === "image",
      )!
      assert.equal([left, top, w, h], [0, 0, width, height])
      assert.is((await stage.app.get(DRAW).picture(asked)).failure, undefined, palette)
    }
  }))

test("shows the picture at the user's address", () =>
  withWorld(async ({ stage, request, page, fetch }) => {
    const asked = request({ image_url: ADDRESS })
    const { origin, failure, bytes } = await stage.app.get(DRAW).picture(asked)
    assert.equal([origin, failure, fetch.calls.map(({ url }) => url)], ["fresh", undefined, [ADDRESS]])
    assert.ok(
      PNG.sync.read(Buffer.from(bytes)).data.every((value, i) => i % 4 === 3 || value === 0),
      "it is all black",
    )
    assert.is(imageOf(await page(asked)).source, (await stage.app.get(PICTURES).keep(FILE)).id)
    assert.is(describe(await page(asked)), "", "nobody knows what it shows")
  }))

test("fetches it anew after ten minutes, not before", () =>
  withWorld(async (world) => {
    const asked = world.request({ image_url: ADDRESS })
    const shown = async (): Promise<string> => {
      await world.stage.app.get(DRAW).picture(asked)
      return imageOf(await world.page(asked)).source
    }
    const first = await shown()
    world.answer = await sharp(Buffer.alloc(80 * 60 * 3, 255), { raw: { width: 80, height: 60, channels: 3 } })
      .png()
      .toBuffer()
    world.clock.advance(9 * MINUTE)
    assert.is(await shown(), first)
    world.clock.advance(MINUTE)
    // A picture that is fetched at once is shown at once; a slow one the next time.
    await shown()
    await until(async () => (await shown()) !== first, "the new picture")
    assert.is(world.fetch.calls.length, 2)
  }))

const FAILURES: Readonly<Record<string, number | Error | Uint8Array>> = {
  "an address that is gone": 404,
  "a server that is down": new Error("no route"),
  "a page in place of a picture": Buffer.from("<!doctype html>"),
}
for (const [what, answer] of Object.entries(FAILURES)) {
  test(`shows the last good picture, marked with its age, for ${what}`, () =>
    withWorld(async (world) => {
      const asked = world.request({ image_url: ADDRESS })
      await world.stage.app.get(DRAW).picture(asked)
      const { source } = imageOf(await world.page(asked))
      world.answer = answer
      world.clock.advance(60 * MINUTE)
      const { origin, failure, isFallback, bytes } = await world.stage.app.get(DRAW).picture(asked)
      assert.is(origin, "stale")
      assert.ok(failure !== undefined && !isFallback)
      const page = await world.page(asked)
      assert.equal([imageOf(page).source, describe(page)], [source, "as of 14:05"])
      const { data } = PNG.sync.read(Buffer.from(bytes))
      const white = data.filter((value, i) => i % 4 === 0 && value === 255).length
      assert.ok(white > 500 && white < 400 * 300 * 0.03, `a plate of ${white} white pixels on black`)
    }))

  test(`shows its own picture and says why for ${what}, when there never was a good one`, () =>
    withWorld(
      async ({ stage, request, page }) => {
        const asked = request({ image_url: ADDRESS, caption: "At the harbour" })
        const { origin, failure, isFallback } = await stage.app.get(DRAW).picture(asked)
        assert.equal([origin, isFallback], ["fallback", true])
        assert.ok(failure !== undefined)
        const shown = await page(asked)
        assert.is(imageOf(shown).source, imageOf(await page(request())).source)
        assert.ok(all(shown).some((node) => node.type === "text" && node.text === MISSING))
        assert.match(describe(shown), new RegExp(`^A white jug.*\\n${MISSING}$`), "both are said aloud")
        assert.not.match(describe(shown), /harbour/, "its caption is another picture's")
        assert.not.ok(all(shown).some((node) => node.type === "text" && node.text.includes("harbour")))
        assert.ok(
          all(await page(request({ image_url: ADDRESS }, { language: "zh" }))).some(
            (node) => node.type === "text" && node.text === "现在取不到您的图片",
          ),
        )
      },
      { answer },
    ))
}

test("comes back when the address answers again", () =>
  withWorld(
    async (world) => {
      const asked = world.request({ image_url: ADDRESS })
      const origin = async () => (await world.stage.app.get(DRAW).picture(asked)).origin
      assert.is(await origin(), "fallback")
      world.answer = FILE
      world.clock.advance(2 * MINUTE)
      await until(async () => (await origin()) !== "fallback", "its picture")
    },
    { answer: 500 },
  ))

const boxOf = async (stage: Stage, shown: SceneNode, width = 400, height = 300) =>
  layout(shown, width, height, stage.app.engine.rasterizer.env({ width, height, language: "en" }))

test("mounts a picture with a caption, in italic below it, and says it aloud once", () =>
  withWorld(async ({ stage, request, page }) => {
    const shown = await page(request({ image_url: ADDRESS, caption: "  At the harbour " }))
    assert.is(describe(shown), "At the harbour")
    const placements = await boxOf(stage, shown)
    const picture = placements.find(({ node }) => node.type === "image")!
    const words = placements.find(({ node }) => node.type === "text")!
    assert.equal(words.node.type === "text" && [words.node.text, words.node.slant], ["At the harbour", "italic"])
    assert.ok(picture.left >= 18 && picture.left + picture.width <= 400 - 18 && picture.top >= 18, "paper round it")
    assert.ok(words.top >= picture.top + picture.height && words.top + words.height <= 300)
    assert.is(words.left, 18, "from the left edge of the mount: a plate may stand at the right")
    assert.is(all(shown).filter((node) => "border" in node && node.border === 1).length, 1, "a line round the picture")
    assert.not.ok(
      all(await page(request({ image_url: ADDRESS, caption: "   " }))).some((node) => node.type === "text"),
      "there is no mount without words",
    )
  }))

test("shows captions of any length and script whole or ended, and a picture over them, on every small screen", () =>
  withWorld(async ({ stage, request, page }) => {
    for (const own of [
      ...HOSTILE,
      "At the harbour, the morning after the storm, before the first boats come home, at 6.",
    ]) {
      const caption = own.repeat(Math.ceil(80 / own.length)).slice(0, 80)
      for (const [width, height] of SIZES.filter(([w]) => w <= 400)) {
        const shown = await page(request({ caption }, { width, height }))
        assert.equal(strays(stage, shown, [width, height], "en"), [], `${width}x${height} ${caption}`)
        const picture = (await boxOf(stage, shown, width, height)).find(({ node }) => node.type === "image")
        if (caption.trim() !== "")
          assert.ok(picture!.height >= height * 0.3, `${width}x${height} ${caption}: ${picture!.height}`)
      }
    }
  }))

test("hands on how the picture fits and is dithered", () =>
  withWorld(async ({ request, page }) => {
    assert.equal((({ fit, dither }) => [fit, dither])(imageOf(await page(request()))), ["cover", "floyd-steinberg"])
    for (const dither of DITHERS)
      assert.equal((({ fit, dither: how }) => [fit, how])(imageOf(await page(request({ fit: "contain", dither })))), [
        "contain",
        dither,
      ])
  }))

const WRONG: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
  [{ image_url: "harbour.jpg" }, /image_url/],
  [{ image_url: "ftp://example.org/a.jpg" }, /image_url/],
  [{ image_url: "file:///etc/passwd" }, /image_url/],
  [{ image_url: "javascript:alert(1)" }, /image_url/],
  [{ image_url: 7 }, /image_url/],
  [{ fit: "stretch" }, /fit/],
  [{ dither: "random" }, /dither/],
  [{ caption: "x".repeat(81) }, /caption/],
  [{ image: ADDRESS }, /image/],
]
test("refuses what it does not understand by the setting's name", () =>
  withWorld(async ({ stage, request }) => {
    for (const [settings, names] of WRONG) {
      const error = await refused(
        () => stage.app.get(DRAW).picture(request(settings, { purpose: "trial" })),
        "MY_ADAPTIVE",
        names,
      )
      assert.is(error.status, 422, JSON.stringify(settings))
    }
  }))

test("asks the source alone, and only for an address", async () => {
  const asked: unknown[] = []
  const context = (image_url: string) =>
    contentContext({
      settings: mode.settings!.parse({ image_url }),
      source: (async (...question: unknown[]) =>
        asked.push(question) && { id: "sha256-x", width: 1, height: 1 }) as ContentContext["source"],
    })
  assert.equal(await mode.content(context(ADDRESS)), {
    data: { source: "sha256-x", missing: false, size: { width: 1, height: 1 } },
  })
  assert.equal(asked, [["picture", { url: ADDRESS, connection: "" }]])
  await mode.content(context(""))
  assert.is(asked.length, 1)
})

test("still has the picture after the server was started anew, though the world is gone", async () => {
  const [clock, dataFolder] = [fakeClock("2026-11-21T14:05:00Z"), folderWith()]
  let etag = ""
  await withWorld(
    async ({ stage, request }) => {
      etag = (await stage.app.get(DRAW).picture(request({ image_url: ADDRESS }))).etag
    },
    { clock, dataFolder },
  )
  clock.advance(24 * 60 * MINUTE)
  await withWorld(
    async ({ stage, request, page }) => {
      const asked = request({ image_url: ADDRESS })
      const { origin, etag: now } = await stage.app.get(DRAW).picture(asked)
      assert.is(origin, "stale")
      assert.is.not(now, etag, "it is marked")
      assert.is(describe(await page(asked)), "as of 21 Nov")
    },
    { clock, dataFolder, answer: 500 },
  )
})

test("ships its picture with the package", () =>
  withWorld(async ({ stage, request, page }) => {
    const root = new URL("../../../../", import.meta.url)
    const { files } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { files: readonly string[] }
    const { file } = stage.app.get(BUNDLED_PICTURES).get(imageOf(await page(request())).source)!
    const within = file.href.slice(root.href.length)
    assert.ok(
      files.includes(`${within.split("/")[0]}/**/*${path.extname(within)}`),
      `${within} is in none of ${files.join(", ")}`,
    )
  }))

test("can be read on every panel, in English and Chinese", () =>
  withWorld(async ({ stage }) => {
    await checkMode(mode, { stage })
  }))

test.run()
