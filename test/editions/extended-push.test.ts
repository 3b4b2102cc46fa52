import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"
import type { Sharp } from "sharp"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels, inked, samePixels } from "../devices/pixels.js"
import { folderWith } from "../folder.js"
import type { Answer } from "../kernel/http/ask.js"
import { codeOf } from "../plugins/people/accounts/calls.js"
import { bar, numberMode } from "./bars.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { rendersOf, written } from "./seen.js"
import { losePushed } from "./stored.js"
import { load } from "./test-modes.js"

/** Decision 22 and wire-contract 3.22: a picture that is shown once. */
const test = suite("editions/extended: pushed pictures")

type Screen = ExtendedDevice & { readonly owner: Person }

let extended: Extended
test.before(async () => {
  extended = await openExtended()
  await load(extended.stage, numberMode("ONE", 1), numberMode("TWO", 2))
})
test.after(() => extended.close())

async function owned(at = extended): Promise<Screen> {
  const screen = await at.owned()
  await at.post("/api/config", { mac: screen.mac, modes: ["ONE"] }, screen.owner.headers)
  return screen
}

/** Each of 256 screens may push so often a minute: tests move on. */
const push = async (screen: Screen, body: Uint8Array, query = "", at = extended): Promise<Answer> =>
  at.at(`/api/device/${screen.mac}/apply-preview${query}`, {
    method: "POST",
    headers: { ...screen.owner.headers, "content-type": "image/png" },
    body,
  })

const [BLACK, WHITE, YELLOW, RED] = [0x000000, 0xffffff, 0xe8b000, 0xc80000] as const

