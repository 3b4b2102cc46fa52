import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { jsonSchema } from "platen/sdk/kit"
import { STRATEGIES, CHOOSERS } from "platen/sdk/device"
import { SERVED_ROUTES, POLICIES } from "platen/sdk/http"
import { MODES } from "platen/sdk/mode"
import type { AnyPoint, Plugin, Token } from "platen/sdk"
import type { Auth, ServedRoute } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { commandsOf } from "../kernel/cli/contributed.js"
import { ADDRESS, ANONYMOUS, REFUSED } from "../kernel/http/admit.js"
import { ANONYMOUS_BODY } from "../kernel/http/serve.js"
import { MAX_PARAGRAPHS } from "../kernel/engine/scene/budget.js"
import { HEAP_MB, WORK_MS } from "../kernel/work/sandbox.js"
import { SIGN_IN, SIGN_IN_ADDRESS } from "../plugins/people/accounts/service.js"
import { MAX_DEVICE_BYTES, MAX_USER_BYTES } from "../plugins/devices/devices/storage-quotas.js"
import { OPEN_SECONDS } from "../plugins/devices/devices/service.js"
import { MAX_FAVORITE, MAX_FAVORITES, MAX_ROW } from "../plugins/devices/history/service.js"
import { MAX_UPLOADS } from "../plugins/pages/uploads/uploads.js"
import { MAX_STRIKES } from "../plugins/pages/mode-studio/strikes.js"
import { MAX_NESTING } from "../plugins/pages/modes-json/plans.js"
import { BUDGETS } from "../plugins/pages/modes-json/template.js"
import { LONG } from "../plugins/devices/pairing/codes.js"
import { MAX_WRONG } from "../plugins/devices/pairing/guard.js"
import { MAX_DEVICES } from "../plugins/devices/pairing/service.js"
import { loadConfig } from "../kernel/config.js"
import { builtInPlugins, findPlugins } from "../kernel/plugins/find.js"
import { openStage } from "./testing/index.js"
import type { Stage } from "./testing/index.js"
import { pageText, PAGES, rows, sources, under } from "./page-text.js"

/** What the README and the pages that it leads to say, against what there is. */
const test = suite("docs")
const root = new URL("../../", import.meta.url)
const read = pageText

let stage: Stage
test.before(async () => {
  stage = await openStage({ config: { "edition-core": { mount: "/core" } } })
})
test.after(() => stage.close())

const served = (realm: string): readonly ServedRoute[] =>
  stage.app
    .get(SERVED_ROUTES)
    .list()
    .filter((each) => each.area.realm === realm && !each.alias)

const NAMED = /\b(?:token|device|member|owner|user|admin|agent|widget|loopback)\b/g

/** Who is let in, as the table of calls says it. */
function whoOf(auth: Auth): string {
  if (auth === "open") return "open"
  return `${auth.optional ? "anybody: " : ""}${[...auth.anyOf].sort().join(" ")}${auth.when ? " (open without mac)" : ""}`
}

function saidOf(who: string): string {
  if (who === "open") return "open"
  const policies = (who.split("the device's own")[0]!.match(NAMED) ?? []).sort().join(" ")
  return `${who.startsWith("anybody") ? "anybody: " : ""}${policies}${who.endsWith("open without `mac`") ? " (open without mac)" : ""}`
}

