import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PANELS, readPicture } from "../../../../plugins/tools/simulator/screen.js"

const test = suite("simulate/screen")

const BW = { width: 16, height: 2, palette: "bw" } as const
const BWRY = { ...BW, palette: "bwry" } as const
/** Two rows of 16 pixels, bottom-up, after a header that holds only the pixel offset. */
const BMP = Buffer.concat([
  Buffer.alloc(10),
  Buffer.from([62, 0, 0, 0]),
  Buffer.alloc(48, 0xee),
  Buffer.from([0x0f, 0xff, 0xaa, 0xaa]),
  Buffer.from([0x80, 0x01, 0x55, 0x55]),
])
const RAW = Buffer.from([0b00_01_10_11, 0, 0, 0b01_01_01_01, 0, 0, 0, 0b11_10_01_00])

test("has four panel sizes with two palettes each", () => {
  assert.equal(
    PANELS.map(({ width, height, palette }) => `${width}x${height} ${palette}`).join(", "),
    "400x300 bw, 400x300 bwry, 296x128 bw, 296x128 bwry, 648x480 bw, 648x480 bwry, 800x480 bw, 800x480 bwry",
  )
})

test("decodes a BMP bottom-up from its pixel offset, with a set bit as white, and sums the bytes without the padding", () => {
  for (const panel of [BW, BWRY]) {
    const { pixels, checksum } = readPicture("r", panel, BMP)
    assert.is([...pixels].join(""), "10000000000000010000111111111111")
    assert.is(checksum, 0x0f + 0xff + 0x80 + 0x01)
  }
})

test("decodes raw pixels top-down in the colour build, with the first pixel in the high bits", () => {
  const { pixels, checksum } = readPicture("r", BWRY, RAW)
  assert.is([...pixels].join(""), "01230000000011110000000000003210")
  assert.is(checksum, 0b00_01_10_11 + 0b01_01_01_01 + 0b11_10_01_00)
})

for (const [what, panel, body, message] of [
  [
    "raw pixels in the black-and-white build",
    BW,
    RAW,
    /^r: 8 bytes with pixel offset 0 do not hold 2 rows of 4 bytes; send a 1-bit BMP of 16 x 2 pixels$/,
  ],
  ["raw pixels of another length", BWRY, RAW.subarray(1), /^r: 7 bytes/],
  ["a BMP of another size", BW, BMP.subarray(0, 66), /^r: 66 bytes with pixel offset 62 do not hold 2 rows of 4 bytes/],
  [
    "a BMP with another offset",
    BW,
    Buffer.concat([Buffer.alloc(10), Buffer.from([54]), BMP.subarray(11)]),
    /^r: 70 bytes with pixel offset 54/,
  ],
  [
    "an offset inside the header",
    BW,
    Buffer.concat([Buffer.alloc(10), Buffer.from([6]), Buffer.alloc(3)]),
    /^r: 14 bytes with pixel offset 6/,
  ],
] as const) {
  test(`rejects ${what}`, () => {
    assert.throws(() => readPicture("r", panel, body), message)
  })
}

test.run()
