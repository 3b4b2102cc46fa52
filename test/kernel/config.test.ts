import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { loadConfig } from "../../kernel/config.js"
import { trustedProxies } from "../../kernel/http/caller.js"
import type { AppConfig } from "../../kernel/config.js"
import { folderWith } from "../folder.js"
import { refused } from "../refused.js"

const test = suite("config")

/** What a platen.yaml of this text gives. */
function configOf(
  yaml: string,
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): AppConfig {
  return loadConfig({ env, cwd: folderWith({ "platen.yaml": yaml, ...files }) })
}

test("needs no file: the defaults", () => {
  const cwd = folderWith()
  assert.equal(loadConfig({ env: {}, cwd }), {
    server: {
      port: 3000,
      host: "0.0.0.0",
      trustProxy: [],
      origins: [],
      lanHosts: [],
      limits: {},
      logLevel: "info",
      storage: 4 * 2 ** 30,
      devices: 100_000,
    },
    storage: { engine: "sqlite" },
    answers: {},
    security: { registration: "open", tokenReissue: "confirm", pairing: "on", metrics: "local" },
    defaults: { language: "en", mode: "DAILY", timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    plugins: {},
    dataFolder: path.join(cwd, "data"),
    fontFolder: path.join(cwd, "data/fonts"),
    folder: cwd,
  })
})

test("takes an empty file, and sections with nothing under them, for the defaults", () => {
  const { server, defaults, plugins } = configOf("")
  for (const yaml of ["# nothing yet\n", "server:\ndefaults:\nplugins:\n", "---\n"]) {
    const config = configOf(yaml)
    assert.equal([config.server, config.defaults, config.plugins], [server, defaults, plugins], yaml)
  }
})

test("reads every key", () => {
  const { server, security, defaults, plugins } = configOf(`
server: { port: 8080, host: 127.0.0.1, publicUrl: "https://ink.example.org/", trustProxy: [10.0.0.0/8], origins: ["https://screens.example.org", "http://localhost:8081"], lanHosts: [nas.local], limits: { render: 12 }, logLevel: debug }
security: { adminToken: 0123456789abcdef, registration: closed, tokenReissue: open, pairing: off }
defaults: { language: zh-Hans, mode: MY_MODE, timeZone: Asia/Shanghai, place: { name: 杭州, latitude: 30.25, longitude: 120.17 } }
plugins: { metrics: false, health: true, edition-core: { mount: /core }, ./mine: }
`)
  assert.equal(server, {
    port: 8080,
    host: "127.0.0.1",
    publicUrl: "https://ink.example.org/",
    trustProxy: ["10.0.0.0/8"],
    origins: ["https://screens.example.org", "http://localhost:8081"],
    lanHosts: ["nas.local"],
    limits: { render: 12 },
    logLevel: "debug",
    storage: 4 * 2 ** 30,
    devices: 100_000,
  })
  assert.equal(security, {
    adminToken: "0123456789abcdef",
    registration: "closed",
    tokenReissue: "open",
    pairing: "off",
    metrics: "local",
  })
  assert.equal(defaults, {
    language: "zh-Hans",
    mode: "MY_MODE",
    timeZone: "Asia/Shanghai",
    place: { name: "杭州", latitude: 30.25, longitude: 120.17 },
  })
  assert.equal(plugins, { metrics: false, health: true, "edition-core": { mount: "/core" }, "./mine": null })
})

for (const origin of [
  "*",
  "null",
  "https://a.example/",
  "https://a.example/x",
  "a.example",
  "ftp://a.example",
  "https://A.example",
  "https://a.example:443",
]) {
  test(`refuses ${origin} as an origin whose pages may call`, () => {
    assert.throws(
      () => configOf(`server: { origins: ["${origin}"] }`),
      /server\.origins\.0: is not an origin, such as "https:\/\/screens\.example\.org"\./,
    )
  })
}

test("reads the file that PLATEN_CONFIG names, and looks plugins up beside it", () => {
  const cwd = folderWith({ "etc/ink.yaml": "defaults: { mode: OTHER }" })
  const config = loadConfig({ env: { PLATEN_CONFIG: "etc/ink.yaml" }, cwd })
  assert.is(config.defaults.mode, "OTHER")
  assert.is(config.folder, path.join(cwd, "etc"))
  assert.is(config.dataFolder, path.join(cwd, "data"), "data stay in the working folder")
})

test("puts PORT, HOST, PLATEN_DATA and PLATEN_PUBLIC_URL above the file", () => {
  const env = { PORT: "4000", HOST: "::1", PLATEN_DATA: "/var/lib/platen", PLATEN_PUBLIC_URL: "http://pi.lan:4000" }
  const { server, dataFolder } = configOf("server: { port: 8080, host: 127.0.0.1, logLevel: warn }", env)
  assert.equal(server, {
    port: 4000,
    host: "::1",
    publicUrl: "http://pi.lan:4000",
    trustProxy: [],
    origins: [],
    lanHosts: [],
    limits: {},
    logLevel: "warn",
    storage: 4 * 2 ** 30,
    devices: 100_000,
  })
  assert.is(dataFolder, "/var/lib/platen")
})

test("keeps unpacked fonts beside the data, or where PLATEN_FONTS says", () => {
  assert.is(configOf("", { PLATEN_DATA: "/var/lib/platen" }).fontFolder, "/var/lib/platen/fonts")
  assert.is(configOf("", { PLATEN_DATA: "/var/lib/platen", PLATEN_FONTS: "/tmp/fonts" }).fontFolder, "/tmp/fonts")
})

test("takes an empty variable for one that is not set", () => {
  const cwd = folderWith()
  const config = loadConfig({
    env: { PORT: "", HOST: "", PLATEN_DATA: "", PLATEN_PUBLIC_URL: "", PLATEN_CONFIG: "" },
    cwd,
  })
  assert.is(config.server.port, 3000)
  assert.is(config.server.publicUrl, undefined)
  assert.is(config.dataFolder, path.join(cwd, "data"))
})

test("blames the variable, not the file, for a bad PORT", async () => {
  await refused(() => configOf("", { PORT: "eighty" }), "PORT")
  await refused(() => configOf("", { PLATEN_PUBLIC_URL: "pi.lan" }), "PLATEN_PUBLIC_URL")
})

test("refuses a PLATEN_CONFIG that is not there", async () => {
  const cwd = folderWith()
  await refused(
    () => loadConfig({ env: { PLATEN_CONFIG: "no.yaml" }, cwd }),
    path.join(cwd, "no.yaml"),
    "PLATEN_CONFIG",
    "ENOENT",
  )
})

test("refuses a config that is a folder", async () => {
  const cwd = folderWith({ "platen.yaml/x": "" })
  await refused(() => loadConfig({ env: {}, cwd }), path.join(cwd, "platen.yaml"), "EISDIR")
})

test("refuses what is not YAML, or not keys with values", async () => {
  await refused(() => configOf("server: { port: 1"), "platen.yaml", "not YAML")
  await refused(() => configOf("a: 1\na: 2"), "platen.yaml", "not YAML", "unique")
  for (const yaml of ["- server", "server", "3"]) await refused(() => configOf(yaml), "platen.yaml", "keys")
})

const UNKNOWN: readonly (readonly [string, string, string])[] = [
  ["sever: {}", '"sever"', "Unknown field"],
  ["sever:", '"sever"', "Unknown field"],
  ["server: { prot: 1 }", "in server of", '"prot"'],
  ["server: { prot: 1, hots: a }", "in server of", '"prot" and "hots"'],
  ["defaults: { place: { latitude: 1, longitude: 1, town: x } }", "in defaults.place of", '"town"'],
]
for (const [yaml, ...parts] of UNKNOWN)
  test(`refuses the unknown key in "${yaml}"`, async () => {
    await refused(() => configOf(yaml), "platen.yaml", ...parts)
  })

const BAD: readonly (readonly [string, string])[] = [
  ["server: { port: 70000 }", "server.port"],
  ["server: { port: 1.5 }", "server.port"],
  ["server: { port: -1 }", "server.port"],
  ["server: { host: '' }", "server.host"],
  ["server: { publicUrl: 'ftp://a.example' }", "server.publicUrl"],
  ["server: { trustProxy: 10.0.0.1 }", "server.trustProxy"],
  ["server: { lanHosts: [''] }", "server.lanHosts.0"],
  ["server: { logLevel: loud }", "server.logLevel"],
  ["server: 3000", "server"],
  ["defaults: { language: english language }", "defaults.language"],
  ["defaults: { mode: daily }", "defaults.mode"],
  ["defaults: { timeZone: Mars/Olympus }", "defaults.timeZone"],
  ["defaults: { place: { latitude: 91, longitude: 0 } }", "defaults.place.latitude"],
  ["defaults: { place: { latitude: 1 } }", "defaults.place.longitude"],
  ["defaults: []", "defaults"],
  ["plugins: [metrics]", "plugins"],
  ["plugins: { metrics: 'off' }", "plugins.metrics"],
]
for (const [yaml, key] of BAD)
  test(`refuses "${yaml}"`, async () => {
    await refused(() => configOf(yaml), "platen.yaml", `${key}: `)
  })

for (const wrong of ["nas.lan", "10.0.0.0/33", "10.0.0.0/", "fd00::/129", "", "10.0.0"])
  test(`refuses "${wrong}" as a proxy`, async () => {
    const yaml = `server: { trustProxy: ["${wrong}"] }`
    await refused(() => configOf(yaml), "server.trustProxy.0: is not an address or a range, such as 10.0.0.0/8")
  })

test("takes addresses and ranges of proxies, of both families", () => {
  const proxies = ["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "::ffff:10.0.0.1", "2001:db8::1"]
  assert.equal(configOf(`server: { trustProxy: ${JSON.stringify(proxies)} }`).server.trustProxy, proxies)
  for (const proxy of ["10.0.0.1", "10.9.9.9", "::1", "fd00::7", "2001:db8::1"])
    assert.ok(trustedProxies(proxies).has(proxy), proxy)
  assert.not.ok(trustedProxies(proxies).has("2001:db8::2"))
})

test("puts what a variable holds in place of { env: NAME }, at any depth", () => {
  const yaml =
    "plugins: { mail: { login: { key: { env: MAIL_KEY } }, hosts: [{ env: MAIL_HOST }, b] } }\nserver: { port: { env: OWN_PORT } }"
  const config = configOf(yaml, { MAIL_KEY: "s3cret", MAIL_HOST: "a", OWN_PORT: "81" })
  assert.equal(config.plugins, { mail: { login: { key: "s3cret" }, hosts: ["a", "b"] } })
  assert.is(config.server.port, 81)
})

test("puts what a file holds in place of { file: PATH }, looked up beside the config", () => {
  const config = configOf("plugins: { mail: { key: { file: run/mail-key } } }", {}, { "run/mail-key": "s3cret\n" })
  assert.equal(config.plugins, { mail: { key: "s3cret" } })
})

test("leaves objects alone that only look like references", () => {
  const yaml = "plugins: { a: { x: { env: HOME, other: 1 }, y: { env: 5 }, z: { file: [f] } } }"
  assert.equal(configOf(yaml).plugins, { a: { x: { env: "HOME", other: 1 }, y: { env: 5 }, z: { file: ["f"] } } })
})

test("refuses references to nothing, naming the key and what is missing", async () => {
  await refused(
    () => configOf("plugins: { mail: { keys: [{ env: MAIL_KEY }] } }"),
    "plugins.mail.keys.0",
    "platen.yaml",
    "MAIL_KEY",
    "not set",
  )
  await refused(
    () => configOf("plugins: { mail: { key: { file: gone } } }"),
    "plugins.mail.key",
    "platen.yaml",
    "gone",
    "ENOENT",
  )
})

test("says what is wrong without saying a secret", async () => {
  const { message } = await refused(
    () => configOf("server: { logLevel: { env: KEY }, publicUrl: { env: KEY } }", { KEY: "s3cret" }),
    "server.logLevel",
    "server.publicUrl",
  )
  assert.not.match(message, /s3cret/)
})

test.run()