test("lists every call of the extended edition with who may make it, and no other", () => {
  const said = rows(read("docs/calls.md"))
    .filter(([call]) => /^`[A-Z]+ \//.test(call!))
    .map(([call, who]) => `${call!.replaceAll("`", "").replaceAll(/\{(\w+)\}/g, ":$1")}  ${saidOf(who!)}`)
  const there = served("extended").map(({ route, path: at }) => `${route.method} ${at}  ${whoOf(route.auth)}`)
  assert.equal(
    said.filter((line) => !there.includes(line)),
    [],
    "listed, but not so",
  )
  assert.equal(
    there.filter((line) => !said.includes(line)),
    [],
    "there, but not listed so",
  )
  assert.is(said.length, there.length, "each once")
})

test("names what the core edition answers", () => {
  const areas = [
    ...new Set(served("core").map(({ path: at }) => at.replace(/^\/core\/(api\/)?/, "").split("/")[0]!)),
  ].sort()
  const said = [
    ...under("docs/calls.md", "## The core edition")
      .split("Under its mount")[1]!
      .matchAll(/`\/?([\w.]+)`/g),
  ]
    .map(([, area]) => area!)
    .sort()
  assert.equal(said, areas)
})

test("lists every limit with its calls a minute", () => {
  const limits = new Map([ADDRESS, ANONYMOUS, REFUSED].map(({ name, perMinute }) => [name, String(perMinute)] as const))
  for (const [name, most] of served("extended").flatMap(({ route: { limit } }) =>
    limit ? [[limit.name, String(limit.perMinute)] as const] : [],
  ))
    limits.set(name, most)
  const said = rows(under("docs/configuration.md", "## Limits")).map(
    ([name, most]) => `${name!.replaceAll("`", "")} ${most}`,
  )
  assert.equal(said.sort(), [...limits].map((limit) => limit.join(" ")).sort())
})

test("names the bounds of what is kept as the code has them", () => {
  const kept = under("docs/operating.md", "## What is kept")
  for (const said of [
    `${MAX_DEVICE_BYTES >> 20} MiB a device, ${MAX_USER_BYTES >> 20} MiB a user`,
    `at most ${MAX_ROW >> 10} KiB each: longer`,
    `the ${MAX_FAVORITES} newest, at most ${MAX_FAVORITE >> 10} KiB each`,
    `may bind ${MAX_DEVICES} devices`,
    `${MAX_UPLOADS} a person and ${MAX_USER_BYTES >> 20} MiB`,
    `deletes a device ${OPEN_SECONDS / 86_400} days after`,
  ])
    assert.ok(kept.includes(said), said)
  assert.ok(read("docs/errors.md").includes(`The user has the maximum of ${MAX_DEVICES} devices`))
})

test("says which codes of other protocols stand in `error`", () => {
  const [, line = ""] = /\*\*Codes of other protocols\.\*\*(.*)/.exec(read("docs/errors.md")) ?? []
  const said = [...line.matchAll(/`(\w+_[\w*]+)`/g)].map(([, code]) => code!)
  const there = [...new Set(served("extended").flatMap(({ route }) => Object.values(route.wireCodes ?? {})))]
  const matches = (pattern: string, code: string): boolean =>
    pattern.endsWith("*") ? code.startsWith(pattern.slice(0, -1)) : code === pattern
  assert.equal(
    [
      said.filter((pattern) => !there.some((code) => matches(pattern, code))),
      there.filter((code) => !said.some((pattern) => matches(pattern, code))),
    ],
    [[], []],
  )
})

test("names log lines that there are", () => {
  const events = under("docs/operating.md", "## Monitoring").split("Log lines are events: ")[1]!
  const texts = sources().map(({ text }) => text)
  for (const [, event] of events.matchAll(/`([\w-]+\.[\w-]+)`/g))
    assert.ok(
      texts.some((text) => text.includes(`"${event}"`)),
      event,
    )
})

test("promises in numbers what the code keeps", () => {
  const page = read("docs/security.md")
  const number = (value: number): string => value.toLocaleString("en-US")
  for (const said of [
    `${MAX_NESTING} nested boxes, ${number(BUDGETS.nodes)} nodes, ${number(BUDGETS.steps)} template steps, ${number(BUDGETS.items)} list items and characters made, ${number(BUDGETS.text)} characters in all texts and labels, ${number(MAX_PARAGRAPHS)} set paragraphs, ${BUDGETS.pictures} pictures`,
    `with ${HEAP_MB} MB and ${WORK_MS / 1000} seconds for each order`,
    `was stopped ${MAX_STRIKES} times is suspended`,
    `at most ${ANONYMOUS_BODY >> 10} KiB of their bodies`,
    `After ${MAX_WRONG} wrong short codes`,
    `fewer than ${LONG} characters`,
    `${SIGN_IN.most} within ${SIGN_IN.within / 60_000} minutes for one name, and an address after ${SIGN_IN_ADDRESS.most} within an hour`,
  ])
    assert.ok(page.includes(said), said)
})

test("lists every key of the operator's config that has a default, with it", () => {
  const said = new Map(
    rows(under("docs/configuration.md", "## Keys")).flatMap(([names, value]) =>
      names!.split(", ").map((name, i) => [name.replaceAll("`", ""), value!.split(", ")[i] ?? ""] as const),
    ),
  )
  const { server, storage, security, defaults } = loadConfig({ env: {}, cwd: os.tmpdir() })
  for (const [section, values] of Object.entries({ server, storage, security, defaults })) {
    for (const [key, value] of Object.entries(values)) {
      const shown = said.get(`${section}.${key}`)
      assert.ok(shown !== undefined, `${section}.${key}`)
      if (key !== "timeZone")
        assert.is(
          shown!.replaceAll("`", ""),
          typeof value === "object" ? JSON.stringify(value) : String(value),
          `${section}.${key}`,
        )
    }
  }
})

