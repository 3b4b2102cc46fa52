import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { BadInput, COMPILE, Invalid } from "platen/sdk"
import type { Command, Mode } from "platen/sdk"
import type { App } from "../app.js"
import { lint } from "../scene/lint.js"
import { requestFor, withApp } from "./setting.js"

const help = `platen lint-mode FILE [OPTIONS]

Compiles a mode spec and draws it on every panel: says what does not compile, what is clipped, overlaps or
cannot be read, and which characters no font has. Exit code 0: nothing found.

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
    const spec = parsed(file)
    return withApp(async (app) => {
      let mode: Mode
      try {
        mode = app.get(COMPILE)(spec)
      } catch (error) {
        if (!(error instanceof Invalid) || !error.issues) throw error
        process.stdout.write(error.issues.map(({ path, message }) => `${path || "(the whole)"}: ${message}\n`).join(""))
        return 1
      }
      const languages = values.lang ?? languagesOf(spec)
      const found = await lintEverywhere(app, mode, languages)
      process.stdout.write(
        found.length > 0
          ? `${found.join("\n")}\n`
          : `${mode.id} is fine on ${app.registry.panels.list().length} panels in ${languages.join(", ")}.\n`,
      )
      return found.length > 0 ? 1 : 0
    })
  },
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

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (cause) {
    throw new BadInput(`${file} cannot be read as JSON: ${(cause as Error).message}.`, { cause })
  }
}

function languagesOf(spec: unknown): string[] {
  const pool = (spec as { content?: { pool?: object } }).content?.pool
  return pool ? Object.keys(pool) : ["en"]
}
