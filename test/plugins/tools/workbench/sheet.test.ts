import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen, run } from "../../../platen.js"
import { folderWith } from "../../../folder.js"
import { refused } from "../../../refused.js"

const test = suite("platen sheet")

const size = (file: string): readonly [number, number] => {
  const png = readFileSync(file)
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

test("draws one labelled PNG a panel, a row a mode, a column a language", async () => {
  const cwd = folderWith()
  const { code, stdout, stderr } = await platen(
    ["sheet", "--mode", "stoic", "--mode", "ZEN", "--panel", "2.9-bw", "--panel", "4.2-bwry"],
    { cwd },
  )
  assert.equal([code, stderr], [0, ""])
  assert.equal(readdirSync(path.join(cwd, "sheets")).sort(), ["2.9-bw.png", "4.2-bwry.png"])
  assert.equal(size(path.join(cwd, "sheets/2.9-bw.png")), [16 + 2 * (296 + 18), 16 + 2 * (128 + 38)])
  assert.equal(size(path.join(cwd, "sheets/4.2-bwry.png")), [16 + 2 * (400 + 18), 16 + 2 * (300 + 38)])
  assert.match(stdout, /^1\/2 2\.9-bw: \.{4} sheets\/2\.9-bw\.png\n2\/2 4\.2-bwry: \.{4} sheets\/4\.2-bwry\.png\n$/)
})

test("draws the languages that are asked for, into the folder that is named", async () => {
  const cwd = folderWith()
  const { code } = await platen(["sheet", "--mode", "ZEN", "--panel", "2.9-bw", "--lang", "en", "-o", "some/where"], {
    cwd,
  })
  assert.is(code, 0)
  assert.equal(size(path.join(cwd, "some/where/2.9-bw.png")), [16 + 296 + 18, 16 + 128 + 38])
})

test("refuses a mode and a panel that there are not", async () => {
  await refused(() => run("sheet", ["--mode", "nope"]), 'no mode "NOPE"', "use one of", "ZEN")
  await refused(() => run("sheet", ["--panel", "nope"]), 'no panel "nope"', "use one of", "4.2-bw")
})

test("says in one line that a folder cannot be made", async () => {
  const { code, stderr } = await platen(["sheet", "--mode", "ZEN", "--panel", "2.9-bw", "-o", "taken"], {
    cwd: folderWith({ taken: "" }),
  })
  assert.is(code, 1)
  assert.match(stderr, /^platen sheet: EEXIST.*taken'\n$/)
})

test.run()
