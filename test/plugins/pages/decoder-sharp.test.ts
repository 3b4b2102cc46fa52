import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"
import type { Sharp } from "sharp"
import { BadInput } from "platen/sdk"
import { DECODERS } from "platen/sdk/drawing"
import type { PictureReader, Raster } from "platen/sdk/drawing"
import { seededRandom } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Decoding } from "../../../plugins/pages/pictures/decoding.js"
import { fakeClock, fakeLog } from "../../testing/index.js"
import * as decoder from "../../../plugins/pages/decoder-sharp/decoder.js"
import plugin from "../../../plugins/pages/decoder-sharp/index.js"
import { fakeReader, galleryOf } from "./pictures/fake-pictures.js"
import { refused } from "../../refused.js"
import { setUp } from "../../set-up.js"
import { Workers } from "../../../kernel/work/workers.js"
import type { WorkerSpec } from "platen/sdk"
import type { FakeLog } from "../../testing/index.js"

const workersOf = (log: FakeLog) => {
  const workers = new Workers({ log, clock: fakeClock(), nice: 0 })
  return (spec: WorkerSpec) => workers.start(spec)
}

const test = suite("decoder-sharp")

/** The same in a process of its own, as a server has it. */
const decoding = new Decoding(workersOf(fakeLog()))
const apart: PictureReader = decoding.reader((await setUp(plugin, {}, {})).to(DECODERS)[0]!)
test.after(() => decoding.close())

const MOST = 1_000_000

type Colour = readonly [number, number, number]
const [RED, GREEN, BLUE, WHITE]: readonly Colour[] = [
  [230, 30, 20],
  [20, 160, 40],
  [30, 40, 200],
  [255, 255, 255],
]

/** A picture of quarters: red and green above, blue and white below; each quarter 8 x 8, the lower ones 16 high. */
function quarters(): Sharp {
  const colours = [RED, GREEN, BLUE, WHITE]
  const data = Uint8Array.from(
    { length: 16 * 24 * 3 },
    (_, i) => colours[((i / 3) % 16 < 8 ? 0 : 1) + (i / 48 < 8 ? 0 : 2)]![i % 3]!,
  )
  return sharp(data, { raw: { width: 16, height: 24, channels: 3 } })
}

/** Noise that no format makes much smaller, so that every part of a file counts. */
function noise(): Sharp {
  let state = 1
  return sharp(
    Uint8Array.from(
      { length: 64 * 48 * 3 },
      () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) >> 16,
    ),
    { raw: { width: 64, height: 48, channels: 3 } },
  )
}

function at({ width, data }: Raster, x: number, y: number): Colour {
  return [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)] as unknown as Colour
}

function near(seen: Colour, wanted: Colour, what: string, within = 12): void {
  assert.ok(
    seen.every((value, c) => Math.abs(value - wanted[c]!) <= within),
    `${what}: ${seen} is not ${wanted}`,
  )
}

/** The quarters of a decoded picture, each from its middle. */
function corners(raster: Raster): Colour[] {
  const { width, height } = raster
  return [
    [0.2, 0.15],
    [0.8, 0.15],
    [0.2, 0.7],
    [0.8, 0.7],
  ].map(([x, y]) => at(raster, Math.floor(x! * width), Math.floor(y! * height)))
}

const FORMATS: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  JPEG: (picture) => picture.jpeg({ quality: 95, chromaSubsampling: "4:4:4" }),
  "progressive JPEG": (picture) => picture.jpeg({ quality: 95, progressive: true, chromaSubsampling: "4:4:4" }),
  PNG: (picture) => picture.png(),
  "interlaced PNG": (picture) => picture.png({ progressive: true }),
  "PNG with a palette": (picture) => picture.png({ palette: true }),
  "PNG of 16 bits": (picture) => picture.toColourspace("rgb16").png(),
  WebP: (picture) => picture.webp({ quality: 95 }),
  "lossless WebP": (picture) => picture.webp({ lossless: true }),
  GIF: (picture) => picture.gif(),
  "CMYK JPEG": (picture) => picture.toColourspace("cmyk").jpeg({ quality: 95, chromaSubsampling: "4:4:4" }),
}