test("lists every plugin's keys, and no other", async () => {
  const there: string[] = []
  for (const { id, config } of await builtInPlugins()) {
    const { properties = {} } = (config ? jsonSchema(config) : {}) as { properties?: object }
    there.push(...Object.keys(properties).map((key) => `${id}.${key}`))
  }
  let plugin = ""
  const said = rows(under("docs/configuration.md", "## Plugins")).flatMap(([name, keys]) => {
    plugin = name!.replaceAll("`", "") || plugin
    return keys!
      .replaceAll("`", "")
      .split(", ")
      .map((key) => `${plugin}.${key}`)
  })
  assert.equal(said.sort(), there.sort())
})

test("states the defaults of plugins' keys", async () => {
  const configs = new Map((await builtInPlugins()).map(({ id, config }) => [id, config]))
  let plugin = ""
  for (const [name, keys, shown] of rows(under("docs/configuration.md", "## Plugins"))) {
    plugin = name!.replaceAll("`", "") || plugin
    const defaults = (configs.get(plugin)?.safeParse({}).data ?? {}) as Readonly<Record<string, unknown>>
    for (const key of keys?.replaceAll("`", "").split(", ") ?? []) {
      const value = defaults[key]
      if (typeof value === "number" || key === "mount" || key === "name")
        assert.is(shown!.replaceAll("`", ""), String(value), `${plugin}.${key}`)
    }
  }
})

