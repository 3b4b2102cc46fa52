import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { imports } from "../boundary-rules.js"

const ROOT = fileURLToPath(new URL("../../../", import.meta.url))
const FOLDERS = ["kernel", "sdk", "plugins", "modes", "test"]

/** Tests are named by the beginning of their path, or after an asterisk by any part of it. */
const isNamed = (name: string, part: string): boolean =>
  part.startsWith("*") ? name.includes(part.slice(1)) : name.startsWith(part)

/** Tests of every page that is drawn. */
const DRAWN = [
  "pictures/",
  "conformance",
  "interface-words",
  "modes/",
  "recipes",
  "first-mode",
  "wall",
  "plugins/pages/nodes/",
  "plugins/pages/frame/",
]
/** Tests of what is written down: rules of the house, documents, the tables of routes. */
const WRITTEN = ["boundaries", "docs", "readme", "sdk-docs", "routes.test", "editions/openapi.test"]
/** Tests of devices and people over HTTP, by the plugins that serve them. */
const SERVED: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    "*auth",
    "*admission",
    "*credentials",
    "*lock-out",
    "*sign-in-origin",
    "*borrowed-rights",
    "*screens-file",
  ],
  alerts: ["*alerts"],
  collage: ["pictures/"],
  configs: ["*config", "*playlist", "*strategy", "*extended-places", "*inksight-settings", "*screens-file"],
  devices: ["editions/", "devices/", "hostile/"],
  "edition-core": ["editions/core", "editions/openapi"],
  "edition-extended": ["editions/extended", "editions/openapi"],
  firmware: ["*-firmware"],
  habits: ["*habits"],
  history: ["*extended-library", "*extended-document-states"],
  "inksight-definitions": ["*inksight-definitions"],
  metrics: ["*metrics"],
  "mode-studio": ["*studio", "hostile/definitions", "*inksight-definitions", "*screens-file"],
  openapi: ["editions/openapi"],
  "page-pairing": ["*extended-page", "*inksight-pages"],
  pages: [
    "*failure",
    "*extended-preview",
    "devices/outage",
    "plugins/sources/",
    "hostile/strangers",
    "*inksight-errors",
  ],
  pairing: ["*pairing", "devices/ownership", "hostile/new-screen", "*inksight-members", "*screens-file"],
  pictures: ["*pictures", "*push", "hostile/storage", "modes/my-adaptive"],
  places: ["*places"],
  prefetch: ["devices/crowd"],
  render: ["*render", "*-state", "*push", "devices/wire", "devices/live", "devices/life", "*-preview", "*-stream"],
  "screens-file": ["*screens-file"],
  secrets: ["*playlist", "plugins/sources/"],
  simulator: ["devices/"],
  stats: ["*stats"],
  "storage-sqlite": ["*storage", "*store", "faults/", "hostile/lock-out"],
  strategies: ["*strategy"],
  widget: ["*widget"],
}
/** Plugins that draw on every page. */
const DRAWING = /^(fonts\/.*|pages\/(frame|icons|nodes|modes-json|panels|words|decoder-sharp)|sources\/weather-words)$/

interface Rule {
  readonly change: RegExp
  /** Names of tests. `id`: what the change names by its first group. */
  tests(id: string): readonly string[]
}

/** A file of a mode, by the mode's name. */
const MODE = /^modes\/(?!index\.)([a-z0-9-]+)(?:\.json$|\/)/

/** Files that tests read or load by name. What they reach by imports is found besides. */
const RULES: readonly Rule[] = [
  {
    change: MODE,
    tests: (id) => [
      `modes/${id}`,
      "modes/pools",
      "modes/index",
      "pictures/atlas",
      "pictures/dates",
      "pictures/defects",
      "pictures/entries",
      "pictures/modes",
      "pictures/places",
      "conformance",
      "interface-words",
      "boundaries",
      "docs.test",
      "docs-first-screens",
    ],
  },
  {
    change: /^plugins\/([a-z0-9-]+\/[a-z0-9-]+)\//,
    tests: (id) => [
      `plugins/${id}`,
      ...WRITTEN,
      ...(SERVED[id.split("/")[1]!] ?? []),
      ...(DRAWING.test(id) ? DRAWN : []),
    ],
  },
  {
    change: /^(?:docs\/|README|CONTRIBUTING|CHANGELOG)/,
    tests: () => ["docs", "readme", "recipes", "first-mode", "wall", "*screens-file"],
  },
  { change: /^examples\//, tests: () => ["examples", "docs"] },
  { change: /^packages\//, tests: () => ["kernel/engine/text/", "pictures/scripts", "docs"] },
  { change: /^test\/(?:routes|admissions)\.txt$/, tests: () => ["routes.test", "*admission", "editions/openapi"] },
  { change: /^test\/pictures\/[^/]+\.(?:png|txt)$/, tests: () => ["pictures/"] },
  { change: /^test\/fixtures\//, tests: () => ["earlier-store"] },
  { change: /^test\/(plugins\/[a-z0-9-]+\/[a-z0-9-]+)\/fixtures\//, tests: (id) => [id] },
  {
    change:
      /^(?:bench\/|test\/siege\/|test\/many\/run\.ts$|\.github\/|LICENSE|test\/times\.json$|test\/under-load\.sh$)/,
    tests: () => ["boundaries"],
  },
  // What only says what it imports: its importers are found.
  { change: /^(?:kernel|sdk|test)\/.*\.ts$/, tests: () => ["boundaries", "sdk-docs"] },
]

export interface Reached {
  readonly names: readonly string[]
  /** Ids of modes, when nothing else has changed: the others need not be drawn. */
  readonly modes?: readonly string[]
  /** The first file that may reach all tests, and so does. */
  readonly unmapped?: string
}

/** Which tests changes reach. `all`: names of compiled test files. */
export function reachedBy(changes: readonly string[], all: readonly string[]): Reached {
  const importers = importersOf(sources())
  const reached = new Set<string>()
  for (const change of changes) {
    const rule = RULES.find((each) => each.change.test(change))
    if (!rule) return { names: all, unmapped: change }
    const parts = rule.tests(rule.change.exec(change)![1] ?? "")
    for (const name of all) if (parts.some((part) => isNamed(name, part))) reached.add(name)
    for (const file of behind(change, importers)) reached.add(compiled(file))
  }
  const modes = changes.map((change) => MODE.exec(change)?.[1]?.toUpperCase().replaceAll("-", "_"))
  return {
    names: all.filter((name) => reached.has(name)),
    ...(modes.every((id) => id !== undefined) && { modes }),
  }
}

const compiled = (file: string): string => file.replace(/^test\//, "").replace(/\.ts$/, ".js")

/** A file, and all that import it, through others too. */
function behind(file: string, importers: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set([file])
  for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer)
  return found
}

/** Source files with their imports, as paths from the root. */
function sources(): ReadonlyMap<string, readonly string[]> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
      .map((name) => path.posix.join(folder, name)),
  )
  return new Map(
    files.map((file) => [
      file,
      imports(readFileSync(path.join(ROOT, file), "utf8")).flatMap((specifier) => resolved(file, specifier) ?? []),
    ]),
  )
}

function resolved(file: string, specifier: string): string | undefined {
  const [, own] = /^platen\/(.+)$/.exec(specifier) ?? []
  if (own === "testing") return "test/testing/index.ts"
  if (own !== undefined) return `${own}/index.ts`
  if (!specifier.startsWith(".")) return undefined
  const target = path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, ".ts")
  return existsSync(path.join(ROOT, target)) ? target : undefined
}

function importersOf(files: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const [file, targets] of files)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  return importers
}