/** A picture of so many pixels: the colour of each, 0xRRGGBB. */
function picture(width: number, height: number, colour: (x: number, y: number) => number): Sharp {
  const data = Buffer.alloc(width * height * 3)
  for (let i = 0; i < width * height; i++) data.writeUIntBE(colour(i % width, Math.floor(i / width)), i * 3, 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Ink in a pattern that no dither would draw. */
const PATTERN = (x: number, y: number): number => ((x * 7 + y * 13) % 11 < 4 ? BLACK : WHITE)
const coloursOf = (width: number, height: number, colour: (x: number, y: number) => number): Uint32Array =>
  Uint32Array.from({ length: width * height }, (_, i) => colour(i % width, Math.floor(i / width)))
const plain = (colour: number, width = 296, height = 128): Promise<Buffer> =>
  picture(width, height, () => colour)
    .png()
    .toBuffer()

/** The inks of a raw picture of two bits a pixel. */
function rawPixels({ body }: Answer): Uint32Array {
  return inked(Uint8Array.from({ length: body.length * 4 }, (_, i) => (body[i >> 2]! >> (6 - (i & 3) * 2)) & 3))
}

const FORMATS: Readonly<Record<string, (from: Sharp) => Sharp>> = {
  PNG: (from) => from.png(),
  "PNG with a palette": (from) => from.png({ palette: true }),
  "interlaced PNG": (from) => from.png({ progressive: true }),
  GIF: (from) => from.gif(),
  "lossless WebP": (from) => from.webp({ lossless: true }),
  JPEG: (from) => from.jpeg({ quality: 100 }),
}
for (const [format, write] of Object.entries(FORMATS)) {
  test(`shows a ${format} once, as the next picture, and then the usual page`, async () => {
    const screen = await owned()
    assert.is(bar(await screen.render()), 1)
    const answer = await push(screen, await write(picture(296, 128, (x) => (x < 148 ? BLACK : WHITE))).toBuffer())
    assert.equal([answer.status, answer.json()], [200, { ok: true, message: "Preview queued" }])
    const [pushed, after] = [await screen.render(), await screen.render()]
    assert.equal(
      [
        pushed.status,
        pushed.headers["content-type"],
        pushed.body.length,
        pushed.headers["x-preview-push"],
        pushed.headers["x-pending-refresh"],
      ],
      [200, "image/bmp", 5_182, "1", "1"],
    )
    samePixels(
      bmpPixels(pushed.body).colours,
      coloursOf(296, 128, (x) => (x < 148 ? BLACK : WHITE)),
    )
    assert.equal(
      [bar(after), after.headers["x-preview-push"], after.headers["x-pending-refresh"]],
      [1, undefined, undefined],
    )
  })
}

test("shows the first frame of an animation", async () => {
  const frames = Buffer.concat([
    await picture(296, 128, () => BLACK)
      .raw()
      .toBuffer(),
    await picture(296, 128, () => WHITE)
      .raw()
      .toBuffer(),
  ])
  const file = await sharp(frames, { raw: { width: 296, height: 256, channels: 3, pageHeight: 128 } })
    .gif({ delay: [100, 100] })
    .toBuffer()
  assert.is((await sharp(file).metadata()).pages, 2)
  const screen = await owned()
  assert.is((await push(screen, file)).status, 200)
  samePixels(
    bmpPixels((await screen.render()).body).colours,
    coloursOf(296, 128, () => BLACK),
  )
})

test("takes what is in ink already as it is, pixel by pixel", async () => {
  const screen = await owned()
  await push(screen, await picture(296, 128, PATTERN).png().toBuffer())
  samePixels(bmpPixels((await screen.render()).body).colours, coloursOf(296, 128, PATTERN))
})

for (const [colors, inks] of [
  [3, [BLACK, WHITE, RED]],
  [4, [BLACK, WHITE, YELLOW, RED]],
] as const) {
  test(`keeps the inks of a palette picture where the panel has ${colors}`, async () => {
    const screen = await owned()
    const colour = (x: number, y: number): number => inks[(x * 3 + y * 5) % inks.length]!
    await push(screen, await picture(400, 300, colour).png({ palette: true }).toBuffer())
    const answer = await screen.render(`w=400&h=300&colors=${colors}`)
    assert.equal(
      [answer.headers["content-type"], answer.body.length, answer.headers["x-preview-push"]],
      ["application/octet-stream", 30_000, "1"],
    )
    samePixels(rawPixels(answer), coloursOf(400, 300, colour))
  })
}

test("shows a picture in four inks on a panel of two as black and white", async () => {
  const screen = await owned()
  await push(
    screen,
    await picture(296, 128, (x) => (x < 148 ? RED : WHITE))
      .png()
      .toBuffer(),
  )
  const { colours } = bmpPixels((await screen.render()).body)
  assert.equal(
    [...new Set(colours)].sort((a, b) => a - b),
    [BLACK, WHITE],
  )
  assert.ok(colours.filter((colour, i) => i % 296 >= 148 && colour === BLACK).length === 0, "white stays white")
})

for (const [what, width, height, edges] of [
  ["bigger", 1_200, 600, "top and bottom"],
  ["smaller", 50, 50, "sides"],
  ["much taller", 20, 2_000, "sides"],
  ["of one pixel", 1, 1, "sides"],
] as const) {
  test(`shows all of a picture that is ${what} than the screen, with paper at the ${edges}`, async () => {
    const screen = await owned()
    await push(screen, await plain(BLACK, width, height))
    const { colours } = bmpPixels((await screen.render()).body)
    const scale = Math.min(296 / width, 128 / height)
    const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
    const [left, top] = [(296 - w) >> 1, (128 - h) >> 1]
    samePixels(
      colours,
      coloursOf(296, 128, (x, y) => (x >= left && x < left + w && y >= top && y < top + h ? BLACK : WHITE)),
    )
  })
}

const pngOf = (width: number, height: number): Buffer => {
  const chunk = (type: string, body: Buffer): Buffer => {
    const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type, "latin1"), body, Buffer.alloc(4)])
    whole.writeUInt32BE(body.length, 0)
    whole.writeUInt32BE(crc32(whole.subarray(4, 8 + body.length)), 8 + body.length)
    return whole
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}
const half = async (write: (from: Sharp) => Sharp): Promise<Buffer> => {
  const file = await write(picture(296, 128, (x, y) => ((x * 31 + y * 17) * 65_537) % 0xffffff)).toBuffer()
  return file.subarray(0, file.length >> 1)
}
for (const [what, body, status, code] of [
  ["nothing", () => Buffer.alloc(0), 400, "picture-unreadable"],
  ["a text", () => Buffer.from("not a picture"), 400, "picture-unreadable"],
  ["a page of HTML", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 400, "picture-unreadable"],
  ["half a PNG", () => half((from) => from.png()), 400, "picture-broken"],
  ["half a JPEG", () => half((from) => from.jpeg()), 400, "picture-broken"],
  ["the head of a PNG alone", () => pngOf(296, 128).subarray(0, 8), 400, "picture-broken"],
  ["a few bytes that claim 20,000 x 20,000 pixels", () => pngOf(20_000, 20_000), 413, "too-large"],
  ["a strip of 30,000 pixels", () => pngOf(30_000, 1), 413, "too-large"],
  ["more than 4 MiB", () => Buffer.alloc((4 << 20) + 1), 413, "too-large"],
] as const) {
  test(`refuses ${what} with ${status}, and changes nothing`, async () => {
    const screen = await owned()
    await screen.render()
    const answer = await push(screen, await body())
    assert.equal([answer.status, codeOf(answer)], [status, code])
    assert.is((await screen.state()).pending_refresh, 0)
    assert.equal([bar(await screen.render()), (await screen.render()).headers["x-preview-push"]], [1, undefined])
  })
}

