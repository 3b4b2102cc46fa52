import { readFileSync } from "node:fs"
import path from "node:path"
import { SetupError, z } from "platen/sdk"
import { parse as parseYaml } from "yaml"
import { isTimeZone } from "platen/sdk/kit"

const port = z.coerce.number().int().min(0).max(65_535)
const timeZone = z.string().refine(isTimeZone, 'is not an IANA time zone, such as "Europe/Berlin"')

/** Whether a text is an origin as a browser sends it: scheme, host and port only. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], "is not an address or a range, such as 10.0.0.0/8")

const schema = z.strictObject({
  server: z
    .strictObject({
      port: port.default(3000),
      host: z.string().min(1).default("0.0.0.0"),
      publicUrl: z.url({ protocol: /^https?$/ }).optional(),
      trustProxy: z.array(range).default([]),
      origins: z
        .array(z.string().refine(isOrigin, 'is not an origin, such as "https://screens.example.org"'))
        .default([]),
      limits: z.record(z.string(), z.number().int().min(1).max(1_000_000_000)).default({}),
      lanHosts: z.array(z.string().min(1)).default([]),
      logLevel: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
      storage: z
        .number()
        .int()
        .min(64 << 20, "must be at least 67108864 bytes (64 MiB)")
        .default(4 * 2 ** 30),
      devices: z.number().int().min(1).max(10_000_000).default(100_000),
    })
    .prefault({}),
  storage: z.looseObject({ engine: z.string().min(1).default("sqlite") }).prefault({}),
  answers: z.strictObject({ store: z.string().min(1).optional(), options: z.unknown().optional() }).prefault({}),
  security: z
    .strictObject({
      adminToken: z.string().min(16, "must have at least 16 characters").optional(),
      registration: z.enum(["open", "closed"]).default("open"),
      tokenReissue: z.enum(["confirm", "open"]).default("confirm"),
      pairing: z.enum(["on", "off"]).default("on"),
      metrics: z.enum(["local", "open"]).default("local"),
    })
    .prefault({}),
  defaults: z
    .strictObject({
      language: z
        .string()
        .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'is not a language tag, such as "en" or "zh-Hans"')
        .default("en"),
      mode: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]{1,31}$/, 'is not a mode id, such as "DAILY"')
        .default("DAILY"),
      timeZone: timeZone.default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
      place: z
        .strictObject({
          name: z.string().optional(),
          latitude: z.number().min(-90).max(90),
          longitude: z.number().min(-180).max(180),
        })
        .optional(),
    })
    .prefault({}),
  plugins: z
    .record(z.string(), z.union([z.literal(false), z.literal(true), z.null(), z.record(z.string(), z.unknown())]))
    .default({}),
})

/** The validated server configuration. */
export type AppConfig = z.output<typeof schema> & {
  /** Absolute path of the folder that holds the store. */
  readonly dataFolder: string
  /** Absolute path of the folder of unpacked fonts. */
  readonly fontFolder: string
  /** Absolute path from which plugin folders and packages are resolved. */
  readonly folder: string
}