for (const [name, write] of Object.entries(FORMATS)) {
  test(`reads a ${name}`, async () => {
    const file = await write(quarters()).toBuffer()
    assert.equal(await decoder.probe(file), { width: 16, height: 24 })
    const raster = await decoder.decode(file, MOST)
    assert.equal([raster.width, raster.height, raster.data.length], [16, 24, 16 * 24 * 3])
    corners(raster).forEach((seen, i) =>
      near(seen, [RED!, GREEN!, BLUE!, WHITE!][i]!, `corner ${i}`, name.startsWith("CMYK") ? 70 : 12),
    )
  })
}

test("was tried with files that are what they are called", async () => {
  const head = async (name: string) => sharp(await FORMATS[name]!(quarters()).toBuffer()).metadata()
  assert.is((await head("CMYK JPEG")).space, "cmyk")
  assert.is((await head("PNG of 16 bits")).depth, "ushort")
  assert.is((await head("PNG with a palette")).isPalette, true)
  for (const name of ["progressive JPEG", "interlaced PNG"]) assert.is((await head(name)).isProgressive, true, name)
})

test("reads greys, of 8 and of 16 bits, as three equal channels", async () => {
  const ramp = sharp(
    Uint8Array.from({ length: 256 }, (_, i) => i),
    { raw: { width: 256, height: 1, channels: 1 } },
  )
  for (const [name, file] of [
    ["8 bits", await ramp.clone().png().toBuffer()],
    ["16 bits", await ramp.clone().toColourspace("grey16").png().toBuffer()],
    ["JPEG", await ramp.clone().jpeg({ quality: 100 }).toBuffer()],
  ] as const) {
    const raster = await decoder.decode(file, MOST)
    assert.is(raster.data.length, 768)
    for (let x = 0; x < 256; x++) near(at(raster, x, 0), [x, x, x], `${name} at ${x}`, 2)
    for (let i = 0; i < 768; i += 3)
      assert.ok(raster.data[i] === raster.data[i + 1] && raster.data[i] === raster.data[i + 2], name)
  }
})

test("lays what is transparent over white", async () => {
  const data = Uint8Array.from([255, 0, 0, 255, 255, 0, 0, 128, 255, 0, 0, 0, 0, 0, 0, 0])
  const picture = sharp(data, { raw: { width: 4, height: 1, channels: 4 } })
  for (const file of [
    await picture.clone().png().toBuffer(),
    await picture.clone().webp({ lossless: true }).toBuffer(),
  ]) {
    const raster = await decoder.decode(file, MOST)
    ;(
      [
        [255, 0, 0],
        [255, 127, 127],
        [255, 255, 255],
        [255, 255, 255],
      ] as const
    ).forEach((wanted, x) => near(at(raster, x, 0), wanted, `pixel ${x}`, 2))
  }
  const grey = await sharp(Uint8Array.from([0, 255, 0, 0]), { raw: { width: 2, height: 1, channels: 2 } })
    .png()
    .toBuffer()
  const raster = await decoder.decode(grey, MOST)
  assert.equal(
    [at(raster, 0, 0), at(raster, 1, 0)],
    [
      [0, 0, 0],
      [255, 255, 255],
    ],
  )
})

for (const [name, write] of Object.entries({
  GIF: (all: Sharp) => all.gif({ delay: [100, 100, 100] }),
  WebP: (all: Sharp) => all.webp({ lossless: true, delay: [100, 100, 100] }),
})) {
  test(`shows the first frame of a ${name} that moves`, async () => {
    const frames = Uint8Array.from(
      { length: 10 * 8 * 3 * 3 },
      (_, i) => [RED!, GREEN!, BLUE!][Math.floor(i / 240)]![i % 3]!,
    )
    const file = await write(sharp(frames, { raw: { width: 10, height: 24, channels: 3, pageHeight: 8 } })).toBuffer()
    assert.is((await sharp(file).metadata()).pages, 3, "there are three")
    assert.equal(await decoder.probe(file), { width: 10, height: 8 })
    const raster = await decoder.decode(file, MOST)
    assert.equal([raster.width, raster.height], [10, 8])
    near(at(raster, 5, 7), RED!, "the last row")
  })
}

