import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { SDK_VERSION, SetupError } from "platen/sdk"
import type { Plugin } from "platen/sdk"
import type { AppConfig } from "../config.js"
import { shareSdk } from "./share-sdk.js"

/** A plugin, its origin and its config from platen.yaml. */
export interface Found {
  readonly plugin: Plugin
  /** "built-in", or the path of the plugin's entry file. */
  readonly origin: string
  readonly config: unknown
}

/** dist/, two levels above this file. */
const ROOT = new URL("../../", import.meta.url)
const PLUGIN_ID = /^[a-z][a-z0-9-]*$/

/**
 * Plugins to run: every built-in that is not turned off (optional ones only when the config names them), and every folder
 * and package that the config names. Throws SetupError for a plugin that is missing, fails to load or is malformed.
 */
export async function findPlugins({
  plugins: wanted,
  folder,
}: Pick<AppConfig, "plugins" | "folder">): Promise<Found[]> {
  const found: Found[] = []
  const builtIns = await builtInPlugins()
  for (const plugin of builtIns) {
    const config = wanted[plugin.id]
    if (config === false || (plugin.optional && (config === undefined || config === null))) continue
    found.push({ plugin, origin: "built-in", config: given(config) })
  }
  const known = new Set(builtIns.map(({ id }) => id))
  for (const [name, config] of Object.entries(wanted)) {
    if (known.has(name)) continue
    const entry =
      name.startsWith(".") || path.isAbsolute(name)
        ? entryOfFolder(path.resolve(folder, name), name)
        : entryOfPackage(name, folder)
    // Checked after the lookup: a misspelled name must be an error and not pass for a plugin that is turned off.
    if (config === false) continue
    shareSdk()
    found.push({ plugin: checked(await load(entry, name), name), origin: entry, config: given(config) })
  }
  for (const each of found) {
    const other = found.find(({ plugin }) => plugin.id === each.plugin.id)!
    if (other !== each)
      throw new SetupError(
        `Two plugins have the id "${each.plugin.id}" (${other.origin} and ${each.origin}): turn one off in platen.yaml, or rename it.`,
      )
  }
  return found
}

/** `true` and nothing turn a plugin on without a config. */
const given = (config: unknown): unknown => (config === true ? undefined : (config ?? undefined))

const builtInAt = async (file: string): Promise<Plugin> =>
  checked(await load(fileURLToPath(new URL(file, ROOT)), path.basename(path.dirname(file))), file)

/** Built-in plugins by their files below dist/. Undefined when the config turns one of them off, or its store needs another. */
export async function findBuiltIn(
  files: readonly string[],
  { plugins: wanted, storage }: Pick<AppConfig, "plugins" | "storage">,
): Promise<readonly Found[] | undefined> {
  const found = await Promise.all(files.map(builtInAt))
  const hasEngine = found.some(({ engines = [] }) => engines.some(({ id }) => id === storage.engine))
  if (!hasEngine || found.some(({ id }) => wanted[id] === false)) return undefined
  return found.map((plugin) => ({ plugin, origin: "built-in", config: given(wanted[plugin.id]) }))
}

let builtIn: Promise<readonly Plugin[]> | undefined

/** All built-in plugins by their ids, including the optional ones; the modes are the last. Looked for once. */
export const builtInPlugins = (): Promise<readonly Plugin[]> => (builtIn ??= lookedFor())

/** Files below dist/ of the built-in plugins, without the modes. */
export function builtInFiles(): readonly string[] {
  return readdirSync(new URL("plugins/", ROOT), { recursive: true, encoding: "utf8" })
    .filter((name) => /^[^/\\]+[/\\][^/\\]+[/\\]index\.js$/.test(name))
    .map((name) => `plugins/${name.replaceAll("\\", "/")}`)
}

async function lookedFor(): Promise<readonly Plugin[]> {
  const found = (await Promise.all(builtInFiles().map(builtInAt))).sort((a, b) => (a.id < b.id ? -1 : 1))
  return [...found, await builtInAt("modes/index.js")]
}

async function load(file: string, name: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(file).href)) as { default?: unknown }
    return module.default
  } catch (cause) {
    throw new SetupError(
      `Plugin "${name}" cannot be loaded: ${(cause as Error).message}; correct it, or remove it from platen.yaml.`,
      { cause },
    )
  }
}

/** Checks that a value is a plugin for this version of the SDK. Throws SetupError otherwise. */
export function checked(value: unknown, name: string): Plugin {
  const plugin = value as Partial<Plugin> | undefined
  if (typeof plugin?.id !== "string" || typeof plugin.setup !== "function") {
    throw new SetupError(`"${name}" is not a plugin: its default export must be what definePlugin returns.`)
  }
  if (plugin.id === "platen")
    throw new SetupError(`Plugin "${name}" has the id "platen", which is reserved for the server: rename it.`)
  if (!PLUGIN_ID.test(plugin.id))
    throw new SetupError(`Plugin "${name}" has the id "${plugin.id}": its id must match ${PLUGIN_ID.source}.`)
  if (plugin.sdk !== SDK_VERSION) {
    throw new SetupError(
      `Plugin "${plugin.id}" was built for ${plugin.sdk === undefined ? "no version" : `version ${String(plugin.sdk)}`} of platen/sdk and this server has version ${SDK_VERSION}: install a matching version of the plugin.`,
    )
  }
  return plugin as Plugin
}

function entryOfFolder(folder: string, name: string): string {
  if (existsSync(folder) && /\.m?js$/.test(folder)) return folder
  const entry = entryOf(folder)
  if (!entry)
    throw new SetupError(
      `The plugin folder "${name}" has no package.json with an entry and no index.js (looked in ${folder}): correct the path in platen.yaml.`,
    )
  return entry
}

function entryOfPackage(name: string, from: string): string {
  for (const folder of createRequire(path.join(from, "platen.yaml")).resolve.paths(name) ?? []) {
    const entry = entryOf(path.join(folder, name))
    if (entry) return entry
  }
  throw new SetupError(
    `There is no plugin "${name}": it is neither built in nor installed as a package; run npm install ${name}, write a path that begins with ./, or remove it from platen.yaml.`,
  )
}

function entryOf(folder: string): string | undefined {
  const manifest = path.join(folder, "package.json")
  const described = existsSync(manifest) ? entryOfManifest(manifest) : undefined
  const entry = path.join(folder, described ?? "index.js")
  return existsSync(entry) ? entry : undefined
}

function entryOfManifest(file: string): string | undefined {
  try {
    const { exports, main } = JSON.parse(readFileSync(file, "utf8")) as { exports?: unknown; main?: string }
    return target(exports) ?? main
  } catch (cause) {
    throw new SetupError(`${file} is not JSON: correct it, or remove its plugin from platen.yaml.`, { cause })
  }
}

const CONDITIONS = new Set([".", "node", "import", "default"])

/** Entry file from a package's "exports": the first condition that holds, in Node's order. */
function target(exports: unknown): string | undefined {
  if (typeof exports === "string") return exports
  if (typeof exports !== "object" || exports === null) return undefined
  return Object.entries(exports)
    .filter(([condition]) => CONDITIONS.has(condition))
    .map(([, inner]) => target(inner))
    .find(Boolean)
}
