import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import sharp from "sharp"
import { suite } from "uvu"
import * as assert from "uvu/assert"

/** The picture of docs/wall.jpg, which a command composes. */
const test = suite("wall")
const root = new URL("../../", import.meta.url)
const SIDE = 32

/** The picture in few grey pixels. */
const small = async (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes).resize(SIDE, SIDE, { fit: "fill" }).greyscale().raw().toBuffer()

test("is the picture that its command composes", async () => {
  const { wall } = (await import(new URL("docs/make-wall.mjs", root).href)) as { wall(share?: number): Promise<Buffer> }
  const kept = readFileSync(fileURLToPath(new URL("docs/wall.jpg", root)))
  // Half of the size shows as much to the tones.
  const now = await wall(1 / 2)
  const [a, b] = [await small(kept), await small(now)]
  const furthest = Math.max(...a.map((tone, i) => Math.abs(tone - b[i]!)))
  assert.ok(furthest <= 6, `tones differ by ${furthest}: run npm run docs:wall`)
  assert.is((await sharp(now).metadata()).width, Math.round((await sharp(kept).metadata()).width! / 2))
})

test.run()
