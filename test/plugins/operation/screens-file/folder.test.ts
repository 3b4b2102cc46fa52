import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PASSWORD } from "../../people/accounts/setting.js"
import { folderWith } from "../../../folder.js"
import { storeIn } from "../../../store-in.js"
import { platen } from "../../../platen.js"
import { read } from "./home.js"

const test = suite("platen export and apply: on a data folder")

test("read and write what other commands see, each in a server of its own", async () => {
  const text = `version: 1
people:
  - name: anna
  - name: otto
    role: admin
devices:
  - mac: AABBCCDDEEFF
    owner: anna
    name: Hall
    playlist: [{ mode: TEA }, { mode: AGENDA, settings: { feeds: [{ name: Family, url: { secret: FAMILY } }] } }]
modes:
  - definition: { spec: 1, id: TEA, title: { en: Tea }, view: { type: text, text: Assam } }
`
  const config = "plugins:\n  screens-file:\n    secrets:\n      FAMILY: { env: FAMILY_LINK }\n"
  const link = "https://calendar.example/private-88aa.ics"
  const cwd = await storeIn(folderWith({ "screens.yaml": text, "platen.yaml": config }))
  const run = (args: string, input = ""): ReturnType<typeof platen> =>
    platen(args.split(" "), { cwd, input, env: { FAMILY_LINK: link } })
  const first = await run("apply screens.yaml --yes")
  assert.is(first.code, 0, first.stderr)
  assert.match(first.stdout, /Applied: 4 added, 0 changed\./)
  const users = await run("user list")
  assert.match(users.stdout, /^anna +user .*\notto +admin/)
  assert.match((await run("device list")).stdout, /AA:BB:CC:DD:EE:FF +Hall +anna +never/)
  assert.is((await run("user set-password anna --password-stdin", `${PASSWORD}\n`)).code, 0)
  assert.match(
    (await run("apply screens.yaml")).stdout,
    /0 to add, 0 to change, 4 as they are\.\nNothing to change\.\n/,
  )
  assert.is((await run("export out.yaml")).code, 0)
  assert.match((await run("apply out.yaml")).stdout, /Nothing to change\.\n/)
  const all = [read(cwd, "out.yaml"), first.stdout, first.stderr, (await run("plugins")).stdout].join("\n")
  assert.not.ok(all.includes("private-88aa"))
})

test("without the variable that platen.yaml names, name the secret that is missing, and change nothing", async () => {
  const config = "plugins:\n  screens-file:\n    secrets:\n      FAMILY: { env: FAMILY_LINK }\n"
  const feeds = "[{ name: Family, url: { secret: FAMILY } }]"
  const text = `version: 1\npeople: [{ name: anna }]\ndevices:\n  - { mac: AABBCCDDEEFF, owner: anna, playlist: [{ mode: AGENDA, settings: { feeds: ${feeds} } }] }\n`
  const cwd = await storeIn(folderWith({ "platen.yaml": config, "screens.yaml": text }))
  const { code, stderr } = await platen(["apply", "screens.yaml", "--yes"], { cwd })
  assert.is(code, 1)
  assert.match(stderr, /FAMILY/)
  assert.match((await platen(["user", "list"], { cwd })).stdout, "There are no users yet")
})

test("are listed and explained", async () => {
  const help = await platen(["--help"])
  assert.match(help.stdout, /\n {2}apply {14}make people, modes and screens as a file says\n/)
  assert.match((await platen(["apply", "--help"])).stdout, /platen apply FILE \[--dry-run\] \[--yes\]/)
  assert.match((await platen(["export", "--help"])).stdout, /platen export \[FILE\] \[--force\]/)
})

test.run()
