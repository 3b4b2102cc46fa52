import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PASSWORD } from "../../people/accounts/setting.js"
import { calls } from "../../people/accounts/calls.js"
import { openHome, SECRETS } from "./home.js"
import type { Home } from "./home.js"

const test = suite("platen apply")
let home: Home
test.before(async () => {
  home = await openHome()
})
test.after(() => home.close())

/** Applies the export with changes; asserts the lines of the diff, and that a second time nothing is to change. */
async function edit(
  changes: readonly (readonly [from: string | RegExp, to: string])[],
  ...lines: readonly string[]
): Promise<string> {
  let text = await home.exported()
  for (const [from, to] of changes) {
    const next = text.replace(from, to)
    assert.is.not(next, text, String(from))
    text = next
  }
  const { code, stdout, stderr } = await home.apply(text)
  assert.is(code, 0, stderr)
  for (const line of lines) assert.ok(stdout.split("\n").includes(line), `${line}\n\n${stdout}`)
  const again = await home.apply(text)
  assert.match(again.stdout, /as they are\.\n(Not in the file.*\n|Warning.*\n)*Nothing to change\.\n$/, again.stderr)
  return stdout
}

const config = async (mac: string): Promise<Record<string, unknown>> =>
  (await home.at(`/api/config/${mac}`, { headers: home.admin })).json() as Record<string, unknown>
const recordsOf = async (mac: string): Promise<number> =>
  ((await home.at(`/api/config/${mac}/history`, { headers: home.admin })).json() as { configs: unknown[] }).configs
    .length

test("changes fields of a screen, and takes one back with null", async () => {
  await edit(
    [
      ["name: Kitchen", "name: Küche"],
      ["language: de", "language: en\n    tone: humor\n    distance: room\n    timeZone: Europe/Berlin"],
      ["refreshMinutes: 60", "refreshMinutes: 45"],
      ["strategy: cycle", "strategy: random"],
    ],
    "devices",
    "  ~ 0A:00:00:00:00:01",
    '      ~ name: "Kitchen" -> "Küche"',
    '      ~ language: "de" -> "en"',
    '      + tone: "humor"',
    '      + distance: "room"',
    "      ~ refreshMinutes: 60 -> 45",
    '      ~ strategy: "cycle" -> "random"',
    "Applied: 0 added, 1 changed.",
  )
  const { nickname, mode_language, refresh_interval, timezone } = await config(home.kitchen.mac)
  assert.equal([nickname, mode_language, refresh_interval, timezone], ["Küche", "en", 45, "Europe/Berlin"])
  await edit(
    [
      [/tone: humor/, "tone: null"],
      [/timeZone: .*/, "timeZone: null"],
    ],
    '      - tone: "humor"',
    '      - timeZone: "Europe/Berlin"',
  )
})

test("leaves fields as they are that the file leaves out", async () => {
  const before = await home.exported()
  const { stdout } = await home.apply("version: 1\ndevices:\n  - mac: 0A:00:00:00:00:01\n    name: Galley\n")
  assert.match(
    stdout,
    /~ 0A:00:00:00:00:01\n      ~ name: "Küche" -> "Galley"\n0 to add, 1 to change, 0 as they are\.\n/,
  )
  assert.match(stdout, /Not in the file, left as they are: people anna, ben\.\n/)
  assert.match(stdout, /Not in the file, left as they are: devices 0A:00:00:00:00:02, 0A:00:00:00:00:03\.\n/)
  assert.match(stdout, /Not in the file, left as they are: modes HOUSE_RULES, MY_QUOTES of 0A:00:00:00:00:01\.\n/)
  assert.is(await home.exported(), before.replace("name: Küche", "name: Galley"))
})

test("changes a playlist, entry by entry, with one record of the config", async () => {
  const records = await recordsOf(home.desk.mac)
  await edit(
    [
      [
        "      - mode: STOIC\n      - mode: ZEN",
        "      - mode: DAILY\n        minutes: 30\n      - mode: STOIC\n      - mode: ZEN",
      ],
    ],
    '      + playlist[1]: {"mode":"DAILY","minutes":30}',
  )
  assert.is(await recordsOf(home.desk.mac), records + 1)
  assert.equal((await config(home.desk.mac)).modes, ["DAILY", "STOIC", "ZEN"])
  await edit([["minutes: 30", "weight: 3"]], "      - playlist[1].minutes: 30", "      + playlist[1].weight: 3")
})

