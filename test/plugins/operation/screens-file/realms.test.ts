import { suite } from "uvu"
import * as assert from "uvu/assert"
import { definePlugin, secret, z } from "platen/sdk"
import { defineMode, MODES, text } from "platen/sdk/mode"
import { openServer } from "./home.js"

const test = suite("platen export and apply: realms and settings")

/** A mode with a secret beside an address. */
const keyed = defineMode({
  id: "KEYED",
  title: { en: "Keyed" },
  settings: z.strictObject({ host: z.string().default(""), key: secret().or(z.literal("")).default("") }),
  data: z.object({ word: z.string() }),
  content: async () => ({ data: { word: "" } }),
  fallback: () => ({ word: "" }),
  view: ({ word }) => ({ language: "en", body: text(word) }),
})

const open = (): ReturnType<typeof openServer> =>
  openServer({
    plugins: [definePlugin({ id: "keyed", setup: () => [MODES.of(keyed)] })],
    config: { "edition-core": { mount: "/core" } },
  })

test("tell screens of one MAC address apart", async () => {
  const server = await open()
  const owner = await server.person("anna")
  await server.owned(owner, "0A:00:00:00:00:01")
  await server.post("/core/api/config", { mac: "0A:00:00:00:00:01", modes: ["ZEN"], nickname: "Core" })
  const exported = await server.exported()
  assert.match(
    exported,
    /- mac: 0A:00:00:00:00:01\n    owner: anna\n\n  - mac: 0A:00:00:00:00:01\n    realm: core\n    name: Core\n/,
  )
  const changed = exported.replace("name: Core", "name: Other")
  const { stdout, stderr } = await server.apply(changed)
  assert.match(stdout, /devices\n  ~ 0A:00:00:00:00:01 \(core\)\n      ~ name: "Core" -> "Other"\n/, stderr)
  assert.is(await server.exported(), changed)
  // The realm at the root may be named too: it is the same screen.
  const twice = changed.replace("    owner: anna", "    realm: extended\n    owner: anna")
  assert.match((await server.apply(twice)).stdout, /Nothing to change/)
  const twin = changed.replace("realm: core", "realm: extended")
  assert.match((await server.apply(twin)).stderr, /0A:00:00:00:00:01 stands in devices twice/)
  await server.close()
})

test("a secret that is left out is kept, but not beside another address", async () => {
  const server = await open()
  const entry = (settings: string): string =>
    `version: 1\ndevices:\n  - mac: 0A:00:00:00:00:02\n    settings: { KEYED: ${settings} }\n`
  assert.is((await server.apply(entry("{ host: a.example, key: { secret: SCHOOL } }"))).code, 0)
  const mark = /of: (\S{16})/.exec(await server.exported())![1]!
  assert.match((await server.apply(entry("{ host: a.example }"))).stdout, /Nothing to change/)
  const moved = await server.apply(entry("{ host: b.example }"))
  assert.match(
    moved.stderr,
    /settings\.KEYED\.key: the server has no secret to keep here, or what stands beside it has changed/,
  )
  const stolen = await server.apply(entry(`{ host: b.example, key: { set: true, of: ${mark} } }`))
  assert.match(stolen.stderr, /settings\.KEYED\.key: the server has no secret to keep here/)
  assert.ok((await server.exported()).includes(`host: a.example\n        key: { set: true, of: ${mark} }\n`))
  assert.match((await server.apply(entry('{ host: a.example, key: "" }'))).stdout, /"of":"\S{16}"\} -> ""/)
  await server.close()
})

test("unknown settings are left out with a warning, and settings of a mode that is not installed are kept", async () => {
  const server = await open()
  const { stdout, stderr } = await server.apply(
    "version: 1\ndevices:\n  - mac: 0A:00:00:00:00:03\n    settings: { KEYED: { hots: a }, GONE: { a: 1 } }\n",
  )
  assert.match(
    stdout,
    /Warning: screens\.yaml:3:5 devices\.0: settings\.KEYED\.hots: this mode has no such setting: it was removed/,
    stderr,
  )
  assert.match(stdout, /settings\.GONE: this mode is not installed: its settings are kept until it is/)
  assert.match(await server.exported(), /settings:\n      GONE: \{ a: 1 \}\n/)
  await server.close()
})

test.run()
