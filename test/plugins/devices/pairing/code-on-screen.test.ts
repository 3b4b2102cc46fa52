import qrcode from "qrcode-generator"
import { DRAW } from "platen/sdk/mode"
import { openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { IS_FULL } from "../../../depth.js"
import { pngPixels } from "../../../devices/pixels.js"
import { addressesOf, pageOf } from "../../../../plugins/devices/pairing/address.js"
import { qrModules } from "../../../../plugins/devices/pairing/modules.js"

const test = suite("pairing/code-on-screen")

const MAC = "AA:BB:CC:DD:EE:FF"
const QUIET = 4

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

type Seen = { readonly width: number; readonly height: number; dark(x: number, y: number): boolean }

async function page(
  mode: string,
  settings: object,
  [width, height]: readonly [number, number],
  { language = "en", palette = "bw" } = {},
): Promise<Seen> {
  const picture = await stage.app.get(DRAW).picture({
    modes: [mode],
    settings: { [mode]: settings },
    language,
    timeZone: "UTC",
    width,
    height,
    palette,
    codec: "png",
    purpose: "trial",
  })
  assert.equal([picture.failure, picture.mode], [undefined, mode])
  const { colours, ...size } = pngPixels(Buffer.from(picture.bytes))
  return {
    ...size,
    dark: (x, y) => x >= 0 && y >= 0 && x < size.width && y < size.height && colours[y * size.width + x] === 0,
  }
}

/** What a reader makes of a text: the modules of the code, with the most correction that its version bears. */
function matrix(text: string): readonly (readonly boolean[])[] {
  const made = (["L", "M", "Q", "H"] as const).map((level) => {
    const code = qrcode(0, level)
    code.addData(text, "Byte")
    code.make()
    return code
  })
  const least = made[0]!.getModuleCount()
  const code = made.findLast((each) => each.getModuleCount() === least)!
  return Array.from({ length: least }, (_, row) =>
    Array.from({ length: least }, (__, column) => code.isDark(row, column)),
  )
}

/** Where a code stands, and how many pixels its modules have: found by its three eyes alone. */
function found(seen: Seen): { readonly x: number; readonly y: number; readonly px: number; readonly side: number } {
  for (let y = 0; y < seen.height; y++) {
    for (let x = 0; x < seen.width; x++) {
      if (!seen.dark(x, y)) continue
      let run = 0
      while (seen.dark(x + run, y)) run++
      if (run % 7 !== 0 || run < 7) break
      const px = run / 7
      for (let side = 21; side <= 97; side += 4) {
        const eye = (dx: number, dy: number): boolean =>
          [0, 6].every((at) =>
            Array.from({ length: 7 * px }, (_, i) => i).every(
              (i) => seen.dark(dx + i, dy + at * px) && seen.dark(dx + at * px, dy + i),
            ),
          )
        if (eye(x, y) && eye(x + (side - 7) * px, y) && eye(x, y + (side - 7) * px)) return { x, y, px, side }
      }
      break
    }
  }
  throw new Error("there is no code")
}

function reads(seen: Seen, url: string): { readonly px: number } {
  const { x, y, px, side } = found(seen)
  const wanted = matrix(url)
  assert.is(side, wanted.length)
  for (let row = -QUIET; row < side + QUIET; row++) {
    for (let column = -QUIET; column < side + QUIET; column++) {
      const dark = wanted[row]?.[column] ?? false
      for (const [dx, dy] of [
        [0, 0],
        [px - 1, px - 1],
        [px >> 1, px >> 1],
      ] as const) {
        assert.is(seen.dark(x + column * px + dx, y + row * px + dy), dark, `module ${row}, ${column}`)
      }
    }
  }
  assert.ok(
    x >= QUIET * px &&
      y >= QUIET * px &&
      x + (side + QUIET) * px <= seen.width &&
      y + (side + QUIET) * px <= seen.height,
    "the paper round it is on the glass",
  )
  return { px }
}

const SIZES = [
  [296, 128],
  [400, 300],
  [648, 480],
  [800, 480],
  [300, 400],
  [128, 296],
] as const
const SHORT = "http://192.168.178.100:3000"
const LONG = "https://platen.our-family-home.example.org/screens"

for (const size of SIZES) {
  for (const language of ["en", "zh"]) {
    test(`draws a code that is read, of three pixels a module at least, at ${size.join(" x ")} in ${language}`, async () => {
      for (const [mode, base, code, palette] of [
        ["PAIRING", SHORT, "482913", "bw"],
        ["CONFIRMATION", SHORT, "7KQ4MWXA", "bwry"],
        ["PAIRING", LONG, "482913", "bw"],
        ["CONFIRMATION", LONG, "7KQ4MWXA", "bw"],
      ] as const) {
        const { urls, host } = addressesOf(base, MAC, code)
        const seen = await page(mode, { code, host, urls }, size, { language, palette })
        const { side } = found(seen)
        const url = urls.find((each) => matrix(each).length === side)!
        assert.ok(reads(seen, url).px >= 3, `${base} ${code}`)
        assert.ok(url.includes(`code=${code}`))
        if (base === SHORT && size[0] > 128) assert.is(url, urls[0], "with the device's address in full")
      }
    })
  }
}

test("gives a small screen room for the whole address of any IPv4 server", async () => {
  const { urls, host } = addressesOf("http://255.255.255.255:65535", MAC, "7KQ4MWXA")
  assert.is(reads(await page("PAIRING", { code: "7KQ4MWXA", host, urls }, [296, 128]), urls[0]!).px, 3)
})

test("draws no code to scan where nobody could reach it, and says where to type", async () => {
  for (const [size, language] of SIZES.flatMap(
    (each) =>
      [
        [each, "en"],
        [each, "zh"],
      ] as const,
  )) {
    for (const base of ["http://raspberrypi.local:3000", undefined]) {
      const seen = await page("PAIRING", { code: "482913", ...addressesOf(base, MAC, "482913") }, size, { language })
      assert.throws(() => found(seen), "there is no code")
    }
  }
})

test("knows how many modules a code has before it is made", () => {
  // The largest texts of each version (ISO/IEC 18004, table 7), and one letter more.
  const largest = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 519]
  const lengths = IS_FULL ? Array.from({ length: 520 }, (_, i) => i + 1) : [1, ...largest.flatMap((n) => [n, n + 1])]
  for (const length of lengths) {
    const code = qrcode(0, "L")
    code.addData("x".repeat(length), "Byte")
    code.make()
    assert.is(qrModules("x".repeat(length)), code.getModuleCount() + 8, String(length))
  }
  assert.is(qrModules("x".repeat(521)), Infinity)
})