test("changes quiet hours, and takes them away", async () => {
  await edit([['from: "23:00"', 'from: "22:15"']], '      ~ quiet.from: "23:00" -> "22:15"')
  await edit([[/quiet: \{.*/, "quiet: null"]], '      - quiet: {"from":"22:15","to":"06:30"}')
})

test("changes settings of one mode, and a field that clients read elsewhere", async () => {
  await edit(
    [
      ["          Milk\n", "          Oats\n"],
      ["range: week", "range: month"],
    ],
    '      ~ settings.MEMO.memo_text: "Milk\\nBread" -> "Oats\\nBread"',
    '      ~ settings.AGENDA.range: "week" -> "month"',
  )
  const { memo_text, mode_overrides } = await config(home.kitchen.mac)
  assert.is(memo_text, "Oats\nBread")
  assert.is((mode_overrides as { AGENDA: { range: string } }).AGENDA.range, "month")
  await edit(
    [[/      MEMO:\n.*\n.*\n.*\n/, "      MEMO: null\n"]],
    '      - settings.MEMO: {"memo_text":"Oats\\nBread"}',
  )
  assert.is((await config(home.kitchen.mac)).memo_text, "")
})

test("moves a screen only with coordinates that are not those of the place before", async () => {
  const text = await home.exported()
  const stale = await home.apply(text.replace("place: { ", "place: { city: Paris, "))
  assert.match(
    stale.stderr,
    /screens\.yaml:\d+:\d+ devices\.0\.place\.latitude: is still that of the place before: .*Paris looked up/,
  )
  await edit([["latitude: 52.52, longitude: 13.405", "city: Paris, country: France, latitude: 48.85, longitude: 2.35"]])
  const { city, lat, lon, country } = await config(home.kitchen.mac)
  assert.equal([city, lat, lon, country], ["Paris", 48.85, 2.35, "France"])
})

test("says that a city cannot be looked up, each time", async () => {
  const text = "version: 1\ndevices:\n  - mac: 0A:00:00:00:00:03\n    place: { city: Oslo }\n"
  const first = await home.apply(text)
  assert.match(first.stdout, /Warning: screens\.yaml:3:5 devices\.0: place\.city: it cannot be looked up now/)
  assert.is((await config(home.desk.mac)).city, "Oslo")
  const again = await home.apply(text)
  assert.match(again.stdout, /Warning: .*looked up now.*\nNothing to change\.\n/)
})

test("gives a screen members, and takes access from those who are left out", async () => {
  await edit([["members: [ ben ]", "members: []"]], '      - members: ["ben"]')
  assert.is((await home.at(`/api/config/${home.kitchen.mac}`, { headers: home.ben.headers })).status, 403)
  await edit(
    [["owner: anna\n    name: Galley", "owner: anna\n    members: [BEN]\n    name: Galley"]],
    '      + members: ["ben"]',
  )
  assert.is((await home.at(`/api/config/${home.kitchen.mac}`, { headers: home.ben.headers })).status, 200)
})

test("makes an admin, and takes it back, but for the last one", async () => {
  await edit([["name: anna\n    role: user", "name: anna\n    role: admin"]], '      ~ role: "user" -> "admin"')
  const last = await home.apply((await home.exported()).replace("role: admin", "role: user"))
  assert.match(last.stderr, /screens\.yaml:\d+:\d+ people\.0\.role: would leave the server without an admin/)
  const swapped = (await home.exported())
    .replace("role: user", "role: boss")
    .replace("role: admin", "role: user")
    .replace("boss", "admin")
  assert.is((await home.apply(swapped)).code, 0)
})

test("adds a person who cannot sign in until an admin sets a password", async () => {
  const { stdout } = await home.apply("version: 1\npeople:\n  - name: Chloé\n")
  assert.match(stdout, /people\n  \+ chloé\n      \+ name: "Chloé"\n      \+ role: "user"\n1 to add/)
  assert.match(stdout, /Chloé cannot sign in yet: set a password with platen user set-password Chloé\.\n/)
  assert.is((await calls(home.port).signIn("Chloé", PASSWORD)).status, 401)
  assert.is((await home.run("user set-password Chloé --password-stdin", `${PASSWORD}\n`)).code, 0)
  assert.is((await calls(home.port).signIn("Chloé", PASSWORD)).status, 200)
})

test("adds a screen that has never called, for a person of the same file, with a mode of the same file", async () => {
  const text = `version: 1
people:
  - name: Dora
devices:
  - mac: 0a-00-00-00-00-0f
    owner: dora
    playlist:
      - mode: NIGHT_WORDS
        settings: { size: l }
modes:
  - device: 0A000000000F
    definition:
      spec: 1
      id: NIGHT_WORDS
      title: { en: Night }
      settings: { size: { type: select, label: { en: Size }, default: s, options: [{ value: s, label: { en: S } }, { value: l, label: { en: L } }] } }
      view: { type: text, text: Good night }
`
  const dry = await home.apply(text, "--dry-run")
  assert.match(dry.stdout, /3 to add, 0 to change/)
  assert.not.ok((await home.exported()).includes("NIGHT_WORDS"))
  const { stdout, code, stderr } = await home.apply(text)
  assert.is(code, 0, stderr)
  assert.match(
    stdout,
    /0A:00:00:00:00:0F has never called: at its first call it shows a code, with which Dora confirms it\./,
  )
  assert.match(stdout, /A server that runs has new and changed modes once it is restarted\./)
  assert.match((await home.apply(text)).stdout, /0 to add, 0 to change, 3 as they are\./)
  const exported = await home.exported()
  assert.ok(exported.includes("  - mac: 0A:00:00:00:00:0F\n    owner: Dora\n"), exported)
  assert.ok(exported.includes("      - mode: NIGHT_WORDS\n        settings: { size: l }\n"), exported)
  const screen = await home.device("0A:00:00:00:00:0F")
  const page = await home.at(`/api/render?v=4.0&mac=${screen.mac}&w=400&h=300`, { headers: screen.headers })
  assert.is(page.headers["x-mode-id"], "CONFIRMATION")
})

test("changes a custom mode", async () => {
  await edit(
    [["quote: No shoes", "quote: No hats"]],
    '      ~ definition.content.pool.en[1].quote: "No shoes" -> "No hats"',
  )
  const saved = (await home.at("/api/modes/custom/HOUSE_RULES", { headers: home.admin })).json() as { content: unknown }
  assert.equal(saved.content, { pool: { en: [{ quote: "No hats" }] } })
})

test("with --dry-run writes nothing, and says so", async () => {
  const text = await home.exported()
  const records = await recordsOf(home.kitchen.mac)
  const wanted = text
    .replace("name: Galley", "name: Scullery")
    .replace("quote: No hats", "quote: No coats")
    .replace("people:\n", "people:\n  - name: eve\n")
  const { code, stdout } = await home.apply(wanted, "--dry-run")
  assert.is(code, 0)
  assert.match(
    stdout,
    /1 to add, 2 to change, \d+ as they are\.\n(Warning.*\n)*Nothing was changed: this was --dry-run\.\n$/,
  )
  assert.is(await home.exported(), text)
  assert.is(await recordsOf(home.kitchen.mac), records)
})

test("asks before it changes anything", async () => {
  const text = (await home.exported()).replace("name: Galley", "name: Pantry")
  await home.apply(text, "--dry-run")
  const no = await home.run("apply screens.yaml", "no\n")
  assert.equal([no.code, no.stdout.endsWith("Nothing was changed.\n")], [1, true])
  assert.is((await config(home.kitchen.mac)).nickname, "Galley")
  const yes = await home.run("apply screens.yaml", "yes\n")
  assert.equal([yes.code, yes.stdout.endsWith("Applied: 0 added, 1 changed.\n")], [0, true])
  assert.is((await config(home.kitchen.mac)).nickname, "Pantry")
  await home.apply((await home.exported()).replace("name: Pantry", "name: Cellar"), "--dry-run")
  const nobody = await home.run("apply screens.yaml")
  assert.is(nobody.code, 1)
  assert.match(nobody.stderr, /nobody answered, and nothing was changed: --yes applies without a question/)
  assert.is((await home.run("apply screens.yaml --nonsense")).code, 2)
})

const SECRET = "      AGENDA:\n        feeds:\n          - { name: School, url: { secret: SCHOOL } }\n"

test("puts a secret in by its name in platen.yaml, once", async () => {
  const text = `version: 1\ndevices:\n  - mac: 0A:00:00:00:00:03\n    settings:\n${SECRET}`
  const first = await home.apply(text)
  assert.match(
    first.stdout,
    /\+ settings: \{"AGENDA":\{"feeds":\[\{"name":"School","url":\{"set":true,"of":"\S{16}"\}\}\]\}\}/,
  )
  const again = await home.apply(text)
  assert.match(again.stdout, /Nothing to change/)
  assert.not.ok((first.stdout + again.stdout).includes(SECRETS.school))
  // Another setting changes: the secret stays the very same.
  const of = /"of":"(\S{16})"/.exec(first.stdout)![1]!
  const other = await home.apply(text.replace(SECRET, `${SECRET}        range: day\n`))
  assert.match(other.stdout, /~ 0A:00:00:00:00:03\n      \+ settings\.AGENDA\.range: "day"\n0 to add/)
  assert.ok((await home.exported()).includes(of))
})

test("keeps a secret whose mark is an older one, or is missing", async () => {
  const text = await home.exported()
  const old = text.replaceAll(/of: \S{16}/g, "of: AAAAAAAAAAAAAAAA").replace(/\{ set: true, of: A+ \}/, "{ set: true }")
  assert.match((await home.apply(old)).stdout, /Nothing to change/)
})

test("refuses what would lose a secret or put it elsewhere", async () => {
  const text = await home.exported()
  const school = /- name: School\n {14}url: \{ set: true, of: \S+ \}/
  assert.match(text, school)
  for (const [wrong, fault] of [
    [
      text.replace(school, "$&\n              connection: mine"),
      /playlist\.1\.settings\.feeds\.0\.url: the server has no secret to keep here, .*\{ secret: NAME \}/,
    ],
    [
      text.replace(school, "- name: School\n              url: { secret: SKOOL }"),
      /feeds\.0\.url: there is no secret "SKOOL": add it to "screens-file\.secrets"/,
    ],
    [
      text.replace(school, "- name: { secret: SCHOOL }\n              url: { secret: SCHOOL }"),
      /feeds\.0\.name: is no setting for a secret/,
    ],
  ] as const) {
    const { code, stderr } = await home.apply(wrong)
    assert.is(code, 1)
    assert.match(stderr, fault)
    assert.match(stderr, /screens\.yaml:\d+:\d+ devices\.0/)
  }
  assert.is(await home.exported(), text)
})

test("takes a secret in plain text with a warning, and prints it nowhere", async () => {
  const plain = "https://calendar.example/private-plain.ics"
  const { code, stdout, stderr } = await home.apply(
    `version: 1\ndevices:\n  - mac: 0A:00:00:00:00:02\n    settings: { AGENDA: { feeds: [{ name: A, url: "${plain}" }] } }\n`,
  )
  assert.is(code, 0, stderr)
  assert.match(stdout, /Warning: .*a secret stands in the file as plain text: name it in platen\.yaml/)
  assert.not.ok([stdout, stderr, await home.exported()].join("").includes("private-plain"))
})

test("says that a secret becomes another, and removes one", async () => {
  const feed = (url: string): string =>
    `version: 1\ndevices:\n  - mac: 0A:00:00:00:00:02\n    settings: { AGENDA: { feeds: [{ name: A, url: ${url} }] } }\n`
  const other = await home.apply(feed("{ secret: FAMILY }"))
  assert.match(other.stdout, /\n      ~ settings\.AGENDA\.feeds\[1\]\.url: another secret\n0 to add, 1 to change/)
  const none = await home.apply(feed('""'))
  assert.match(none.stdout, /~ settings\.AGENDA\.feeds\[1\]\.url: \{"set":true,"of":"\S{16}"\} -> ""\n/)
})

test.run()
