import { suite } from "uvu"
import * as assert from "uvu/assert"
import { CODECS } from "platen/sdk/drawing"
import { MODES, DRAW } from "platen/sdk/mode"
import type { Codec } from "platen/sdk/drawing"
import type { DrawRequest } from "platen/sdk/mode"
import { openStage } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { giving, mode } from "../../../kernel/plugins/hosting.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"

const test = suite("draw-notice")
const WORDS = { title: "Something went wrong", message: "Try again." }

const broken: Codec = {
  id: "broken",
  type: "image/x-broken",
  encode: () => {
    throw new RangeError("never")
  },
}

let stage: Stage
test.before(async () => {
  const failing = mode("FAILING", {
    view: () => {
      throw new Error("no view")
    },
    fallback: () => {
      throw new Error("no fallback")
    },
  })
  stage = await openStage({ plugins: [giving("mine", CODECS.of(broken), MODES.of(failing))] })
})
test.after(() => stage.close())

const shape = { width: 250, height: 122, codec: "bmp", palette: "bw", language: "en" }

test("draws a sentence in the format and the size that are asked for", () => {
  const { bytes, type, mode: drawn, origin, isFallback } = stage.app.get(DRAW).notice(shape, WORDS)
  const bmp = Buffer.from(bytes)
  assert.equal(
    [bmp.toString("latin1", 0, 2), bmp.readInt32LE(18), Math.abs(bmp.readInt32LE(22)), type, drawn, origin, isFallback],
    ["BM", 250, 122, "image/bmp", undefined, "notice", true],
  )
  assert.not.equal(bytes, stage.app.get(DRAW).notice(shape, { ...WORDS, message: "Wait." }).bytes)
})

const HOPELESS = {
  "a codec that there is not": { codec: "none" },
  "a palette that there is not": { palette: "none" },
  "a codec that cannot carry the palette": { codec: "raw2bpp" },
  "a codec that fails": { codec: "broken" },
}
for (const [what, part] of Object.entries(HOPELESS)) {
  test(`never throws: an empty page for ${what}`, () => {
    const { bytes } = stage.app.get(DRAW).notice({ ...shape, ...part }, WORDS)
    assert.ok(bytes.length >= Math.ceil(250 / 8) * 122, String(bytes.length))
    assert.ok(stage.log.lines.some(({ event }) => event === "notice.failed"))
  })
}

test("stands for a page that cannot be drawn, and says why", async () => {
  const request: DrawRequest = { ...shape, modes: ["FAILING"], timeZone: "UTC" }
  const { origin, failure, failureMessage, mode: drawn } = await stage.app.get(DRAW).picture(request)
  assert.equal([origin, failure, failureMessage, drawn], ["notice", "draw-failed", "no view", undefined])
})

test("is not drawn while another mode of the list can be", async () => {
  const { mode: drawn, failure } = await stage.app.get(DRAW).picture({
    ...shape,
    modes: ["FAILING", "NOPE", "STOIC"],
    timeZone: "UTC",
  })
  assert.equal([drawn, failure], ["STOIC", "draw-failed"])
})

test("names the modes that there are not", async () => {
  const { failure, failureMessage } = await stage.app.get(DRAW).picture({
    ...shape,
    modes: ["NOPE", "NADA"],
    timeZone: "UTC",
  })
  assert.equal(
    [failure, failureMessage],
    ["mode-not-found", "There is no mode to show among NOPE, NADA: choose an installed mode."],
  )
})

test("has a white page for every palette", () => {
  for (const [palette, white] of [
    ["bw", 255],
    ["bwr", 0x55],
  ] as const) {
    const { bytes } = stage.app.get(DRAW).notice({ ...shape, palette, codec: "broken" }, WORDS)
    assert.ok(
      bytes.every((byte) => byte === white),
      palette,
    )
  }
  assert.is(
    stage.app.get(DRAW).notice({ ...shape, palette: BW.id, codec: "broken" }, WORDS).type,
    "application/octet-stream",
  )
})

test.run()
