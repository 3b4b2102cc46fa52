import { isDeepStrictEqual, parseArgs } from "node:util"
import { BadInput, COMPILE, Invalid } from "platen/sdk"
import type { Command, Issue, Mode } from "platen/sdk"
import type { App } from "../app.js"
import { lint } from "../scene/lint.js"
import { readModeFile } from "./mode-file.js"
import { requestFor, withApp } from "./setting.js"

const help = `platen lint-mode FILE [OPTIONS]

Compiles a mode spec and draws it on every panel: says what does not compile, with its line and column, what is
clipped, overlaps or cannot be read, and which characters no font has. Exit code 0: nothing found.

  --lang TAG       only this language; may be given several times; default every language of its pool

Example: platen lint-mode my-mode.json
`

export const lintMode: Command = {
  name: "lint-mode",
  summary: "compile a mode spec and look over how it draws",
  help,
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { lang: { type: "string", multiple: true } },
    })
    const [file] = positionals
    if (file === undefined || positionals.length > 1)
      throw new BadInput("name one file: platen lint-mode my-mode.json.")
    const read = readModeFile(file)
    if (typeof read === "string") return printed([read])
    return withApp(async (app) => {
      const { mode, issues } = compiled(app, read.spec)
      const found = read.lines([...issues, ...outOfPlace(app, read.spec)])
      if (!mode) return printed(found)
      const languages = values.lang ?? languagesOf(read.spec)
      const drawn = await lintEverywhere(app, mode, languages)
      if (found.length + drawn.length > 0) return printed([...found, ...drawn.map((line) => `${file}: ${line}`)])
      const panels = app.registry.panels.list().length
      process.stdout.write(`${mode.id} is fine on ${panels} panels in ${languages.join(", ")}.\n`)
      return 0
    })
  },
}

/** Resolves to the exit code of a lint that has found something. */
function printed(lines: readonly string[]): number {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""))
  return 1
}

function compiled(app: App, spec: unknown): { readonly mode?: Mode; readonly issues: readonly Issue[] } {
  try {
    return { mode: app.get(COMPILE)(spec), issues: [] }
  } catch (error) {
    if (!(error instanceof Invalid) || !error.issues) throw error
    return { issues: error.issues }
  }
}

/** What compiles, and yet should not be like that. */
function outOfPlace({ registry }: App, spec: unknown): readonly Issue[] {
  const issues: Issue[] = []
  const { id, content } = (spec ?? {}) as { id?: unknown; content?: { pool?: unknown } | null }
  const other = typeof id === "string" ? registry.modeCatalog(true).get(id) : undefined
  // The spec of an installed mode is the one that it was compiled from.
  if (other && !isDeepStrictEqual(other.definition, spec))
    issues.push({ path: "id", message: `${other.id} is a built-in mode: choose another id` })
  const pool = content?.pool
  if (typeof pool === "object" && pool !== null && Object.keys(pool).length > 0 && !Object.hasOwn(pool, "en"))
    issues.push({
      path: "content.pool",
      message: "the pool has no English entries, so English screens show another language: add entries under en",
    })
  return issues
}

/** What the lint says of a mode on every panel in some languages: one line a finding. */
export async function lintEverywhere(app: App, mode: Mode, languages: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  for (const panel of app.registry.panels.list()) {
    const palette = app.registry.palettes.get(panel.palette)!
    for (const language of languages) {
      const drawn = await app.drawing.page(mode, requestFor(app, mode.id, panel, language))
      if (!drawn) continue
      const env = app.drawing.env({ ...panel, language })
      for (const { rule, message } of lint(drawn.page, panel.width, panel.height, palette, env))
        lines.push(`${panel.id} ${language}: ${rule}: ${message}`)
    }
  }
  return lines
}

function languagesOf(spec: unknown): string[] {
  const pool = (spec as { content?: { pool?: object } }).content?.pool
  return pool ? Object.keys(pool) : ["en"]
}
