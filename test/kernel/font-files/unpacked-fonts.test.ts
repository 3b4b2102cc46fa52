import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { Worker } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { FontFiles } from "../../../kernel/engine/text/font-file.js"
import type { FontFile } from "../../../kernel/engine/text/font-file.js"
import { freetype } from "../../../kernel/engine/text/raster.js"
import { run } from "../../../kernel/font-files/unpack-fonts.js"
import { unpackedName } from "../../../kernel/font-files/unpacked.js"
import { temporaryFolder, UnpackedFonts, UNPACKING } from "../../../kernel/font-files/unpacked-fonts.js"
import type { UnpackOrder } from "../../../kernel/font-files/unpacked-fonts.js"
import { Workers } from "../../../kernel/work/workers.js"
import { folderWith } from "../../folder.js"
import { fakeClock, fakeLog } from "../../testing/fakes.js"

const test = suite("unpacked fonts")
const open = await freetype()
const log = fakeLog()
const workers = new Workers({ log, clock: fakeClock(), nice: 0 })
/** How often something that unpacks was started. */
let started = 0
/** Unpacks in this process. */
const here = (): Worker => {
  started++
  return { order: async (order) => run(order as UnpackOrder), close: async () => {} }
}
const unpackedIn = (folder: string, spare = folder, worker = here): UnpackedFonts =>
  new UnpackedFonts({ folder, spare, log, worker })
const SOURCES = [
  "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  "@fontsource/fusion-pixel-12px-proportional-sc/files/fusion-pixel-12px-proportional-sc-latin-400-normal.woff",
].map((name) => fileURLToPath(import.meta.resolve(name)))
const TEXT = [..."Ag1é中直，"].map((char) => char.codePointAt(0)!)

/** Copies of two fonts, one of them packed, in a folder of their own. */
function fonts(): readonly URL[] {
  const folder = folderWith()
  return SOURCES.map((source) => {
    const copy = path.join(folder, path.basename(source))
    copyFileSync(source, copy)
    return pathToFileURL(copy)
  })
}

const using = (unpacked?: UnpackedFonts): FontFiles => {
  const files = new FontFiles(open)
  files.unpacked = unpacked
  return files
}

/** All that a page asks of a font. */
function seen(file: FontFile): unknown {
  return TEXT.map((point) => {
    if (!file.covers(point)) return undefined
    const { glyphs, advances } = file.shaper.shape(String.fromCodePoint(point), 0, 1, {
      px: 24,
      rightToLeft: false,
      language: "zh",
      tabular: false,
    })
    return {
      glyphs: glyphs.map(({ bits, smooth, ...glyph }) => ({
        ...glyph,
        bits: Buffer.from(bits).toString("hex"),
        shares: Buffer.from(smooth?.().shares ?? []).toString("hex"),
      })),
      advances,
    }
  })
}
const seenIn = (files: FontFiles, all: readonly URL[]): unknown =>
  all.map((file) => seen(files.file({ id: path.basename(file.pathname), file })))

test("reads each font of a collection by its number, unpacked or not", async () => {
  const file = new URL("../../../plugins/fonts/text/text.woff2", import.meta.url)
  const members = [0, 1, 2].map((number) => new URL(`#${number}`, file))
  const unpacked = unpackedIn(folderWith())
  await unpacked.unpack(members)
  assert.ok(members.every((member) => unpacked.of(member)))
  const expected = members.map((member) => seenIn(using(), [member]))
  assert.is(new Set(expected.map((each) => JSON.stringify(each))).size, members.length, "roman, italic and bold differ")
  assert.equal(seenIn(using(unpacked), members), expected.flat())
})

test("reads the same from an unpacked font as from its file, and needs the file no more", async () => {
  const [folder, all] = [folderWith(), fonts()]
  const expected = seenIn(using(), all)
  const unpacked = unpackedIn(path.join(folder, "fonts"), folder, () => workers.start(UNPACKING))
  await unpacked.unpack(all)
  assert.is(unpacked.fault, undefined)
  assert.is(statSync(path.join(folder, "fonts")).mode & 0o777, 0o700)
  const files = using(unpacked)
  for (const file of all) unpacked.of(file)
  for (const file of all) rmSync(file)
  assert.equal(seenIn(files, all), expected)
  assert.throws(() => seenIn(using(), all), /ENOENT/, "without unpacked fonts, the files are needed")
})

test("unpacks what is missing alone, in one process, and nothing when all is there", async () => {
  const [folder, all] = [folderWith(), fonts()]
  started = 0
  await unpackedIn(folder).unpack([all[0]!])
  assert.is(readdirSync(folder).length, 1)
  const first = statSync(path.join(folder, unpackedName(all[0]!))).mtimeMs
  await unpackedIn(folder).unpack(all)
  assert.is(started, 2)
  assert.is(statSync(path.join(folder, unpackedName(all[0]!))).mtimeMs, first)
  assert.equal(readdirSync(folder).sort(), all.map(unpackedName).sort())
  await unpackedIn(folder).unpack(all)
  assert.is(started, 2)
})

