import { readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Conflict, definePlugin, z } from "platen/sdk"
import { defineFilePart, SCREENS_FILE_PARTS } from "platen/sdk/screens-file"
import type { FileEntry } from "platen/sdk/screens-file"
import { refused } from "../../../refused.js"
import { openHome, openServer, SECRETS } from "./home.js"
import type { Home } from "./home.js"

const test = suite("platen apply: faults")
let home: Home
test.before(async () => {
  home = await openHome()
})
test.after(() => home.close())

const MAC = "0A:00:00:00:00:01"
const device = (lines: string): string => `version: 1\ndevices:\n  - mac: ${MAC}\n    ${lines}\n`

/** Texts that are refused, with what is said of them. */
const REFUSED: Readonly<Record<string, readonly [text: string, ...said: readonly string[]]>> = {
  "no YAML": ["version: 1\npeople: [\n", "screens.yaml:3:1: "],
  "a key twice": ["version: 1\nversion: 1\n", "screens.yaml:2:1: Map keys must be unique"],
  "an empty file": ["", "screens.yaml:1:1: the file must have keys"],
  "a list": ["- 1\n", "screens.yaml:1:1: the file must have keys"],
  "no version": ["people: []\n", "screens.yaml:1:1 version: is missing: write version: 1"],
  "another version": ["version: 2\n", "screens.yaml:1:10 version: must be 1"],
  "an unknown section": ["version: 1\ndevice: []\n", 'screens.yaml:2:1: unknown field "device": write "devices"'],
  "a section that is no list": ["version: 1\npeople: anna\n", "screens.yaml:2:9 people: must be a list"],
  "an entry that is none": [
    "version: 1\npeople:\n  - anna\n",
    "screens.yaml:3:5 people.0: must be an entry with fields",
  ],
  "an unknown field": [
    device("lanuage: en"),
    'screens.yaml:4:5 devices.0: unknown field "lanuage": write "language", or remove it',
  ],
  "an unknown field that is like no other": [device("zzzzzzzz: 1"), 'unknown field "zzzzzzzz": use mac, realm, owner,'],
  "an unknown field of a playlist": [
    device("playlist:\n      - mode: DAILY\n        minute: 30"),
    'screens.yaml:6:9 devices.0.playlist.0: unknown field "minute": write "minutes"',
  ],
  "an unknown field of quiet hours": [
    device("quiet: { from: '22:00', too: '23:00' }"),
    'unknown field "too": write "to"',
    "quiet.to: is missing",
  ],
  "a field of a wrong type": [device("refreshMinutes: often"), "screens.yaml:4:21 devices.0.refreshMinutes: "],
  "a number out of range": [
    device("refreshMinutes: 5"),
    "screens.yaml:4:21 devices.0.refreshMinutes: must be 10 to 1440 minutes",
  ],
  "a name that is too long": [device(`name: ${"x".repeat(33)}`), "screens.yaml:4:11 devices.0.name: "],
  "an unknown strategy": [device("strategy: clever"), "screens.yaml:4:15 devices.0.strategy: must be one of "],
  "an unknown time zone": [
    device("timeZone: Mars/North"),
    "screens.yaml:4:15 devices.0.timeZone: must be an IANA name",
  ],
  "an unknown mode": [
    device("playlist: [{ mode: DALY }]"),
    "screens.yaml:4:24 devices.0.playlist.0.mode: there is no such mode",
  ],
  "an hour that there is not": [
    device("playlist: [{ mode: DAILY, from: '25:00', to: '26:00' }]"),
    'devices.0.playlist.0.from: must be a time of day from "00:00"',
  ],
  "half a span": [
    device("playlist: [{ mode: DAILY, from: '05:00' }]"),
    "devices.0.playlist.0.to: is missing beside the other",
  ],
  "half a place": [device("place: { latitude: 5 }"), "screens.yaml:4:12 devices.0.place: has one coordinate alone"],
  "a wrong setting": [
    device("settings: { AGENDA: { range: year } }"),
    "screens.yaml:4:34 devices.0.settings.AGENDA.range: ",
  ],
  "a memo that is too long": [
    device(`settings: { MEMO: { memo_text: ${"x".repeat(2001)} } }`),
    "screens.yaml:4:36 devices.0.settings.MEMO.memo_text: ",
  ],
  "a MAC that is a number": [
    "version: 1\ndevices:\n  - mac: 001122334455\n",
    "screens.yaml:3:10 devices.0.mac: must be a hardware address in quotes",
  ],
  "no MAC": ["version: 1\ndevices:\n  - name: A\n", "screens.yaml:3:5 devices.0.mac: is missing"],
  "one MAC twice, however it is spelled": [
    `version: 1\ndevices:\n  - mac: ${MAC}\n  - mac: 0a-00-00-00-00-01\n`,
    `screens.yaml:4:5 devices.1: ${MAC} stands in devices twice, also as number 1`,
  ],
  "one person twice": ["version: 1\npeople: [{ name: eve }, { name: EVE }]\n", "people.1: eve stands in people twice"],
  "an unknown realm": [
    device("realm: hard"),
    'screens.yaml:4:12 devices.0.realm: there is no realm "hard": use extended',
  ],
  "a name that nobody may have": [
    "version: 1\npeople: [{ name: a }]\n",
    "screens.yaml:2:18 people.0.name: must have 2 to 32 characters",
  ],
  "a role that there is not": [
    "version: 1\npeople: [{ name: eve, role: king }]\n",
    "people.0.role: must be user or admin",
  ],
  "somebody else's screen": [
    device("owner: ben"),
    `screens.yaml:4:12 devices.0.owner: the screen belongs to anna, `,
    `platen device free ${MAC}`,
  ],
  "a screen that is to be nobody's": [device("owner: null"), "devices.0.owner: the screen belongs to anna"],
  "an owner whom nobody knows": [
    "version: 1\ndevices: [{ mac: 0A000000000E, owner: zoe }]\n",
    'devices.0.owner: there is nobody called "zoe": add them to people, or run platen user add zoe',
  ],
  "members without an owner": [
    "version: 1\ndevices: [{ mac: 0A000000000E, members: [ben] }]\n",
    "devices.0.members: a screen without an owner has no members",
  ],
  "a mode that does not compile": [
    "version: 1\nmodes:\n  - definition: { spec: 1, id: BAD_ONE, title: { en: Bad }, view: { type: txt } }\n",
    "screens.yaml:3:",
    "modes.0.definition.view",
  ],
  "the id of an installed mode": [
    "version: 1\nmodes:\n  - definition: { spec: 1, id: DAILY, title: { en: A }, view: { type: text, text: a } }\n",
    "modes.0.definition: DAILY is the id of an installed mode",
  ],
  "a mode of an unknown screen": [
    "version: 1\nmodes:\n  - device: 0A000000000E\n    definition: { spec: 1, id: MINE, title: { en: A }, view: { type: text, text: a } }\n",
    "screens.yaml:3:13 modes.0.device: there is no screen 0A:00:00:00:00:0E",
  ],
  "a realm without a screen": [
    "version: 1\nmodes:\n  - realm: extended\n    definition: { spec: 1, id: MINE, title: { en: A }, view: { type: text, text: a } }\n",
    "screens.yaml:3:12 modes.0.realm: belongs to a device",
  ],
  "an alias that is repeated without end": [
    `version: 1\na: &a [x, x]\n${[..."bcdefgh"].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[i]}`).join(", ")}]`).join("\n")}\n`,
    "screens.yaml: its anchors are repeated too often",
  ],
}

