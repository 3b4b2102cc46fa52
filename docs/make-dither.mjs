// Draws docs/dither.png, docs/dither-methods.png and docs/dither-4.2-bwry.png: `npm run docs:dither`. Needs a build.
// docs/pictures/dither-before.png holds the same pictures as Platen drew them before thresholds strayed and drawings were told from photographs.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import sharp from "sharp"

const file = (name) => fileURLToPath(new URL(name, import.meta.url))
const STILL_LIFE = file("../modes/my-adaptive/still-life.jpg")
const [WIDTH, HEIGHT] = [240, 180]
const SCALE = 2
const GAP = 12
const PAIRS = [
  [STILL_LIFE, "bw", "vivid"],
  [file("pictures/gradient.png"), "bw", "none"],
  [STILL_LIFE, "bwry", "vivid"],
  [file("pictures/colours.png"), "bwry", "none"],
  [file("pictures/poster.png"), "bwry", "auto"],
  [file("pictures/colours.png"), "spectra6", "none"],
]

const folder = mkdtempSync(path.join(tmpdir(), "dither-"))
const platen = (...args) =>
  execFileSync(process.execPath, [file("../dist/kernel/cli.js"), "dither", ...args], { stdio: "ignore" })
try {
  const drawn = PAIRS.map(([picture, colours, levels], i) => {
    const out = path.join(folder, `${i}.png`)
    const size = `${WIDTH}x${HEIGHT}`
    platen(picture, "--colors", colours, "--levels", levels, "--size", size, "--look", "measured", "-o", out)
    return out
  })
  const large = (picture) =>
    sharp(picture)
      .resize(WIDTH * SCALE, HEIGHT * SCALE, { kernel: "nearest" })
      .removeAlpha()
      .png()
      .toBuffer()
  const row = HEIGHT * SCALE + GAP
  const parts = await Promise.all(
    drawn.flatMap((picture, i) => {
      const region = { left: 0, top: i * HEIGHT, width: WIDTH, height: HEIGHT }
      const before = sharp(file("pictures/dither-before.png")).extract(region).png().toBuffer()
      return [
        before.then(large).then((input) => ({ input, left: 0, top: i * row })),
        large(picture).then((input) => ({ input, left: WIDTH * SCALE + GAP, top: i * row })),
      ]
    }),
  )
  const [width, height] = [WIDTH * SCALE * 2 + GAP, row * PAIRS.length - GAP]
  await sharp({ create: { width, height, channels: 3, background: "#fff" } })
    .composite(parts)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(file("dither.png"))
  const all = [file("pictures/gradient.png"), STILL_LIFE, file("pictures/line-art.png")]
  platen(...all, "--compare", "-o", file("dither-methods.png"))
  platen(
    STILL_LIFE,
    "--panel",
    "4.2-bwry",
    "--levels",
    "vivid",
    "--look",
    "measured",
    "-o",
    file("dither-4.2-bwry.png"),
  )
} finally {
  rmSync(folder, { recursive: true })
}