/** Where the file's own corners (upper left, upper right, lower left, lower right) come to stand. Source: Exif 2.3, tag 0x0112. */
const TURNED = {
  1: [0, 1, 2, 3],
  2: [1, 0, 3, 2],
  3: [3, 2, 1, 0],
  4: [2, 3, 0, 1],
  5: [0, 2, 1, 3],
  6: [2, 0, 3, 1],
  7: [3, 1, 2, 0],
  8: [1, 3, 0, 2],
} as const
for (const [orientation, order] of Object.entries(TURNED)) {
  test(`turns a picture upright whose file says ${orientation}`, async () => {
    const file = await quarters()
      .withMetadata({ orientation: Number(orientation) })
      .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
      .toBuffer()
    const size = Number(orientation) >= 5 ? { width: 24, height: 16 } : { width: 16, height: 24 }
    assert.equal(await decoder.probe(file), size)
    for (const most of [MOST, 96]) {
      const raster = await decoder.decode(file, most)
      if (most === MOST) assert.equal({ width: raster.width, height: raster.height }, size)
      const own = [RED!, GREEN!, BLUE!, WHITE!]
      // Corners as they are seen; where a side lies down the lower quarters are the further ones.
      const { width, height } = raster
      assert.is(width > height, size.width > size.height, `${width} x ${height}`)
      const seen = [
        [1, 1],
        [width - 2, 1],
        [1, height - 2],
        [width - 2, height - 2],
      ].map(([x, y]) => at(raster, x!, y!))
      seen.forEach((colour, i) => near(colour, own[order[i]!]!, `corner ${i} of ${width} x ${height}`, 40))
    }
  })
}

test("makes a picture smaller that has more pixels than are asked for, in its own shape", async () => {
  const file = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#369" } })
    .jpeg()
    .toBuffer()
  for (const [most, width, height] of [
    [MOST, 800, 600],
    [480_000, 800, 600],
    [120_000, 400, 300],
    [12, 4, 3],
    [1, 1, 1],
  ] as const) {
    const raster = await decoder.decode(file, most)
    assert.equal([raster.width, raster.height, raster.data.length], [width, height, width * height * 3], String(most))
    near(at(raster, 0, 0), [0x33, 0x66, 0x99], String(most), 4)
  }
})

test("makes lines of pixels as small as is asked for too", async () => {
  for (const [width, height] of [
    [20_000, 1],
    [1, 20_000],
    [6_000, 3],
  ] as const) {
    const raster = await decoder.decode(
      await sharp({ create: { width, height, channels: 3, background: "#000" } })
        .png()
        .toBuffer(),
      5_000,
    )
    assert.ok(
      raster.width * raster.height <= 5_000 && raster.width * raster.height > 2_000,
      `${width} x ${height} became ${raster.width} x ${raster.height}`,
    )
  }
})

const OTHERS: Readonly<Record<string, string | Buffer>> = {
  "an empty file": "",
  "a text": "Hello, this is no picture at all.",
  "an SVG": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
  "an SVG with a head": '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  "a PDF": "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n",
  "a page of HTML": "<!doctype html><title>404</title>",
  "a TIFF": await quarters().tiff().toBuffer(),
  "an AVIF": await quarters().avif().toBuffer(),
  "a BMP": Buffer.from("BM\u0000\u0000"),
  "two bytes of a JPEG": Buffer.from([0xff, 0xd8]),
  "a RIFF that is no WebP": "RIFF\u0000\u0000\u0000\u0000WAVEfmt ",
}
for (const [what, file] of Object.entries(OTHERS)) {
  test(`leaves ${what} to others`, async () => {
    assert.is(await decoder.probe(Buffer.from(file)), undefined)
    const { code, status } = await refused(
      () => galleryOf({ readers: [apart] }).gallery.keep(Buffer.from(file)),
      "JPEG, PNG, WebP or GIF",
    )
    assert.equal([code, status], ["picture-unreadable", 400])
  })
}

for (const name of ["JPEG", "progressive JPEG", "PNG", "interlaced PNG", "WebP", "lossless WebP", "GIF"]) {
  test(`refuses a ${name} that breaks off, wherever it does`, async () => {
    const file = await FORMATS[name]!(noise()).toBuffer()
    const { gallery } = galleryOf({ readers: [apart] })
    for (const length of [
      16,
      40,
      100,
      ...[0.1, 0.3, 0.5, 0.7, 0.9, 0.99].map((share) => Math.floor(file.length * share)),
      file.length - 20,
    ]) {
      const error = await refused(() => gallery.keep(file.subarray(0, length)), "file is damaged")
      assert.ok(
        error instanceof BadInput && error.code === "picture-broken" && error.cause instanceof Error,
        `${length} of ${file.length} bytes`,
      )
    }
    assert.equal(await gallery.keep(file).then(({ width }) => width), 64, "the whole is taken")
  })
}

