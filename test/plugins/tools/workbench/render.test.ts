import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen, run } from "../../../platen.js"
import { folderWith } from "../../../folder.js"
import { refused } from "../../../refused.js"

const test = suite("platen render")

test("draws a PNG of the mode's name, 400 x 300, black and white", async () => {
  const cwd = folderWith()
  const { code, stdout, stderr } = await platen(["render", "stoic"], { cwd })
  assert.equal([code, stderr], [0, ""])
  const png = readFileSync(path.join(cwd, "STOIC.png"))
  assert.is(stdout, `STOIC.png: STOIC, 400 x 300, bw, ${png.length} bytes\n`)
  assert.is(png.toString("latin1", 1, 4), "PNG")
  assert.equal([png.readUInt32BE(16), png.readUInt32BE(20), png[24]], [400, 300, 1])
})

test("draws a BMP of any size", async () => {
  const cwd = folderWith()
  const { code, stderr } = await platen(["render", "DAILY", "--size", "296x128", "--lang", "zh", "-o", "a.bmp"], {
    cwd,
  })
  assert.equal([code, stderr], [0, ""])
  const bmp = readFileSync(path.join(cwd, "a.bmp"))
  assert.equal(
    [bmp.toString("latin1", 0, 2), bmp.readInt32LE(18), Math.abs(bmp.readInt32LE(22)), bmp.readUInt16LE(28)],
    ["BM", 296, 128, 1],
  )
  assert.is(bmp.length, bmp.readUInt32LE(10) + Math.ceil(296 / 32) * 4 * 128)
})

test("draws raw rows of two bits a pixel for colour panels", async () => {
  const cwd = folderWith()
  const { code, stdout, stderr } = await platen(
    ["render", "CALENDAR", "--colors", "4", "--set", '{"weekStart":"sunday"}', "--out", "a.raw"],
    { cwd },
  )
  assert.equal([code, stderr], [0, ""])
  assert.match(stdout, /400 x 300, bwry, 30000 bytes/)
  const codes = new Set(
    [...readFileSync(path.join(cwd, "a.raw"))].flatMap((byte) => [
      byte >> 6,
      (byte >> 4) & 3,
      (byte >> 2) & 3,
      byte & 3,
    ]),
  )
  assert.ok(codes.has(0) && codes.has(1) && codes.has(3), `inks ${[...codes].join()}`)
})

test("takes either spelling of grey", async () => {
  for (const colors of ["gray4", "grey4", "gray16"]) {
    const { code, stdout } = await platen(["render", "ZEN", "--colors", colors], { cwd: folderWith() })
    assert.is(code, 0, colors)
    assert.match(stdout, `, ${colors.replace("gray", "grey")}, `)
  }
})

test("draws a mode of a file, in JSON, in YAML, or of a folder", async () => {
  const yaml = [
    "spec: 1",
    "id: TIDE # its own id is not taken",
    "title: { en: Low tide }",
    "settings: { at: { type: text, label: { en: Time }, default: '6:00' } }",
    "view: { type: text, text: 'Low at {{ settings.at }} {{ words.today }}' }",
    "words: { en: { today: today }, de: { today: heute } }",
  ].join("\n")
  const cwd = folderWith({ "tide.yaml": yaml, "tide/mode.yaml": yaml, "broken.json": '{ "spec": 1 }' })
  for (const file of ["tide.yaml", "./tide", "tide"]) {
    const described = await platen(["render", file, "--lang", "de", "--set", '{"at":"7:30"}', "--describe"], { cwd })
    assert.equal([described.code, described.stderr], [0, ""], file)
    assert.match(described.stdout, /Low at 7:30 heute/)
  }
  const { stdout } = await platen(["render", "tide.yaml"], { cwd })
  assert.match(stdout, /^tide\.png: tide\.yaml, 400 x 300, bw, \d+ bytes\n$/)
  const refusal = await platen(["render", "tide.yaml", "--set", '{"at":5}'], { cwd })
  assert.match(refusal.stderr, /settings of mode TIDE are invalid/)
  const sheet = await platen(["sheet", "tide.yaml", "--panel", "2.9-bw", "--lang", "en"], { cwd })
  assert.match(sheet.stdout, /^1\/1 2\.9-bw: \. sheets\/2\.9-bw\.png\n$/)
  await refused(
    () => run("render", [path.join(cwd, "broken.json")]),
    'broken.json:1:1 id: "id" is missing',
    "does not compile",
  )
})

test("prints the page as text, and writes no file", async () => {
  const cwd = folderWith({ "platen.yaml": "defaults: { language: zh, timeZone: Asia/Shanghai }" })
  const { code, stdout } = await platen(["render", "CALENDAR", "--describe", "--set", '{"weekStart":"sunday"}'], {
    cwd,
  })
  assert.is(code, 0)
  assert.match(stdout, /\d{4}年\d+月/)
  assert.match(stdout, /日 {2}一 {2}二/)
  assert.not.ok(existsSync(path.join(cwd, "CALENDAR.png")))
})