export interface ConfigSource {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

const surroundings = (): ConfigSource => ({ env: process.env, cwd: process.cwd() })

/**
 * Loads `platen.yaml` from the working folder, or the file that PLATEN_CONFIG names. PORT, HOST, PLATEN_DATA,
 * PLATEN_FONTS and PLATEN_PUBLIC_URL override it. Without a file the defaults apply. `needsSecrets`: false for a command, which leaves out what is
 * named elsewhere and is not there. Throws SetupError that names the key and the remedy.
 */
export function loadConfig({ env, cwd } = surroundings(), needsSecrets = true): AppConfig {
  const file = env.PLATEN_CONFIG ? path.resolve(cwd, env.PLATEN_CONFIG) : path.join(cwd, "platen.yaml")
  const written = sections(resolved(read(file, Boolean(env.PLATEN_CONFIG)), { file, env, needsSecrets }, []), file)
  const above = Object.fromEntries(
    Object.entries(ABOVE).flatMap(([key, name]) => (env[name] ? [[key, env[name]]] : [])),
  )
  const server = isObject(written.server ?? {}) ? { ...(written.server as object), ...above } : written.server
  const checked = schema.safeParse({ ...written, server })
  if (!checked.success) throw new SetupError(faults(checked.error, file, above))
  const dataFolder = path.resolve(cwd, env.PLATEN_DATA || "data")
  const fontFolder = env.PLATEN_FONTS ? path.resolve(cwd, env.PLATEN_FONTS) : path.join(dataFolder, "fonts")
  return { ...checked.data, dataFolder, fontFolder, folder: path.dirname(file) }
}

/** Keys of `server`, and the environment variables that override them. */
const ABOVE: Readonly<Record<string, string>> = { port: "PORT", host: "HOST", publicUrl: "PLATEN_PUBLIC_URL" }

/** Removes empty sections, which YAML reads as null. */
function sections(written: unknown, file: string): Readonly<Record<string, unknown>> {
  if (written === null) return {}
  if (!isObject(written))
    throw new SetupError(
      `The config file ${file} has no keys: write "${Object.keys(schema.shape).join(':" or "')}:", with its settings below it.`,
    )
  return Object.fromEntries(Object.entries(written).filter(([key, value]) => value !== null || !(key in schema.shape)))
}

function read(file: string, required: boolean): unknown {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch (cause) {
    if (!required && (cause as NodeJS.ErrnoException).code === "ENOENT") return null
    throw new SetupError(
      `The config file ${file} cannot be read (${(cause as NodeJS.ErrnoException).code}): correct PLATEN_CONFIG, or the permissions of the file.`,
      { cause },
    )
  }
  try {
    return parseYaml(text) ?? null
  } catch (cause) {
    throw new SetupError(
      `The config file ${file} is not YAML: ${(cause as Error).message.split("\n")[0]!.replace(/[.:]$/, "")}.`,
      { cause },
    )
  }
}

const MAX_DEPTH = 32

/** Whose references are resolved. */
type Written = Pick<ConfigSource, "env"> & { readonly file: string; readonly needsSecrets: boolean }

/** Replaces `{ env: NAME }` and `{ file: PATH }` by the value they refer to, so that secrets can stay outside the config file. */
function resolved(value: unknown, written: Written, at: readonly string[]): unknown {
  if (at.length > MAX_DEPTH)
    throw new SetupError(
      `${at.slice(0, 3).join(".")} in ${written.file} is nested deeper than ${MAX_DEPTH} levels, or refers to itself: flatten it, or write it out.`,
    )
  if (Array.isArray(value)) return value.map((item, i) => resolved(item, written, [...at, String(i)]))
  if (!isObject(value)) return value
  const [only, ...more] = Object.keys(value)
  const name = more.length === 0 ? value[only!] : undefined
  if ((only === "env" || only === "file") && typeof name === "string") return referred(only, name, written, at)
  const all = Object.entries(value).map(([key, item]) => [key, resolved(item, written, [...at, key])] as const)
  return Object.fromEntries(all.filter(([, item]) => item !== undefined))
}

function referred(kind: "env" | "file", name: string, written: Written, at: readonly string[]): string | undefined {
  const { file, env, needsSecrets } = written
  const where = `${at.join(".")} in ${file} names the`
  try {
    const value = kind === "env" ? env[name] : readFileSync(path.resolve(path.dirname(file), name), "utf8").trim()
    if (value !== undefined || !needsSecrets) return value
  } catch (cause) {
    if (!needsSecrets) return undefined
    const { code } = cause as NodeJS.ErrnoException
    throw new SetupError(`${where} file ${name}, which cannot be read (${code}): create it, or write the value.`, {
      cause,
    })
  }
  throw new SetupError(`${where} environment variable ${name}, which is not set: set it, or write the value.`)
}

function faults(error: z.ZodError, file: string, above: object): string {
  return error.issues
    .map((issue) => {
      const at = issue.path.join(".")
      const [section, key = ""] = issue.path
      if (section === "server" && key in above)
        return `The environment variable ${ABOVE[String(key)]}: ${issue.message.replace(/\.$/, "")}.`
      if (issue.code === "unrecognized_keys")
        return `Unknown field ${issue.keys.map((key) => `"${key}"`).join(" and ")}${at ? ` in ${at}` : ""} of ${file}: remove it, or correct its name.`
      return `${file}: ${at || "the file"}: ${issue.message.replace(/\.$/, "")}.`
    })
    .join(" ")
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