test("refuses a file whose head alone is a picture's", async () => {
  for (const head of [
    [0xff, 0xd8, 0xff, 0xe0],
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  ]) {
    const file = Buffer.concat([Buffer.from(head), Buffer.from("and then something else altogether ".repeat(9))])
    assert.is((await refused(() => apart.probe(file), "file is damaged")).code, "picture-broken")
    assert.is((await refused(() => apart.decode(file, MOST), "file is damaged")).code, "picture-broken")
  }
})

function chunk(type: string, body: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type, "latin1"), body, Buffer.alloc(4)])
  whole.writeUInt32BE(body.length, 0)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + body.length)), 8 + body.length)
  return whole
}

/** A PNG of greys whose head says one size, and whose data has so many zeros. */
function png(width: number, height: number, zeros: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(zeros))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

const BOMBS: Readonly<Record<string, readonly [Buffer, RegExp, string]>> = {
  "that claims 50,000 x 50,000 pixels": [png(50_000, 50_000, 1_000), /50000 x 50000 pixels/, "too-large"],
  "of 100 million pixels in a small file": [png(10_000, 10_000, 10_001 * 10_000), /10000 x 10000 pixels/, "too-large"],
  "of one row of 40 million pixels": [png(40_000_000, 1, 40_000_001), /40000000 x 1 pixels/, "too-large"],
}
for (const [what, [file, says, code]] of Object.entries(BOMBS)) {
  test(`has a PNG ${what} refused by its head alone`, async () => {
    assert.ok(file.length < 200_000, `${file.length} bytes`)
    let decoded = 0
    const counting: PictureReader = {
      probe: decoder.probe,
      shrink: decoder.shrink,
      decode: (...given) => {
        decoded++
        return decoder.decode(...given)
      },
    }
    const { gallery } = galleryOf({ readers: [counting, fakeReader()] })
    await gallery.keep(await quarters().png().toBuffer())
    assert.is(decoded, 1)
    assert.is((await refused(() => gallery.keep(file), says)).code, code)
    assert.is(decoded, 1, "not one of its pixels was decoded")
    // Where there is nothing to decode, the probe says the same: it has read no more than this.
    assert.equal(await decoder.probe(file.subarray(0, file.indexOf("IDAT") + 4)), await decoder.probe(file))
  })
}

test("does not decode more than 40 million pixels when asked to, either", async () => {
  for (const [file] of Object.values(BOMBS).slice(0, 2))
    assert.is((await refused(() => apart.decode(file, 10_000), "file is damaged")).code, "picture-broken")
})

test("takes no more of a file than its head says", async () => {
  const raster = await decoder.decode(png(100, 100, 10_001 * 10_000), MOST)
  assert.equal([raster.width, raster.height, raster.data.length], [100, 100, 30_000])
})

test("encodes a file anew: no larger than it is, than the pixels a side, and than a MiB; not one that is broken", async () => {
  const noise = Uint8Array.from({ length: 1100 * 880 * 3 }, (_, i) => (Math.imul(i, 2_654_435_761) >>> 11) & 255)
  const large = await sharp(noise, { raw: { width: 1100, height: 880, channels: 3 } })
    .png()
    .toBuffer()
  const shrunk = await apart.shrink!(large, 1024)
  assert.equal(await decoder.probe(shrunk), { width: 1024, height: 819 })
  assert.ok(shrunk.length <= 1 << 20, `${shrunk.length} bytes`)
  // Noise does not become smaller than a MiB with the pixels that it has: it gets fewer.
  const random = seededRandom("noise")
  const rough = Uint8Array.from({ length: 2000 * 1700 * 3 }, () => random() * 256)
  // As a photograph: packing so much noise as a drawing takes seconds of a busy machine.
  const noisy = await sharp(rough, { raw: { width: 2000, height: 1700, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer()
  assert.equal(await decoder.probe(await apart.shrink!(noisy, 2000)), { width: 1000, height: 850 })
  assert.equal(await decoder.probe(await apart.shrink!(await quarters().png().toBuffer(), 1024)), {
    width: 16,
    height: 24,
  })
  for (const file of [large.subarray(0, 5_000), BOMBS["of 100 million pixels in a small file"]![0]])
    assert.is((await refused(() => apart.shrink!(file, 1024), "file is damaged")).code, "picture-broken")
  const { gallery } = galleryOf({ readers: [apart] })
  const [bomb] = BOMBS["that claims 50,000 x 50,000 pixels"]!
  assert.is((await refused(() => gallery.hold(bomb, { id: "painted/a", maxSide: 1024 }), "50000")).code, "too-large")
})

test.run()
