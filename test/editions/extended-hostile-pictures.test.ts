import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { watching } from "../until.js"
import { codeOf } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"

/** Files that are small and decode to much, or to nothing. */
const test = suite("editions/extended: hostile: pictures")

const MAX_MEGABYTES = 250

let here: Extended
let screen: ExtendedDevice & { readonly owner: Person }
test.before(async () => {
  here = await openExtended({ server: { limits: { push: 1_000_000 } } })
  screen = await here.owned()
})
test.after(() => here.close())

const push = (body: Uint8Array): Promise<Answer> =>
  here.at(`/api/device/${screen.mac}/apply-preview`, {
    method: "POST",
    headers: { ...screen.owner.headers, "content-type": "image/png" },
    body,
  })

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG of one bit a pixel whose rows are all zero: a thousandth of what it decodes to, and less. */
function hollow(width: number, height: number, rows = height, more: readonly Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk("IHDR", head),
    ...more,
    chunk("IDAT", deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

/** A compressed text chunk of so many bytes, which a careless reader unpacks. */
const text = (bytes: number): Buffer =>
  chunk("zTXt", Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(bytes, 97))]))

const animation = (): Promise<Buffer> =>
  sharp(Buffer.alloc(200 * 200 * 60 * 3), { raw: { width: 200, height: 200 * 60, channels: 3, pageHeight: 200 } })
    .gif({ loop: 0 })
    .toBuffer()
const svg = Buffer.from(
  "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><image href='file:///etc/passwd'/></svg>",
)

const FILES: readonly (readonly [string, () => Buffer | Promise<Buffer>, readonly number[]])[] = [
  ["a PNG that says 60,000 x 60,000", () => hollow(60_000, 60_000, 1), [413]],
  ["a PNG that says 2147483647 x 2147483647", () => hollow(2_147_483_647, 2_147_483_647, 1), [400, 413]],
  ["a PNG of a million pixels in one row", () => hollow(1_000_000, 1), [413]],
  ["a PNG of 16,000 x 2,400 in few bytes", () => hollow(16_000, 2_400), [200]],
  ["a PNG with 200 MB of text", () => hollow(8, 8, 8, [text(200 << 20)]), [200, 400, 413]],
  ["a PNG that has more rows than it says", () => hollow(100, 100, 100_000), [200, 400]],
  ["a PNG that has fewer rows than it says", () => hollow(4_000, 4_000, 2), [400]],
  ["a PNG of no width", () => hollow(0, 10), [400]],
  ["an animation", animation, [200]],
  ["an SVG", () => svg, [400]],
  ["HTML", () => Buffer.from("<html><script>alert(1)</script>"), [400]],
  ["a gzip file", () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), [400]],
  ["a PDF", () => Buffer.from("%PDF-1.7\n"), [400]],
  ["nothing", () => Buffer.alloc(0), [400]],
  ["4 MiB and a byte", () => Buffer.alloc((4 << 20) + 1), [413]],
]

for (const [what, file, statuses] of FILES) {
  test(`answers ${what} with ${statuses.join(" or ")}, and draws on`, async () => {
    const body = await file()
    const before = process.memoryUsage.rss()
    const answer = await push(body)
    assert.ok(statuses.includes(answer.status), `${answer.status} ${answer.text()}`)
    const more = (process.memoryUsage.rss() - before) / (1 << 20)
    assert.ok(more < MAX_MEGABYTES, `${more} MB more`)
    if (answer.status !== 200)
      assert.ok(["picture-unreadable", "picture-broken", "too-large"].includes(codeOf(answer)), codeOf(answer))
    const page = await screen.render()
    assert.equal([page.status, page.body.length], [200, 5182])
  })
}

test("reads one of many at a time, so that twenty large ones at once take no more memory than one", async () => {
  const body = hollow(16_000, 2_400)
  const before = process.memoryUsage.rss()
  let most = 0
  const stop = watching(() => {
    most = Math.max(most, process.memoryUsage.rss())
  })
  const answers = await Promise.all(Array.from({ length: 20 }, () => push(body)))
  stop()
  assert.ok(answers.every(({ status }) => status === 200))
  assert.ok((most - before) / (1 << 20) < MAX_MEGABYTES, `${(most - before) / (1 << 20)} MB more`)
})

test("ends the wait of others, whatever one sends: all are answered", async () => {
  const good = await sharp({ create: { width: 30, height: 30, channels: 3, background: "#fff" } })
    .png()
    .toBuffer()
  const bad = hollow(4_000, 4_000, 2)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => push(i % 2 === 0 ? good : bad)))
  assert.equal(
    answers.map(({ status }) => status),
    Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 200 : 400)),
  )
})

test.run()