test("deletes fonts that no server has used for 30 days, and what a killed process has left, and nothing else", async () => {
  const [folder, all] = [folderWith(), fonts()]
  await unpackedIn(folder).unpack(all)
  const now = Date.UTC(2026, 10, 25)
  const days = (count: number): number => now / 1000 - count * 86_400
  for (const [name, age] of [
    ["of-a-plugin-0123.unpacked", 31],
    ["of-a-plugin-of-late-0123.unpacked", 29],
    ["killed.unpacked.77.partial", 0.05],
    ["being-written.unpacked.78.partial", 0.01],
    ["notes.txt", 100],
  ] as const) {
    writeFileSync(path.join(folder, name), "x")
    utimesSync(path.join(folder, name), days(age), days(age))
  }
  for (const file of all) utimesSync(path.join(folder, unpackedName(file)), days(90), days(90))
  const options = { folder, spare: folder, log, worker: here, clock: { now: () => now } }
  await new UnpackedFonts(options).unpack(all)
  assert.is(readdirSync(folder).length, 7, "others may use the folder")
  await new UnpackedFonts({ ...options, isOwn: true }).unpack(all)
  assert.equal(
    readdirSync(folder).toSorted(),
    [
      ...all.map(unpackedName),
      "being-written.unpacked.78.partial",
      "notes.txt",
      "of-a-plugin-of-late-0123.unpacked",
    ].toSorted(),
  )
})

test("unpacks a font again whose file has changed", async () => {
  const [folder, all] = [folderWith(), fonts()]
  await unpackedIn(folder).unpack(all)
  utimesSync(all[0]!, 1_000, 1_000)
  const later = unpackedIn(folder)
  assert.is(later.of(all[0]!), undefined)
  assert.ok(later.of(all[1]!))
  await later.unpack(all)
  assert.ok(later.of(all[0]!))
})

const HEADER = 512

for (const [what, damage] of [
  ["a bit of the outlines", (file: string, size: number) => flip(file, size - 1_000)],
  ["a bit of the coverage", (file: string) => flip(file, HEADER + 10)],
  ["a bit of the header", (file: string) => flip(file, 3)],
  ["its second half", (file: string, size: number) => truncateSync(file, size >> 1)],
  ["all but its name", (file: string) => truncateSync(file, 0)],
] as const) {
  test(`draws the same when an unpacked font has lost ${what}, and unpacks it again`, async () => {
    const [folder, all] = [folderWith(), fonts()]
    const expected = seenIn(using(), all)
    await unpackedIn(folder).unpack(all)
    for (const file of all.map((each) => path.join(folder, unpackedName(each)))) damage(file, statSync(file).size)
    const unpacked = unpackedIn(folder)
    assert.equal(seenIn(using(unpacked), all), expected, "while it is damaged")
    await unpacked.mended()
    await unpacked.unpack(all)
    const before = log.lines.length
    assert.equal(seenIn(using(unpackedIn(folder)), all), expected)
    assert.is(log.lines.length, before, "nothing is damaged any more")
  })
}

test("writes to the disk no more when it damages what it is given", async () => {
  const [folder, [file]] = [folderWith(), fonts() as [URL, URL]]
  const unpacked = unpackedIn(folder)
  started = 0
  for (let i = 0; i < 4; i++) {
    unpacked.discard(file, new Error("damaged"))
    await unpacked.mended()
  }
  assert.is(started, 1)
})

test("uses the spare folder when the data folder takes no file, and says so when neither does", async () => {
  const all = fonts()
  const blocked = path.join(folderWith(), "fonts")
  writeFileSync(blocked, "a file in the place of the folder")
  const spare = path.join(folderWith(), "spare")
  const unpacked = unpackedIn(blocked, spare)
  await unpacked.unpack(all)
  assert.is(unpacked.fault, undefined)
  assert.equal(readdirSync(spare).sort(), all.map(unpackedName).sort())
  assert.ok(unpacked.of(all[0]!))

  const neither = unpackedIn(blocked, path.join(blocked, "below"))
  await neither.unpack(all)
  assert.match(neither.fault!, "make room in the data folder")
  assert.ok(
    log.lines.some(({ event, fields }) => event === "fonts.not-unpacked" && "fonts" in fields && fields.fonts === 2),
  )
  assert.equal(seenIn(using(neither), all), seenIn(using(), all), "and draws all the same")

  rmSync(blocked)
  await neither.unpack(all.slice(0, 1))
  assert.ok(neither.fault, "one is left")
  await neither.unpack(all)
  assert.is(neither.fault, undefined)
})

test("reads nothing from a spare folder that others can write to", async () => {
  const [all, spare] = [fonts(), path.join(folderWith(), "spare")]
  const blocked = path.join(folderWith(), "fonts")
  writeFileSync(blocked, "")
  mkdirSync(spare)
  await unpackedIn(spare).unpack(all)
  assert.ok(unpackedIn(blocked, spare).of(all[0]!))
  chmodSync(spare, 0o777)
  const unpacked = unpackedIn(blocked, spare)
  assert.is(unpacked.of(all[0]!), undefined)
  await unpacked.unpack(all)
  assert.ok(unpacked.fault)
  assert.match(temporaryFolder(), String(process.getuid?.() ?? ""))
})

test("unpacks the others when a font is broken", async () => {
  const [folder, all] = [folderWith(), fonts()]
  writeFileSync(all[0]!, readFileSync(all[0]!).subarray(0, 5_000))
  const unpacked = unpackedIn(folder)
  await unpacked.unpack(all)
  assert.is(unpacked.fault, undefined, "whoever draws with it is told so")
  assert.equal(readdirSync(folder), [unpackedName(all[1]!)])
})

function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at]! ^= 1
  writeFileSync(file, bytes)
}

test.run()