test("takes a picture of 4 MiB", async () => {
  const screen = await owned()
  const file = await plain(BLACK)
  // What stands behind a picture's end belongs to nobody.
  assert.is((await push(screen, Buffer.concat([file, Buffer.alloc((4 << 20) - file.length)]))).status, 200)
  samePixels(
    bmpPixels((await screen.render()).body).colours,
    coloursOf(296, 128, () => BLACK),
  )
})

test("shows the last of several", async () => {
  const screen = await owned()
  for (const colour of [WHITE, BLACK]) await push(screen, await plain(colour))
  samePixels(
    bmpPixels((await screen.render()).body).colours,
    coloursOf(296, 128, () => BLACK),
  )
  assert.is(bar(await screen.render()), 1)
})

test("comes before a mode that was switched to, and takes its place", async () => {
  const screen = await owned()
  await screen.post("switch", { mode: "TWO" }, screen.owner.headers)
  await push(screen, await plain(BLACK))
  assert.is((await screen.render()).headers["x-preview-push"], "1")
  assert.is(bar(await screen.render()), 1)
})

test("gives it to one of two renders at once", async () => {
  for (let round = 0; round < 5; round++) {
    const screen = await owned()
    await push(screen, await plain(BLACK))
    const answers = await Promise.all(Array.from({ length: 4 }, () => screen.render()))
    assert.is(answers.filter(({ headers }) => headers["x-preview-push"] === "1").length, 1)
    assert.is(answers.filter((answer) => bar(answer) === 1).length, 3)
  }
})

test("is still there after a restart", async () => {
  const dataFolder = folderWith()
  const first = await openExtended({ dataFolder })
  const screen = await first.owned()
  assert.is((await push(screen, await plain(BLACK), "", first)).status, 200)
  await first.close()
  const second = await openExtended({ dataFolder })
  const answer = await second.at(`/api/render?v=3.7&w=296&h=128&mac=${screen.mac}`, { headers: screen.headers })
  await second.close()
  assert.is(answer.headers["x-preview-push"], "1")
  samePixels(
    bmpPixels(answer.body).colours,
    coloursOf(296, 128, () => BLACK),
  )
})

test("falls through to one of the device's own pages when the picture is gone, and says so in the log", async () => {
  const screen = await owned()
  await push(screen, await plain(BLACK))
  await losePushed(extended, screen)
  const [answer, next] = [await screen.render(), await screen.render()]
  assert.equal(
    [answer.status, bar(answer), answer.headers["x-render-error"], bar(next), next.headers["x-render-error"]],
    [200, 1, "picture-not-found", 1, undefined],
  )
  assert.ok(
    extended.stage.log.lines.some(
      ({ level, event, fields }) =>
        level === "error" && event === "page.failed" && (fields as { mode?: string }).mode === "PUSH_PREVIEW",
    ),
  )
})

test("shows a preview of another mode while a picture waits, and does not take it", async () => {
  const screen = await owned()
  await push(screen, await plain(BLACK))
  assert.is(
    bar(await extended.at(`/api/preview?w=296&h=128&mac=${screen.mac}&persona=TWO`, { headers: screen.owner.headers })),
    2,
  )
  assert.is((await screen.render()).headers["x-preview-push"], "1")
})

test("may be named with a label of any words", async () => {
  const screen = await owned()
  assert.is((await push(screen, await plain(BLACK), `?mode=${encodeURIComponent("My\u0000 mode\n")}`)).status, 200)
  assert.is((await screen.render()).headers["x-preview-push"], "1")
  await written(extended, screen)
  assert.is((await rendersOf(extended, screen))[0]!.persona, "My mode")
  assert.is((await push(screen, await plain(BLACK), `?mode=${"x".repeat(101)}`)).status, 422)
})

test("takes twenty a minute of one caller", async () => {
  const screen = await owned()
  const file = await plain(BLACK)
  for (let i = 0; i < 20; i++) assert.is((await push(screen, file)).status, 200)
  const refused = await push(screen, file)
  assert.equal([refused.status, codeOf(refused), refused.headers["retry-after"]], [429, "rate-limited", "60"])
  extended.clock.advance(60_000)
  assert.is((await push(screen, file)).status, 200)
})

test("lets the device, its members and an admin push, and nobody else", async () => {
  const screen = await owned()
  const file = await plain(BLACK)
  const somebody = await extended.person()
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  const as = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (await extended.at(`/api/device/${screen.mac}/apply-preview`, { method: "POST", headers, body: file })).status
  assert.equal(
    [
      await as(screen.headers),
      await as(extended.admin),
      await as({}),
      await as(somebody.headers),
      await as({ "x-device-token": token }),
    ],
    [200, 200, 401, 403, 403],
  )
})

test.run()