test("shows a config that the server takes", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "platen-docs-"))
  try {
    writeFileSync(path.join(folder, "platen.yaml"), /```yaml\n([\s\S]+?)```/.exec(read("docs/configuration.md"))![1]!)
    const { security, plugins } = loadConfig({
      env: { PLATEN_ADMIN: "sixteen characters", MY_KEY: "key" },
      cwd: folder,
    })
    assert.equal(
      [security.pairing, security.adminToken, plugins["./my-plugin"]],
      ["on", "sixteen characters", { key: "key" }],
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test("lists every command, mode and strategy, and no other", async () => {
  const commands = commandsOf(await findPlugins({ plugins: {}, folder: "." }))
  const said = [...under("docs/operating.md", "## Commands").matchAll(/^platen ([\w-]+)/gm)].map(([, name]) => name!)
  assert.equal([...new Set(said)].sort(), ["serve", ...commands.map(({ entry }) => entry.name)].sort())
  const ids = (heading: string, pattern: RegExp): string[] =>
    rows(under("docs/modes.md", heading))
      .flatMap(([id]) => pattern.exec(id!)?.[1] ?? [])
      .sort()
  assert.equal(
    ids("## Built-in modes", /^`([A-Z_]+)`$/),
    stage.app
      .get(MODES)
      .list()
      .map(({ id }) => id)
      .sort(),
  )
  assert.equal(
    ids("## Strategies", /^`([a-z_]+)`$/),
    stage.app
      .get(STRATEGIES)
      .list()
      .map(({ id }) => id)
      .sort(),
  )
})

/** The tokens of the SDK: name, sub-path, and the rule of those that are points. */
async function tokensOfSdk(): Promise<
  { readonly name: string; readonly module: string; readonly token: Token<unknown> & Partial<AnyPoint> }[]
> {
  const modules = [
    "",
    "/mode",
    "/http",
    "/device",
    "/drawing",
    "/models",
    "/screens-file",
    "/doctor",
    "/servers",
    "/kit",
  ].map((sub) => `platen/sdk${sub}`)
  const all = await Promise.all(
    modules.map(async (module) => {
      const values = Object.entries((await import(module)) as Readonly<Record<string, unknown>>)
      return values.flatMap(([name, value]) =>
        typeof value === "object" && value !== null && "name" in value && String(value.name).startsWith("platen.")
          ? [{ name, module, token: value as Token<unknown> }]
          : [],
      )
    }),
  )
  return all.flat()
}

/** The cells of a table of the page for plugin authors, without the column that says what the thing is. */
function saidOfTokens(heading: string): string[] {
  return rows(under("docs/writing-plugins.md", heading))
    .filter(([name]) => /^`[A-Z_]+`$/.test(name!))
    .map(([name, module, , ...rest]) => [name, module, ...rest].join(" ").replaceAll("`", ""))
    .sort()
}

test("names every extension point and every service to those who write plugins: where it is, and whose it is", async () => {
  const plugins = await builtInPlugins()
  const ownerOf = (names: (plugin: Plugin) => readonly string[], token: Token<unknown>): string =>
    plugins.find((plugin) => names(plugin).includes(token.name))?.id ?? "the kernel"
  const opened = ({ opens = [] }: Plugin): readonly string[] =>
    opens.map((each) => ("point" in each ? each.point.name : each.name))
  const provided = ({ provides = [] }: Plugin): readonly string[] => provides.map(({ name }) => name)
  const tokens = await tokensOfSdk()
  assert.ok(tokens.length > 30, String(tokens.length))
  assert.equal(
    saidOfTokens("## Extension points"),
    tokens
      .flatMap(({ name, module, token }) =>
        token.rule ? [`${name} ${module} ${token.rule.combine} ${ownerOf(opened, token)}`] : [],
      )
      .sort(),
  )
  assert.equal(
    saidOfTokens("## Services"),
    tokens
      .flatMap(({ name, module, token }) => (token.rule ? [] : [`${name} ${module} ${ownerOf(provided, token)}`]))
      .sort(),
  )
})

test("says what a plugin opens and provides that stands in for another", async () => {
  const [, sentence = ""] =
    /\*\*A plugin can replace a built-in one\.\*\*(.*)/.exec(read("docs/writing-plugins.md")) ?? []
  const tokens = await tokensOfSdk()
  const nameOf = (given: { readonly name: string }): string =>
    tokens.find(({ token }) => token.name === given.name)!.name
  for (const { id, opens = [], provides = [] } of await builtInPlugins()) {
    if (!["devices", "pages", "pictures"].includes(id)) continue
    const [, said = ""] = new RegExp(`[Ff]or \`${id}\` (?:these|they) are ([^;.]*)`).exec(sentence) ?? []
    const names = [...opens.map((each) => ("point" in each ? each.point : each)), ...provides].map(nameOf)
    assert.equal([...said.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!).sort(), names.sort(), id)
  }
})

test("names every policy and chooser to those who write plugins", () => {
  const page = read("docs/writing-plugins.md")
  const policies = rows(read("docs/calls.md").split("\n## ")[0]!)
    .map(([id]) => id!.replaceAll("`", ""))
    .filter((id) => id !== "open")
  assert.equal(
    policies.sort(),
    stage.app
      .get(POLICIES)
      .list()
      .map(({ id }) => id)
      .sort(),
  )
  const ranks = [
    ...page
      .split("in order of rank: ")[1]!
      .split(".")[0]!
      .matchAll(/\b(\d+)\b/g),
  ]
    .map(([, rank]) => Number(rank))
    .filter((rank) => rank > 1)
  assert.equal(
    ranks,
    stage.app
      .get(CHOOSERS)
      .list()
      .map(({ rank }) => rank)
      .sort((a, b) => a - b),
  )
})

/** Whether npm packs a file, by the manifest's list: folders, and names with * for a part and ** for any. */
function isPacked(file: string): boolean {
  const { files } = JSON.parse(read("package.json")) as { files: readonly string[] }
  const patterns = files
    .filter((entry) => !entry.startsWith("!"))
    .map((entry) =>
      entry
        .replaceAll(".", "\\.")
        .replaceAll("**/", "(.+/)?")
        .replaceAll(/(?<!\.)\*/g, "[^/]*"),
    )
  return (
    ["README.md", "LICENSE", "package.json"].includes(file) ||
    patterns.some((pattern) => new RegExp(`^${pattern}(/.*)?$`).test(file))
  )
}

test("leads only to what is there, and comes with the package", () => {
  let links = 0
  for (const page of PAGES) {
    const code = new Set(
      [...read(page).matchAll(/`(?:test|sdk|kernel|plugins|modes|bench|docs|\.ci)\/[\w./-]*`/g)].map(([text]) =>
        text.slice(1, -1),
      ),
    )
    for (const file of code)
      assert.ok(/\/x\/|\bmy\b/.test(file) || existsSync(new URL(file, root)), `${page} names ${file}`)
    for (const [, link] of read(page).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)) {
      const [file = "", anchor] = link!.split("#")
      if (/^https?:/.test(link!)) continue
      links++
      const target = file === "" ? page : path.posix.join(path.posix.dirname(page), file)
      assert.ok(existsSync(new URL(target, root)), `${page}: ${link}`)
      // Pictures are looked at in the repository: they would be a third of the package.
      assert.ok(/\.(?:png|jpg)$/.test(target) || isPacked(target), `${page}: ${link} is not packed`)
      if (anchor !== undefined)
        assert.match(read(target), new RegExp(`^#+ ${anchor.replaceAll("-", "[ -]")}$`, "im"), `${page}: ${link}`)
    }
  }
  assert.ok(links > 10, String(links))
})

test.run()