for (const [name, [text, ...said]] of Object.entries(REFUSED)) {
  test(`refuses ${name}, with its line`, async () => {
    const { code, stdout, stderr } = await home.apply(text)
    assert.is(code, 1, stdout)
    assert.is(stdout, "")
    for (const each of said) assert.ok(stderr.includes(each), `${each}\n\n${stderr}`)
  })
}

test("names every fault, and changes nothing at all where there is one", async () => {
  const text = await home.exported()
  const wrong = text
    .replace("name: Kitchen", "name: Other")
    .replace("people:\n", "people:\n  - name: eve\n")
    .replace("strategy: random", "strategy: best")
    .replace("- mode: ZEN", "- mode: ZENN")
  const { code, stderr } = await home.apply(wrong)
  assert.is(code, 1)
  assert.match(
    stderr,
    /the file has 2 faults, and nothing was changed:\n  screens\.yaml:\d+:\d+ devices\.2\.strategy.*\n  screens\.yaml:\d+:\d+ devices\.2\.playlist\.1\.mode/,
  )
  assert.is(await home.exported(), text)
})

test("counts what the file adds against the limits of a person and of a screen", async () => {
  const screens = Array.from(
    { length: 201 },
    (_, i) => `  - { mac: 0B00000000${i.toString(16).padStart(2, "0")}, owner: many }\n`,
  )
  const people = (role: string): string =>
    `version: 1\npeople: [{ name: many, role: ${role} }]\ndevices:\n${screens.join("")}`
  const { stderr } = await home.apply(people("user"))
  assert.match(stderr, /the file has 201 faults.*\n.*devices\.0\.owner: many would have more than 200 screens/)
  assert.match(stderr, /\n {2}and 151 more\n$/)
  assert.match((await home.apply(people("admin"), "--dry-run")).stdout, /^202 to add/m)
  const mode = (i: number): string =>
    `  - definition: { spec: 1, id: MODE_${i}, title: { en: A }, view: { type: text, text: a } }\n`
  const modes = await home.apply(`version: 1\nmodes:\n${Array.from({ length: 32 }, (_, i) => mode(i)).join("")}`)
  assert.match(
    modes.stderr,
    /the file has a fault.*\n.*modes\.31\.definition: The mode cannot be saved: the maximum is 32 modes/,
  )
})