test("is drawn with the settings, the language and the size that are given", async () => {
  const cwd = folderWith()
  const described = async (...args: readonly string[]): Promise<string> =>
    (await platen(["render", "CALENDAR", "--describe", ...args], { cwd })).stdout
  const [monday, sunday, strip] = await Promise.all([
    described(),
    described("--set", '{"weekStart":"sunday"}'),
    described("--size", "296x128"),
  ])
  assert.match(monday!, /MO {2}TU {2}WE/)
  assert.match(sunday!, /SU {2}MO {2}TU/)
  assert.match(strip!, /M(O)? {2}T(U)? {2}W/)
})

const WRONG: readonly (readonly [string, readonly string[], RegExp])[] = [
  ["no mode", [], /name one mode/],
  ["two modes", ["STOIC", "DAILY"], /name one mode/],
  ["an unknown mode", ["nope"], /"NOPE": use one of .*STOIC/],
  ["a size that is none", ["STOIC", "--size", "large"], /--size large.*400x300/],
  ["a size that is too small", ["STOIC", "--size", "99x300"], /--size 99x300.*100x100/],
  ["a size that is too large", ["STOIC", "--size", "1601x300"], /--size 1601x300.*1600x1200/],
  ["inks that there are not", ["STOIC", "--colors", "7"], /--colors 7.*bw/],
  ["settings that are not JSON", ["CALENDAR", "--set", "{"], /--set is not JSON/],
  ["settings of the wrong kind", ["CALENDAR", "--set", "5"], /CALENDAR.*expected object/],
  ["an unknown setting", ["CALENDAR", "--set", '{"colour":1}'], /CALENDAR.*"colour"/],
  ["a bad setting", ["CALENDAR", "--set", '{"weekStart":"friday"}'], /CALENDAR.*weekStart/],
  ["a file of no format", ["STOIC", "-o", "a.jpeg"], /a\.jpeg has no format.*\.png/],
  ["raw rows of one bit", ["STOIC", "-o", "a.raw"], /two bits per pixel.*--colors 3/],
]
for (const [what, args, says] of WRONG)
  test(`refuses ${what} in one sentence`, async () => {
    await refused(() => run("render", args), says)
  })

test("says that a page shows other content than was asked for, and why, and ends with 3", async () => {
  const cwd = folderWith({
    "platen.yaml": "plugins: { ./failing.mjs: }\n",
    "failing.mjs": `import { definePlugin, z } from "platen/sdk"
import { defineMode, MODES, text } from "platen/sdk/mode"
      const mode = defineMode({
        id: "FAILING", title: { en: "Failing" }, data: z.object({ words: z.string() }),
        content: () => Promise.reject(new Error("the harbour does not answer")),
        fallback: () => ({ words: "offline" }), view: ({ words }) => ({ body: text(words), language: "en" }),
      })
      export default definePlugin({ id: "failing", setup: () => [MODES.of(mode)] })`,
  })
  const { code, stdout, stderr } = await platen(["render", "FAILING", "-o", "a.png"], { cwd })
  assert.is(code, 3)
  assert.match(stdout, /^a\.png: FAILING, 400 x 300/)
  assert.match(
    stderr,
    /platen render: the page shows the mode's offline content, because of content-failed: the harbour does not answer\n$/,
  )
})

test("says that nobody speaks a language, and draws English", async () => {
  const cwd = folderWith()
  const { code, stderr } = await platen(["render", "CALENDAR", "--lang", "xx"], { cwd })
  assert.equal([code, stderr], [0, 'platen render: no plugin has the language "xx": dates and words are in English.\n'])
  for (const lang of ["zh", "zh-TW", "en-GB", "fr", "ar-EG"])
    assert.is((await platen(["render", "CALENDAR", "--lang", lang], { cwd })).stderr, "", lang)
})

test("draws for a panel: its size and inks, and other inks where they are given", async () => {
  for (const [args, said] of [
    [["--panel", "2.9-bw-upright"], "128 x 296, bw,"],
    [["--panel", "4.2-bwry"], "400 x 300, bwry,"],
    [["--panel", "4.2-bwry", "--colors", "2"], "400 x 300, bw,"],
  ] as const) {
    const { code, stdout, stderr } = await platen(["render", "STOIC", ...args], { cwd: folderWith() })
    assert.equal([code, stderr], [0, ""])
    assert.match(stdout, said)
  }
  for (const [args, why] of [
    [["--panel", "5"], /--panel 5 is unknown: use one of .*4\.2-bw/],
    [["--panel", "4.2-bw", "--size", "400x300"], /--panel has a size of its own: leave out --size/],
  ] as const) {
    const { code, stderr } = await platen(["render", "STOIC", ...args], { cwd: folderWith() })
    assert.is(code, 2)
    assert.match(stderr, why)
  }
})

test("ends with exit code 1 when it refuses", async () => {
  const { code, stdout, stderr } = await platen(["render", "nope"], { cwd: folderWith() })
  assert.equal([code, stdout], [1, ""])
  assert.match(stderr, /^platen render: .*"NOPE": use one of .*STOIC.*\.\n$/)
})

test("says in one line that a file cannot be written", async () => {
  const { code, stderr } = await platen(["render", "STOIC", "-o", "no/such/folder.png"], { cwd: folderWith() })
  assert.is(code, 1)
  assert.match(stderr, /^platen render: ENOENT.*no\/such\/folder\.png'\n$/)
})

test.run()
