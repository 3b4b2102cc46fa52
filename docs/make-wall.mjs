// Draws docs/wall.jpg: `npm run docs:wall`. Needs a build. Four panels at their real sizes on a lit wall; every pixel of the pages is the server's.
import { writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { SERVICE } from "platen/sdk"
import { PALETTES, PANELS } from "platen/sdk/drawing"
import { AREAS } from "platen/sdk/http"
import { previewRequest } from "platen/sdk/kit"
import { DRAW, MODES } from "platen/sdk/mode"
import sharp from "sharp"

const SERVER = new URL("../dist/test/testing/index.js", import.meta.url)
/** Answers of sources, recorded. */
const RECORDED = new URL("../dist/test/pictures/content.js", import.meta.url)
const PICTURE = new URL("wall.jpg", import.meta.url)

/** Pixels of the picture to a millimetre of the wall, and its size in pixels. */
const SCALE = 4.9
const [WIDTH, HEIGHT] = [2100, 1380]

const MOMENT = {
  at: Date.parse("2026-11-21T09:05:00Z"),
  place: { latitude: 52.52, longitude: 13.4, name: "Berlin" },
  timeZone: "Europe/Berlin",
}

const OAK = { wood: "#b98d5c", light: "#d2aa7b", dark: "#8d6538", width: 7 }
const BLACK = { wood: "#26262a", light: "#45454b", dark: "#121214", width: 5 }
const WHITE = { wood: "#efece5", light: "#ffffff", dark: "#cfcac0", width: 6 }

/** What hangs where: the middle of each page in millimetres from the top left corner of the wall, its mount in millimetres, and its frame. */
const HUNG = [
  { mode: "WEATHER", panel: "7.5-bw", language: "en", at: [163, 88], mount: 12, frame: BLACK },
  { mode: "STOIC", panel: "7.5-bw-upright", language: "en", at: [345, 139], mount: 12, frame: OAK },
  { mode: "ZEN", panel: "4.2-bwry", language: "zh", at: [80, 217], mount: 9, frame: WHITE },
  { mode: "CALENDAR", panel: "4.2-bwry", language: "en", at: [207, 213], mount: 8, frame: OAK },
]

/** The reflected colours of a page's inks: panels are grey paper and dark grey ink. */
const REFLECTED = { black: [38, 38, 42], white: [224, 223, 216], red: [170, 38, 36], yellow: [214, 172, 36] }

/** A page as the panel shows it: `{ input, width, height }`. The input is at a share of the size in the picture's pixels. */
async function pageOf(app, { mode: id, panel: name, language }, share) {
  const panel = app.get(PANELS).get(name)
  const screen = { ...panel, language }
  const needs = { service: app.get(SERVICE), areas: app.get(AREAS) }
  const { dataOf } = await import(RECORDED.href)
  const request = { ...previewRequest(needs, id, screen), ...MOMENT, data: dataOf(id, language) }
  const mode = app.get(MODES).get(id)
  const { page } = await app.get(DRAW).page(mode, request)
  const bitmap = await app.get(DRAW).bitmap(page, request)
  const { entries } = app.get(PALETTES).get(panel.palette)
  const rgb = Buffer.from(
    Array.from({ length: bitmap.width * bitmap.height }, (_, i) => {
      const [x, y] = [i % bitmap.width, Math.floor(i / bitmap.width)]
      const bit = x * bitmap.bits
      const byte = bitmap.data[y * bitmap.stride + (bit >> 3)]
      return REFLECTED[entries[(byte >> (8 - bitmap.bits - (bit & 7))) & ((1 << bitmap.bits) - 1)].ink]
    }).flat(),
  )
  const [width, height] = [bitmap.width, bitmap.height].map((pixels) => Math.round(pixels * panel.mmPerPixel * SCALE))
  const raw = { width: bitmap.width, height: bitmap.height, channels: 3 }
  return {
    input: await sharp(rgb, { raw })
      .resize(Math.round(width * share), Math.round(height * share), { kernel: "lanczos2" })
      .png()
      .toBuffer(),
    width,
    height,
  }
}

/** A drawing on the whole picture, at a share of its size. */
const svg = (body, share) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * share}" height="${HEIGHT * share}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${body}</svg>`,
  )

/** The wall: plaster in the light of a window at the left. */
const WALL = `
  <defs>
    <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#d9d3c7"/><stop offset="0.55" stop-color="#cbc4b6"/><stop offset="1" stop-color="#aaa294"/>
    </linearGradient>
    <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency="0.35" numOctaves="3" seed="7"/>
      <feColorMatrix values="0 0 0 0 0.45  0 0 0 0 0.42  0 0 0 0 0.36  0 0 0 0.22 -0.04"/></filter>
  </defs>
  <rect width="100%" height="100%" fill="url(#wall)"/>
  <rect width="100%" height="100%" filter="url(#grain)"/>`

/** The light of the window with its bars, over everything. */
const LIGHT = `
  <defs><filter id="soft"><feGaussianBlur stdDeviation="26"/></filter></defs>
  <g filter="url(#soft)" fill="#fff4d8" fill-opacity="0.74" transform="skewX(-24)">
    <rect x="520" y="-80" width="470" height="640"/><rect x="1040" y="-80" width="470" height="640"/>
    <rect x="520" y="620" width="470" height="640"/><rect x="1040" y="620" width="470" height="640"/>
  </g>`

/** The shadow that a frame throws, and the frame with its mount. Pixels. */
function frameOf({ left, top, width, height }, { frame, mount }) {
  const [wood, paper] = [frame.width * SCALE, mount * SCALE]
  const [x, y, w, h] = [
    left - paper - wood,
    top - paper - wood,
    width + 2 * (paper + wood),
    height + 2 * (paper + wood),
  ]
  const shadow = (dx, dy, blur, opacity) =>
    `<filter id="b${blur}${left}"><feGaussianBlur stdDeviation="${blur}"/></filter>
     <rect x="${x + dx}" y="${y + dy}" width="${w}" height="${h}" fill="#2b241a" fill-opacity="${opacity}" filter="url(#b${blur}${left})"/>`
  const side = (points, fill) => `<polygon points="${points.map((each) => each.join(",")).join(" ")}" fill="${fill}"/>`
  const [x1, y1, x2, y2] = [x + wood, y + wood, x + w - wood, y + h - wood]
  return `${shadow(20, 28, 20, 0.34)}${shadow(5, 7, 5, 0.4)}
    ${side(
      [
        [x, y],
        [x + w, y],
        [x2, y1],
        [x1, y1],
      ],
      frame.light,
    )}${side(
      [
        [x, y],
        [x1, y1],
        [x1, y2],
        [x, y + h],
      ],
      frame.wood,
    )}
    ${side(
      [
        [x + w, y],
        [x + w, y + h],
        [x2, y2],
        [x2, y1],
      ],
      frame.dark,
    )}${side(
      [
        [x, y + h],
        [x1, y2],
        [x2, y2],
        [x + w, y + h],
      ],
      frame.dark,
    )}
    <rect x="${x1}" y="${y1}" width="${x2 - x1}" height="${y2 - y1}" fill="#f3f0e8"/>
    <filter id="m${left}"><feGaussianBlur stdDeviation="7"/></filter>
    <clipPath id="c${left}"><rect x="${x1}" y="${y1}" width="${x2 - x1}" height="${y2 - y1}"/></clipPath>
    <g clip-path="url(#c${left})"><path d="M${x1 - 20} ${y2 + 20}V${y1 - 20}H${x2 + 20}V${y1 + 6}H${x1 + 6}V${y2 + 20}Z" fill="#000" fill-opacity="0.42" filter="url(#m${left})"/></g>
    <rect x="${left - 3}" y="${top - 3}" width="${width + 6}" height="${height + 6}" fill="#c9c4b8"/>
    <path d="M${left - 3} ${top + height + 3}V${top - 3}H${left + width + 3}l-3 3H${left}V${top + height}Z" fill="#a09a8c"/>`
}

/** The bytes of the picture as JPEG. `share`: of its width and height, 1 or less. */
export async function wall(share = 1) {
  const { openStage } = await import(SERVER.href)
  const { app, close } = await openStage()
  try {
    const placed = []
    for (const hung of HUNG) {
      const page = await pageOf(app, hung, share)
      const [left, top] = [hung.at[0] * SCALE - page.width / 2, hung.at[1] * SCALE - page.height / 2].map(Math.round)
      placed.push({ ...page, left, top, hung })
    }
    const frames = placed.map(({ hung, ...page }) => frameOf(page, hung)).join("")
    const picture = await sharp(svg(WALL + frames, share))
      .composite([
        ...placed.map(({ input, left, top }) => ({
          input,
          left: Math.round(left * share),
          top: Math.round(top * share),
        })),
        { input: svg(LIGHT, share), blend: "overlay" },
      ])
      .png()
      .toBuffer()
    return await sharp(picture).flatten().jpeg({ quality: 86, mozjpeg: true }).toBuffer()
  } finally {
    await close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(PICTURE, await wall())
  process.exit(0)
}