for (const [base, host, first] of [
  ["http://192.168.1.2:3000", "192.168.1.2:3000/config", "http://192.168.1.2:3000/config"],
  ["https://Screens.Example.org/home/", "screens.example.org/home/config", "https://screens.example.org/home/config"],
  ["http://raspberrypi.local:3000", "raspberrypi.local:3000/config", undefined],
  ["http://raspberrypi.LOCAL.", "raspberrypi.local./config", undefined],
  ["http://localhost:3000", "localhost:3000/config", undefined],
  ["http://[fe80::1]:3000", "[fe80::1]:3000/config", undefined],
  [undefined, "", undefined],
  ["http://", "", undefined],
  ["javascript:alert(1)", "", undefined],
  [`http://${"x".repeat(300)}`, "", undefined],
  ["http://a b", "", undefined],
] as const) {
  test(`leads to ${first ?? "no code to scan"} from ${base?.slice(0, 40) ?? "nowhere"}`, () => {
    const { host: said, urls } = addressesOf(base, MAC, "482913")
    assert.equal(
      [said, urls],
      [
        host,
        first === undefined
          ? []
          : [
              `${first}?prefer_mac=${MAC}&code=482913`,
              `${first}?prefer_mac=AABBCCDDEEFF&code=482913`,
              `${first}?code=482913`,
            ],
      ],
    )
    assert.equal(
      pageOf(base, MAC).urls,
      first === undefined ? [] : [`${first}?mac=${MAC}`, `${first}?mac=AABBCCDDEEFF`],
    )
  })
}

test.run()
