import { isDeepStrictEqual, parseArgs } from "node:util"
import { BadInput, defineCommand, FILES, Invalid, SERVICE } from "platen/sdk"
import { PANELS, RASTERIZER } from "platen/sdk/drawing"
import { AREAS } from "platen/sdk/http"
import { lintMode } from "platen/sdk/kit"
import { COMPILE, DRAW, MODES, READ_DEFINITION } from "platen/sdk/mode"
import type { Issue } from "platen/sdk"
import type { Mode, ModeCatalog } from "platen/sdk/mode"
import { findingPath } from "./finding-path.js"
import { readModeFile } from "./mode-file.js"
import { MOMENT_HELP, MOMENT_OPTIONS, momentOf } from "./moment.js"

const help = `platen lint-mode FILE [OPTIONS]

Compiles a mode of a JSON or YAML file, or of a folder with mode.json, and draws it on every panel. Reports, with line
and column, faults of the definition, text that is clipped, overlaps or is too small, characters that no font has, and
advice: names that nothing uses, parts that repeat. A finding is one line, with the panels on which it holds.
Exit code 0: no findings.

  --lang TAG       only this language; can be repeated; default every language of its pool and its words
${MOMENT_HELP}

Example: platen lint-mode my-mode.json
`

export default defineCommand({
  help,
  needs: {
    compile: COMPILE,
    read: READ_DEFINITION,
    files: FILES,
    modes: MODES,
    panels: PANELS,
    draw: DRAW,
    rasterizer: RASTERIZER,
    service: SERVICE,
    areas: AREAS,
  },
  run: async (args, terminal, services) => {
    const printed = (lines: readonly string[]): number => {
      terminal.out(lines.map((line) => `${line}\n`).join(""))
      return 1
    }
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { lang: { type: "string", multiple: true }, ...MOMENT_OPTIONS },
    })
    const [file] = positionals
    if (file === undefined || positionals.length > 1)
      throw new BadInput("name one file: platen lint-mode my-mode.json.")
    const { compile, modes, ...needs } = await services()
    const read = await readModeFile(file, needs).catch((error: unknown) => {
      if (error instanceof Invalid) return error.message.replace(/\.$/, "")
      throw error
    })
    if (typeof read === "string") return printed([read])
    const moment = momentOf(values, needs.service)
    const { mode, issues } = compiled(compile, read.spec)
    const found = [...issues, ...outOfPlace(modes, read.spec), ...(mode?.advice?.() ?? [])]
    const languages = values.lang ?? languagesOf(read.spec)
    const drawn: Issue[] = []
    for (const language of mode ? languages : [])
      for (const message of await lintMode(needs, mode!, [language], moment))
        drawn.push({ path: findingPath(read.spec, language, message), message })
    found.push(...byCause(drawn))
    if (!mode || found.length > 0) return printed(read.lines(found))
    terminal.out(`${mode.id} is fine on ${needs.panels.list().length} panels in ${languages.join(", ")}.\n`)
    return 0
  },
})

/** One finding for each fault of a node, of findings on single pages ("4.2-bw en: clipped: ..."): with the panels and languages on which it holds, and the worst of its sizes. Sizes alone make no other fault. */
function byCause(drawn: readonly Issue[]): readonly Issue[] {
  const causes = new Map<
    string,
    { readonly path: string; message: string; worst?: string; readonly on: Map<string, Set<string>> }
  >()
  for (const { path, message } of drawn) {
    const [, panel = "", language = "", what = message] = /^(\S+) (\S+): (.*)$/s.exec(message) ?? []
    const key = `${path} ${what.replaceAll(/\d+/g, "#").replaceAll(/"[^"]*"/g, '"')}`
    const cause = causes.get(key) ?? { path, message: what, on: new Map<string, Set<string>>() }
    if (highBy(what) > highBy(cause.message)) {
      cause.message = what
      cause.worst = panel
    }
    causes.set(key, cause)
    cause.on.set(language, (cause.on.get(language) ?? new Set()).add(panel))
  }
  return [...causes.values()].map(({ path, message, worst, on }) => {
    const places = [...on].map(([language, panels]) => `${[...panels].join(", ")} in ${language}`)
    return {
      path,
      message: `${message.replace(/\.$/, "")} (${worst === undefined ? "" : `worst on ${worst}: `}${places.join("; ")})`,
    }
  })
}

/** Pixels by which a text is too high, as its finding says. */
const highBy = (finding: string): number => Number(/ (\d+) pixels too high/.exec(finding)?.[1] ?? 0)

function compiled(
  compile: (spec: unknown) => Mode,
  spec: unknown,
): { readonly mode?: Mode; readonly issues: readonly Issue[] } {
  try {
    return { mode: compile(spec), issues: [] }
  } catch (error) {
    if (!(error instanceof Invalid) || !error.issues) throw error
    return { issues: error.issues }
  }
}

/** Faults of a spec that compiles: the id of an installed mode, a pool without English. */
function outOfPlace(modes: ModeCatalog, spec: unknown): readonly Issue[] {
  const issues: Issue[] = []
  const { id, content } = (spec ?? {}) as { id?: unknown; content?: { pool?: unknown } | null }
  const other = typeof id === "string" ? modes.page(id) : undefined
  // A built-in mode may be linted from its own spec.
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

/** The languages of the pool, and of the words. */
function languagesOf(spec: unknown): string[] {
  const { content, words = {} } = spec as { content?: { pool?: object }; words?: object }
  const languages = new Set([...Object.keys(content?.pool ?? {}), ...Object.keys(words)])
  return languages.size > 0 ? [...languages] : ["en"]
}
