import { existsSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { DITHERS, PICTURES, RASTERIZER } from "platen/sdk/drawing"
import { PNG } from "pngjs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { dithered as asInks } from "../../../../plugins/tools/workbench/dithered.js"
import { png } from "../../../../plugins/pages/codecs/png.js"
import { openStage } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { palettes } from "../../../../plugins/pages/panels/palettes.js"
import { platen, run } from "../../../platen.js"
import { folderWith } from "../../../folder.js"
import { refused } from "../../../refused.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"

const test = suite("platen dither")

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

/** A ramp from dark to light, twice as wide as it is high, with a red third below: nothing in it is pure black or white. */
function photo(): Buffer {
  const picture = new PNG({ width: 120, height: 60 })
  for (let i = 0; i < 120 * 60; i++) {
    const tone = 70 + (i % 120)
    picture.data.set(i < 120 * 40 ? [tone, tone, tone, 255] : [210, 30, 20, 255], i * 4)
  }
  return PNG.sync.write(picture)
}

/** A folder with a picture, "harbour.png" in it, and what `platen dither` did there. */
async function dithered(
  ...args: readonly string[]
): Promise<{ readonly cwd: string; readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const cwd = folderWith()
  writeFileSync(path.join(cwd, "harbour.png"), photo())
  return { cwd, ...(await platen(["dither", "harbour.png", ...args], { cwd, app: stage.app })) }
}

/** What it prints. */
async function printed(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await platen(["dither", ...args], { app: stage.app })
  assert.equal([code, stderr], [0, ""], args.join(" "))
  return stdout
}

/** The picture that came out of one. */
async function drawn(...args: readonly string[]): Promise<PNG & { readonly depth: number }> {
  const folder = folderWith()
  const [from, to] = [path.join(folder, "harbour.png"), path.join(folder, "out.png")]
  writeFileSync(from, photo())
  assert.match(await printed(from, ...args, "-o", to), /out\.png: /)
  const file = readFileSync(to)
  return Object.assign(PNG.sync.read(file), { depth: file[24]! })
}

async function drawnEach(...runs: readonly (readonly string[])[]): Promise<Awaited<ReturnType<typeof drawn>>[]> {
  const all: Awaited<ReturnType<typeof drawn>>[] = []
  for (const args of runs) all.push(await drawn(...args))
  return all
}

/** How many pixels there are of each colour. */
function colours({ data }: PNG): Readonly<Record<string, number>> {
  const counts = new Map<number, number>()
  for (let i = 0; i < data.length; i += 4)
    counts.set(data.readUIntBE(i, 3), (counts.get(data.readUIntBE(i, 3)) ?? 0) + 1)
  return Object.fromEntries(
    [...counts].map(([colour, count]) => [[colour >> 16, (colour >> 8) & 255, colour & 255].join(), count]),
  )
}

test("writes a PNG beside the picture, as large as a common panel, in black and white", async () => {
  const { cwd, code, stdout, stderr } = await dithered()
  assert.equal([code, stderr, stdout], [0, "", "harbour-dithered.png: floyd-steinberg, 400 x 300, bw\n"])
  const { width, height, data } = PNG.sync.read(readFileSync(path.join(cwd, "harbour-dithered.png")))
  assert.equal([width, height], [400, 300])
  assert.equal(Object.keys(colours(Object.assign(new PNG({ width, height }), { data }))).sort(), [
    "0,0,0",
    "255,255,255",
  ])
})

test("writes where it is told to, and says so", async () => {
  for (const option of ["-o", "--out"]) {
    const { cwd, stdout } = await dithered(option, "other.png")
    assert.ok(existsSync(path.join(cwd, "other.png")) && !existsSync(path.join(cwd, "harbour-dithered.png")))
    assert.match(stdout, /^other\.png: /)
  }
})

test("takes a panel's size and inks", async () => {
  const [small, coloured] = await drawnEach(["--panel", "2.9-bw"], ["--panel", "4.2-bwry"])
  assert.equal([small!.width, small!.height, small!.depth], [296, 128, 1])
  assert.equal([coloured!.width, coloured!.height, coloured!.depth], [400, 300, 2])
  assert.ok(colours(coloured!)["200,0,0"]! > 20_000, JSON.stringify(colours(coloured!)))
})

test("takes another size than the panel's", async () => {
  const { width, height } = await drawn("--size", "123x101", "--panel", "7.5-bw")
  assert.equal([width, height], [123, 101])
})

test("takes other inks than the panel's, by their number or name", async () => {
  const [three, four, six, greys] = await drawnEach(
    ["--colors", "3"],
    ["--colors", "bwry"],
    ["--colors", "6"],
    ["--colors", "grey16", "--size", "400x300"],
  )
  assert.equal(
    [three, four, six, greys].map((each) => each!.depth),
    [2, 2, 4, 4],
  )
  assert.ok(colours(three!)["200,0,0"]! > 20_000)
  assert.ok(colours(six!)["255,0,0"]! > 20_000)
  assert.ok(Object.keys(colours(greys!)).length > 10)
})

test("dithers by the method that is named", async () => {
  const shape = { width: 160, height: 120, palette: BW, fit: "cover", levels: "auto" } as const
  const tools = { pictures: stage.app.get(PICTURES), rasterizer: stage.app.get(RASTERIZER) }
  const bytes = await Promise.all(
    DITHERS.map(async (method) => png.encode(await asInks(tools, photo(), { ...shape, method }))),
  )
  assert.is(new Set(bytes.map((each) => Buffer.from(each).toString("latin1"))).size, DITHERS.length)
  for (const method of ["atkinson", "bayer"] as const) {
    const { data } = await drawn("--method", method, "--size", "160x120")
    assert.is(Buffer.compare(data, PNG.sync.read(Buffer.from(bytes[DITHERS.indexOf(method)]!)).data), 0, method)
  }
})

test("cuts the picture to the size, or shows the whole of it with paper round it", async () => {
  const [cut, whole] = await drawnEach(
    ["--size", "200x200", "--method", "none"],
    ["--size", "200x200", "--method", "none", "--fit", "contain"],
  )
  const row = ({ data }: PNG, y: number): number =>
    data.subarray(y * 800, y * 800 + 800).filter((value, i) => i % 4 === 0 && value === 0).length
  assert.ok(row(cut!, 2) > 0 && row(cut!, 197) > 0)
  assert.equal([row(whole!, 2), row(whole!, 49), row(whole!, 150), row(whole!, 197)], [0, 0, 0, 0])
  assert.ok(row(whole!, 60) > 0)
})

test("levels the picture unless it is told not to", async () => {
  const [auto, none] = await drawnEach(
    ["--method", "none", "--size", "200x100"],
    ["--method", "none", "--size", "200x100", "--levels", "none"],
  )
  const black = (picture: PNG): number => colours(picture)["0,0,0"]!
  assert.ok(black(auto!) < black(none!), `${black(auto!)} and ${black(none!)}`)
})

test("shows the inks by name, or as they look on the glass", async () => {
  const [plain, glass] = await drawnEach(["--panel", "4.2-bwry"], ["--panel", "4.2-bwry", "--look", "measured"])
  const { entries } = palettes.find(({ id }) => id === "bwry")!
  const [seen, named] = [colours(glass!), colours(plain!)]
  for (const { rgb, measured } of entries) assert.is(seen[measured!.join()], named[rgb.join()], rgb.join())
})

test("lays every method and palette side by side on one sheet, a picture below the other", async () => {
  const cwd = folderWith()
  const files = ["a.png", "b.png"].map((name) => path.join(cwd, name))
  for (const each of files) writeFileSync(each, photo())
  const out = path.join(cwd, "sheet.png")
  assert.is(
    await printed(...files, "--compare", "-o", out),
    `${out}: 2 pictures, ${DITHERS.length} methods, ${palettes.length} palettes\n`,
  )
  const sheet = PNG.sync.read(readFileSync(out))
  assert.equal([sheet.width, sheet.height], [8 + 248 * DITHERS.length, 8 + 206 * palettes.length * 2])
  for (let row = 0; row < palettes.length * 2; row++) {
    for (let column = 0; column < DITHERS.length; column++) {
      const [left, top] = [8 + column * 248, 8 + row * 206]
      const part = new PNG({ width: 240, height: 180 })
      PNG.bitblt(sheet, part, left, top + 18, 240, 180, 0, 0)
      const known = new Set(
        palettes[row % palettes.length]!.entries.map(({ rgb, measured }) => (measured ?? rgb).join()),
      )
      assert.ok(
        Object.keys(colours(part)).every((colour) => known.has(colour)),
        `${row}, ${column}: ${Object.keys(colours(part)).join(" ")}`,
      )
      const label = new PNG({ width: 240, height: 18 })
      PNG.bitblt(sheet, label, left, top, 240, 18, 0, 0)
      assert.ok(colours(label)["0,0,0"]! > 50, `a label at ${row}, ${column}`)
    }
  }
})

const file = path.join(folderWith(), "photo.png")
writeFileSync(file, photo())
const text = path.join(folderWith({ "a.txt": "Hello" }), "a.txt")

const WRONG: readonly (readonly [string, readonly string[], RegExp])[] = [
  ["no picture", [], /name one picture/],
  ["two pictures without --compare", [file, file], /several with --compare/],
  ["a method that there is not", [file, "--method", "random"], /--method random.*use one of floyd-steinberg/],
  ["a fit that there is not", [file, "--fit", "stretch"], /--fit stretch.*cover, contain/],
  ["levels that there are not", [file, "--levels", "high"], /--levels high.*auto, vivid, none/],
  ["a look that there is not", [file, "--look", "real"], /--look real.*nominal, measured/],
  ["a panel that there is not", [file, "--panel", "nope"], /no panel "nope".*4\.2-bw/],
  ["a size that is none", [file, "--size", "large"], /--size large/],
  ["a size that is too large", [file, "--size", "1601x300"], /--size 1601x300/],
  ["inks that there are not", [file, "--colors", "5"], /--colors 5.*spectra6/],
  ["a file that is no picture", [text], /JPEG, PNG, WebP or GIF/],
  [
    "a file that is no picture on a sheet",
    [file, text, "--compare", "-o", path.join(folderWith(), "sheet.png")],
    /JPEG, PNG, WebP or GIF/,
  ],
]
for (const [what, args, says] of WRONG)
  test(`refuses ${what} in one sentence`, async () => {
    await refused(() => run("dither", args, { app: stage.app }), says)
  })

test("says in one line that there is no such file, or option", async () => {
  const [missing, option] = await Promise.all([
    platen(["dither", "nope.jpg"], { cwd: folderWith() }),
    dithered("--shiny"),
  ])
  assert.is(missing!.code, 1)
  assert.match(missing!.stderr, /^platen dither: ENOENT.*nope\.jpg'\n$/)
  assert.is(option!.code, 2)
  assert.match(option!.stderr, /--shiny/)
})

test("explains each of its options", async () => {
  const { stdout, code } = await platen(["dither", "--help"])
  assert.is(code, 0)
  for (const option of [
    "--panel",
    "--method",
    "--size",
    "--colors",
    "--fit",
    "--levels",
    "--look",
    "--compare",
    "--out",
    ...DITHERS,
  ])
    assert.ok(stdout.includes(option), option)
})

test.run()
