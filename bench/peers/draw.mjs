// Measures the same page in the other stacks, drawn to the same one-bit buffer. Prints one JSON object.
import fs from "node:fs"
import { Resvg } from "@resvg/resvg-js"
import { Renderer } from "@takumi-rs/core"
import satori from "satori"
import { measure } from "../../dist/bench/measure.js"
import { pageTexts } from "../../dist/bench/page.js"
import { bytesOf, openFontFile } from "../../dist/kernel/font-files/open-font.js"

const file = (specifier) => fs.readFileSync(new URL(import.meta.resolve(specifier)))
const fonts = [
  { name: "DejaVu Sans", data: file("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"), weight: 400, style: "normal" },
  {
    name: "Fusion Pixel",
    data: Buffer.from(
      bytesOf(
        openFontFile(
          file(
            "@fontsource/fusion-pixel-12px-proportional-sc/files/fusion-pixel-12px-proportional-sc-latin-400-normal.woff",
          ),
        )(0).outlines(),
      ),
    ),
    weight: 400,
    style: "normal",
  },
]

/** The pixel rows of a BMP: ceil(width / 8) bytes each; a set bit is paper. */
function oneBit(rgba, width, height) {
  const stride = (width + 7) >> 3
  const bits = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (rgba[at] * 299 + rgba[at + 1] * 587 + rgba[at + 2] * 114 >= 128_000)
        bits[y * stride + (x >> 3)] |= 128 >> (x & 7)
    }
  }
  return bits
}

function tree(texts, box, text) {
  const line = () => box({ height: 1, backgroundColor: "black" }, [])
  const between = { flexDirection: "row", justifyContent: "space-between" }
  return box(
    {
      width: "100%",
      height: "100%",
      padding: 8,
      gap: 6,
      flexDirection: "column",
      backgroundColor: "white",
      color: "black",
      fontSize: 12,
      fontFamily: "DejaVu Sans, Fusion Pixel",
    },
    [
      box(
        between,
        texts.status.map((each) => text({}, each)),
      ),
      line(),
      text({ fontSize: 24 }, texts.heading),
      box({ flexDirection: "row", flexGrow: 1, gap: 12 }, [
        box({ flexDirection: "column", flex: 1, gap: 4 }, [text({}, texts.english), text({}, texts.chinese)]),
        box(
          { flexDirection: "column", flex: 1, gap: 2 },
          texts.items.map((item) =>
            box(
              between,
              item.map((each) => text({}, each)),
            ),
          ),
        ),
      ]),
      line(),
      text({}, texts.footer),
    ],
  )
}

const takumiTree = (texts) =>
  tree(
    texts,
    (style, children) => ({ type: "container", style: { display: "flex", ...style }, children }),
    (style, words) => ({ type: "text", style, text: words }),
  )
const satoriTree = (texts) =>
  tree(
    texts,
    (style, children) => ({ type: "div", props: { style: { display: "flex", ...style }, children } }),
    (style, words) => ({ type: "div", props: { style: { display: "block", ...style }, children: words } }),
  )

const renderer = new Renderer()
for (const font of fonts) await renderer.registerFont(font)

async function takumi(mark, width, height) {
  const rgba = await renderer.render(takumiTree(pageTexts(mark)), { width, height, format: "raw" })
  return oneBit(rgba, width, height)
}

async function satoriResvg(mark, width, height) {
  const svg = await satori(satoriTree(pageTexts(mark)), { width, height, fonts })
  const image = new Resvg(svg, { font: { loadSystemFonts: false } }).render()
  return oneBit(image.pixels, width, height)
}

const figures = {}
for (const [width, height] of [
  [400, 300],
  [800, 480],
]) {
  figures[`${width}x${height}`] = {
    takumi: await measure(200, (i) => takumi(String(100_000 + i), width, height)),
    satori: await measure(60, (i) => satoriResvg(String(100_000 + i), width, height)),
  }
}
if (process.argv[2] === "--look") {
  const { png } = await import("../../dist/plugins/pages/codecs/png.js")
  const { BW } = await import("../../dist/plugins/pages/panels/palettes.js")
  for (const [name, draw] of [
    ["takumi", takumi],
    ["satori", satoriResvg],
  ]) {
    fs.writeFileSync(
      `${name}.png`,
      png.encode({ width: 400, height: 300, bits: 1, stride: 50, palette: BW, data: await draw("look", 400, 300) }),
    )
  }
}
process.stdout.write(JSON.stringify(figures))
