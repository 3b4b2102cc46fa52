import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmp } from "../../../../plugins/pages/codecs/bmp.js"
import { noise, PALETTES, SIZES } from "./drawn.js"
import { pixel } from "../../../setting.js"
import { BW, BWRY } from "../../../../plugins/pages/panels/palettes.js"

const test = suite("bmp")

/** A second implementation: reads what the header says, whatever we meant. */
function read(file: Uint8Array): {
  width: number
  height: number
  colours: number[][]
  at(x: number, y: number): number
} {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const [offset, header, width, height] = [10, 14, 18, 22].map((at) => view.getInt32(at, true)) as [
    number,
    number,
    number,
    number,
  ]
  assert.is(view.getUint16(28, true), 1, "bits a pixel")
  assert.is(view.getUint32(30, true), 0, "not compressed")
  const stride = Math.floor((width + 31) / 32) * 4
  const table = 14 + header
  const colours = Array.from({ length: (offset - table) / 4 }, (_, i) =>
    [2, 1, 0].map((channel) => file[table + i * 4 + channel]!),
  )
  return {
    width,
    height: Math.abs(height),
    colours,
    at: (x, y) => (file[offset + (height > 0 ? height - 1 - y : y) * stride + Math.floor(x / 8)]! >> (7 - (x % 8))) & 1,
  }
}

test("writes the very 62 bytes that the firmware reads", () => {
  const file = bmp.encode(noise(400, 300, BW))
  assert.is(
    Buffer.from(file.subarray(0, 62)).toString("hex"),
    [
      "424d",
      "2e3d0000",
      "00000000",
      "3e000000",
      "28000000",
      "90010000",
      "2c010000",
      "0100",
      "0100",
      "00000000",
      "f03c0000",
      "c40e0000",
      "c40e0000",
      "02000000",
      "02000000",
      "00000000",
      "ffffff00",
    ].join(""),
  )
})

test("is as long as the wire contract says", () => {
  const sizes = {
    "400x300": 15_662,
    "296x128": 5_182,
    "648x480": 40_382,
    "800x480": 48_062,
    "640x384": 30_782,
    "250x122": 3_966,
  }
  for (const [size, bytes] of Object.entries(sizes)) {
    const [width, height] = size.split("x").map(Number) as [number, number]
    assert.is(bmp.encode(noise(width, height, BW)).length, bytes, size)
  }
})

test("reads back to the same pixels, at odd widths too", () => {
  for (const [width, height] of SIZES) {
    const bitmap = noise(width, height, BW)
    const back = read(bmp.encode(bitmap))
    assert.equal([back.width, back.height], [width, height])
    assert.equal(back.colours, [
      [0, 0, 0],
      [255, 255, 255],
    ])
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) assert.is(back.at(x, y), pixel(bitmap, x, y), `${width}x${height} at ${x}, ${y}`)
  }
})

test("brings more inks to one bit: white stays, all else is black", () => {
  for (const palette of PALETTES.filter(({ bits }) => bits > 1)) {
    for (const [width, height] of [
      [101, 5],
      [399, 4],
      [8, 2],
    ] as const) {
      const bitmap = noise(width, height, palette)
      const back = read(bmp.encode(bitmap))
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) assert.is(back.at(x, y), pixel(bitmap, x, y) === 1 ? 1 : 0)
    }
  }
})

test("pads rows to four bytes with nothing", () => {
  const file = bmp.encode(noise(101, 3, BWRY))
  assert.is(file.length, 62 + 16 * 3)
  for (const row of [0, 1, 2]) assert.equal([...file.subarray(62 + row * 16 + 13, 62 + row * 16 + 16)], [0, 0, 0])
})

test.run()
