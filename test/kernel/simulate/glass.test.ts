import { suite } from "uvu"
import * as assert from "uvu/assert"
import { BUILDS, readFrame } from "../../../kernel/simulate/glass.js"

const test = suite("simulate/glass")

const BW = { width: 16, height: 2, inks: "bw" } as const
const BWRY = { ...BW, inks: "bwry" } as const
/** Two rows of 16 pixels, bottom-up, after a header of which only the pixel offset is written. */
const BMP = Buffer.concat([
  Buffer.alloc(10),
  Buffer.from([62, 0, 0, 0]),
  Buffer.alloc(48, 0xee),
  Buffer.from([0x0f, 0xff, 0xaa, 0xaa]),
  Buffer.from([0x80, 0x01, 0x55, 0x55]),
])
const RAW = Buffer.from([0b00_01_10_11, 0, 0, 0b01_01_01_01, 0, 0, 0, 0b11_10_01_00])

test("knows four panels in two builds each", () => {
  assert.equal(
    BUILDS.map(({ width, height, inks }) => `${width}x${height} ${inks}`).join(", "),
    "400x300 bw, 400x300 bwry, 296x128 bw, 296x128 bwry, 648x480 bw, 648x480 bwry, 800x480 bw, 800x480 bwry",
  )
})

test("reads a BMP bottom-up from its offset, a set bit as white, and sums what it keeps of it", () => {
  for (const build of [BW, BWRY]) {
    const { pixels, sum } = readFrame("r", build, BMP)
    assert.is([...pixels].join(""), "10000000000000010000111111111111")
    assert.is(sum, 0x0f + 0xff + 0x80 + 0x01)
  }
})

test("reads raw codes top-down in a colour build, the first pixel in the high bits", () => {
  const { pixels, sum } = readFrame("r", BWRY, RAW)
  assert.is([...pixels].join(""), "01230000000011110000000000003210")
  assert.is(sum, 0b00_01_10_11 + 0b01_01_01_01 + 0b11_10_01_00)
})

for (const [what, build, body, message] of [
  ["raw codes in a black-and-white build", BW, RAW, /^r: 8 bytes with the pixels at 0 are not 2 rows of 4$/],
  ["raw codes of another length", BWRY, RAW.subarray(1), /^r: 7 bytes/],
  ["a BMP of another size", BW, BMP.subarray(0, 66), /^r: 66 bytes with the pixels at 62 are not 2 rows of 4$/],
  [
    "a BMP with another offset",
    BW,
    Buffer.concat([Buffer.alloc(10), Buffer.from([54]), BMP.subarray(11)]),
    /^r: 70 bytes with the pixels at 54/,
  ],
  [
    "an offset inside the header",
    BW,
    Buffer.concat([Buffer.alloc(10), Buffer.from([6]), Buffer.alloc(3)]),
    /^r: 14 bytes with the pixels at 6/,
  ],
] as const) {
  test(`chokes on ${what}`, () => {
    assert.throws(() => readFrame("r", build, body), message)
  })
}

test.run()
