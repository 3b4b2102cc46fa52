import { suite } from "uvu"
import * as assert from "uvu/assert"
import { parse } from "yaml"
import { loadConfig } from "../kernel/config.js"
import { folderWith } from "./folder.js"
import { configOf } from "./many/nginx.js"
import { pageText } from "./page-text.js"

/** The page of several servers, against the code. */
const test = suite("docs: several servers")
const page = pageText("docs/operating-many.md")
const blocks = [...page.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, text]) => text!)
/** The text of a file that the page shows: its first line names it. */
const shown = (name: string): string => blocks.find((text) => text.startsWith(`# ${name}\n`))!

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly environment?: Readonly<Record<string, string>>; readonly volumes?: readonly string[] }>
  >
}

test("has a config that a server takes, whose variables its compose file sets, from those that its commands make", () => {
  const { services } = parse(shown("compose.yaml"), { merge: true }) as Compose
  const { environment, volumes } = services["platen-a"]!
  assert.equal(services["platen-b"], services["platen-a"])
  assert.equal(volumes, ["./platen.yaml:/data/platen.yaml:ro"])
  const named = [...shown("platen.yaml").matchAll(/\{ env: (\w+) \}/g)].map(([, name]) => name!)
  for (const name of named) assert.ok(environment![name], name)
  const config = loadConfig({ env: environment!, cwd: folderWith({ "platen.yaml": shown("platen.yaml") }) })
  assert.equal([config.storage.engine, Object.keys(config.plugins)], ["postgres", ["redis", "secrets"]])
  const needed = new Set([...shown("compose.yaml").matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!))
  for (const name of needed) assert.ok(page.includes(`echo "${name}=`), name)
})

test("names the servers of its compose file to Caddy, and lets it try the next one within the time of a device", () => {
  const caddy = shown("Caddyfile")
  assert.match(caddy, /reverse_proxy platen-a:3000 platen-b:3000 \{/)
  assert.ok(Number(/lb_try_duration (\d+)s/.exec(caddy)![1]) < 10)
})

test("shows nginx the settings with which npm run siege:many runs it", () => {
  const tested = new Set(
    configOf(1, [2, 3], "/")
      .split("\n")
      .map((line) => line.trim()),
  )
  const lines = blocks
    .filter((text) => /proxy_next_upstream|^upstream/.test(text))
    .flatMap((text) => text.split("\n"))
    .map((line) => line.trim().replaceAll(/10\.0\.0\.1\d:3000/g, "127.0.0.1:2"))
    .filter((line) => line !== "" && line !== "}")
  assert.ok(lines.length > 8)
  assert.equal(
    lines.filter((line) => !tested.has(line)),
    [],
  )
})

test("names no code of health that there is not", () => {
  const errors = pageText("docs/errors.md")
  for (const [, code] of page.matchAll(/`(store-[a-z]+)`/g)) assert.ok(errors.includes(`| \`${code}\` `), code)
})

test.run()