test("moves no screen that got an owner, and names nobody who has gone, between the plan and the change", async () => {
  const server = await openServer()
  const part = server.stage.app
    .get(SCREENS_FILE_PARTS)
    .list()
    .find(({ section, rank }) => section === "devices" && rank === 20)!
  const [ada, bob] = [await server.person("ada"), await server.person("bob")]
  const file = { entries: () => new Map<string, FileEntry>(), secret: () => undefined }
  const screen = await server.device()
  const [plan, other] = [
    await part.plan({ mac: screen.mac, owner: "ada" }, file),
    await part.plan({ mac: "0A:00:00:00:00:77", owner: "bob" }, file),
  ]
  assert.equal([plan.issues, plan.after], [[], { mac: screen.mac, owner: "ada" }])
  await screen.pair(bob.headers)
  await refused(() => plan.apply(), "got another owner in the meantime")
  assert.is((await server.run("user remove bob")).code, 0)
  await refused(() => other.apply(), 'nobody called "bob" any more')
  assert.not.ok((await server.exported()).includes(ada.token))
  await server.close()
})

test("takes what the documentation shows", async () => {
  const page = readFileSync(new URL("../../../../../docs/config-as-code.md", import.meta.url), "utf8")
  const other = await openServer({ config: { "screens-file": { secrets: { FAMILY_CALENDAR: SECRETS.family } } } })
  const text = /```yaml\n(# yaml-language-server[^`]*)```/.exec(page)![1]!
  const { code, stderr } = await other.apply(text)
  assert.is(code, 0, stderr)
  assert.match((await other.apply(text)).stdout, /Nothing to change/)
  const edited = text
    .replace("refreshMinutes: 60", "refreshMinutes: 45")
    .replace("      - mode: MEMO\n", "$&      - mode: WEATHER\n")
  const { stdout } = await other.apply(`${edited}`, "--dry-run")
  const shown = /```\n(devices\n[^`]*changes\? yes or no:)\n```/.exec(page)![1]!.split("\n")
  for (const line of shown.slice(0, 4)) assert.ok(stdout.split("\n").includes(line), `${line}\n${stdout}`)
  await other.close()
})

