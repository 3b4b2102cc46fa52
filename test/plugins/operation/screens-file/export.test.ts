import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PASSWORD } from "../../people/accounts/setting.js"
import { openHome, read, SECRETS, write } from "./home.js"
import type { Home } from "./home.js"

const test = suite("platen export")
let home: Home
test.before(async () => {
  home = await openHome()
})
test.after(() => home.close())

test("writes people, modes and screens, each with what differs from the initial values", async () => {
  const text = await home.exported()
  assert.match(text, /^# yaml-language-server: \$schema=\S+screens-file\.schema\.json\n(#.*\n)+version: 1\n/)
  for (const part of [
    "people:\n  - name: anna\n    role: user\n  - name: ben\n    role: user\n",
    "  - mac: 0A:00:00:00:00:02\n    owner: anna\n",
    "    members: [ ben ]\n    name: Kitchen\n    language: de\n",
    '    place: { latitude: 52.52, longitude: 13.405 }\n    quiet: { from: "23:00", to: "06:30" }\n',
    '      - mode: AGENDA\n        from: "06:00"\n        to: "10:00"\n        weekdays: [ 1, 2, 3, 4, 5 ]\n',
    "      MEMO:\n        memo_text: |-\n          Milk\n          Bread\n",
    "    tone: humor\n",
    "      id: HOUSE_RULES\n",
    "  - device: 0A:00:00:00:00:01\n    definition:\n      id: MY_QUOTES\n",
  ])
    assert.ok(text.includes(part), `${part}\n\n${text}`)
  assert.not.match(text, /tone: neutral|timeZone|listening|llmModel/)
})

test("writes the same text each time", async () => {
  assert.is(await home.exported(), await home.exported())
})

test("writes no secret, and neither does apply", async () => {
  const text = await home.exported()
  assert.is(text.match(/url: \{ set: true, of: \S{16} \}/g)?.length, 3)
  const changed = text
    .replace("range: week", "range: day")
    .replace(/url: \{ set.*\}(?=\n.*ink)/, "url: { secret: SCHOOL }")
  const applied = await home.apply(changed)
  assert.is(applied.code, 0, applied.stderr)
  const all = [text, changed, applied.stdout, applied.stderr, await home.exported()].join("\n")
  for (const secret of [
    ...Object.values(SECRETS),
    PASSWORD,
    home.anna.token,
    home.kitchen.token,
    "sealed:",
    "private-",
  ])
    assert.not.ok(all.includes(secret), secret)
})

test("writes a file, which it does not replace by itself", async () => {
  const first = await home.run("export out.yaml")
  assert.equal([first.code, first.stdout], [0, "Written to out.yaml: people 2, devices 3, modes 2.\n"])
  assert.is(read(home.folder, "out.yaml"), await home.exported())
  write(home.folder, "out.yaml", "mine")
  const again = await home.run("export out.yaml")
  assert.is(again.code, 2)
  assert.match(again.stderr, /out\.yaml is there already: .*--force/)
  assert.is(read(home.folder, "out.yaml"), "mine")
  assert.is((await home.run("export out.yaml --force")).code, 0)
  assert.is(read(home.folder, "out.yaml"), await home.exported())
})

test("takes - for the standard output, and no second file", async () => {
  assert.is((await home.run("export -")).stdout, await home.exported())
  assert.is((await home.run("export a.yaml b.yaml")).code, 2)
})

test("is taken by apply with nothing to change", async () => {
  for (const flags of ["", "--dry-run", "--yes"]) {
    const { code, stdout } = await home.apply(await home.exported(), flags)
    assert.equal([code, stdout], [0, "0 to add, 0 to change, 7 as they are.\nNothing to change.\n"])
  }
})

test.run()