test("reads anchors and merge keys, and finds faults in them", async () => {
  const text = (minutes: number): string =>
    `version: 1\ndevices:\n  - &one\n    mac: ${MAC}\n    refreshMinutes: ${minutes}\n  - <<: *one\n    mac: 0A:00:00:00:00:02\n`
  const { stdout, code } = await home.apply(text(90))
  assert.is(code, 0)
  assert.match(stdout, /0 to add, 2 to change/)
  assert.match((await home.apply(text(9))).stderr, /2 faults/)
})

test("names a file that is not there, and wants exactly one", async () => {
  const missing = await home.run("apply missing.yaml")
  assert.equal(
    [missing.code, missing.stderr],
    [2, "platen apply: missing.yaml does not exist: write one with platen export missing.yaml.\n"],
  )
  assert.is((await home.run("apply")).code, 2)
  assert.is((await home.run("apply a.yaml b.yaml")).code, 2)
})

test("takes the file of another server, once its secrets are named", async () => {
  const other = await openServer()
  const text = (await home.exported()).replace("role: user", "role: admin")
  const refused = await other.apply(text)
  assert.is(refused.code, 1)
  assert.is(refused.stderr.match(/the server has no secret to keep here/g)?.length, 3)
  const empty = await other.exported()
  assert.match(empty, /people: \[\]\n(.*\n)+devices: \[\]\n/)
  const named = text
    .replace(/(- name: School\n\s+url: )\{.*\}/, "$1{ secret: SCHOOL }")
    .replace(/(- name: \w+\n\s+url: )\{ set.*\}/g, "$1{ secret: FAMILY }")
  const { code, stdout, stderr } = await other.apply(named)
  assert.is(code, 0, stderr)
  assert.match(stdout, /Applied: 7 added, 0 changed\./)
  assert.match((await other.apply(named)).stdout, /Nothing to change\./)
  const marked = (each: string): string => each.replaceAll(/of: \S{16}/g, "of: MARK")
  assert.is(marked(await other.exported()), marked(text))
  assert.not.ok((stdout + (await other.exported())).includes(SECRETS.school))
  await other.close()
})

/** A plugin with a section of its own, and a field of screens. */
function notes(kept: Map<string, string>, fails: () => boolean): ReturnType<typeof definePlugin> {
  const schema = z.strictObject({
    key: z.string().describe("A name."),
    text: z.string().optional().describe("A text."),
  })
  const part = defineFilePart<FileEntry & z.output<typeof schema>>({
    section: "notes",
    rank: 60,
    about: "Notes.",
    schema,
    id: ({ key }) => key,
    read: async () => [...kept].map(([key, text]) => ({ key, text })),
    plan: async ({ key, text }) => ({
      before: kept.has(key) ? { key, text: kept.get(key) } : undefined,
      after: { key, text },
      apply: async () => {
        if (fails()) throw new Conflict("The notes are full.")
        kept.set(key, text ?? "")
        return []
      },
    }),
  })
  return definePlugin({ id: "notes", setup: () => [SCREENS_FILE_PARTS.of(part)] })
}

test("has the sections of other plugins, and says what was applied before one fails", async () => {
  const kept = new Map<string, string>([["first", "A"]])
  let fails = true
  const other = await openServer({ plugins: [notes(kept, () => fails)] })
  assert.match(await other.exported(), /# Notes\.\nnotes:\n  - key: first\n    text: A\n$/)
  const text = "version: 1\npeople: [{ name: eve }]\nnotes: [{ key: second, text: B }]\n"
  const first = await other.apply(text)
  assert.is(first.code, 1)
  assert.match(
    first.stderr,
    /^Before this fault, these were applied: people eve\.\nplaten apply: The notes are full\.\n$/,
  )
  fails = false
  const again = await other.apply(text)
  assert.match(
    again.stdout,
    /notes\n  \+ second\n      \+ key: "second"\n      \+ text: "B"\n1 to add, 0 to change, 1 as they are/,
  )
  assert.is(kept.get("second"), "B")
  await other.close()
})

test.run()
