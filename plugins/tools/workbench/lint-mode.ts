import { isDeepStrictEqual, parseArgs } from "node:util"
import { BadInput, CLOCK, defineCommand, FILES, Invalid, SERVICE } from "platen/sdk"
import { PANELS, RASTERIZER } from "platen/sdk/drawing"
import { AREAS } from "platen/sdk/http"
import { lintMode, previewRequest } from "platen/sdk/kit"
import { COMPILE, DRAW, MODES, READ_DEFINITION } from "platen/sdk/mode"
import type { Clock, Issue, Service } from "platen/sdk"
import type { DrawRequest, Mode, ModeCatalog } from "platen/sdk/mode"
import { byCause } from "./causes.js"
import type { Drawn } from "./causes.js"
import { findingPath } from "./finding-path.js"
import { furtherPages } from "./lint-pages.js"
import type { LintPage } from "./lint-pages.js"
import { readModeFile } from "./mode-file.js"
import { MOMENT_HELP, MOMENT_OPTIONS, momentOf } from "./moment.js"
import { settingsIn } from "./options.js"

const help = `platen lint-mode FILE [OPTIONS]

Compiles a mode of a JSON or YAML file, or of a folder with mode.json, and draws it on every panel: the page of today, and
those of the widest entries of its pool, or without a pool those of the coming week. Reports, with line and column, faults
of the definition, text that is clipped, overlaps or is too small, characters that no font has, and, after "advice:", names
that nothing uses and parts that repeat. A finding is one line, with the panels on which it holds.
Exit code 0: no findings but advice.

  --lang TAG       only this language; can be repeated; default every language of its pool and its words
  --set JSON       settings of the mode, such as '{"name":"value"}'
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
    clock: CLOCK,
  },
  run: async (args, terminal, services) => {
    const print = (lines: readonly string[]): void => terminal.out(lines.map((line) => `${line}\n`).join(""))
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { lang: { type: "string", multiple: true }, set: { type: "string" }, ...MOMENT_OPTIONS },
    })
    const [file] = positionals
    if (file === undefined || positionals.length > 1)
      throw new BadInput("name one file: platen lint-mode my-mode.json.")
    const { compile, modes, ...needs } = await services()
    const read = await readModeFile(file, needs).catch((error: unknown) => {
      if (error instanceof Invalid) return error.message.replace(/\.$/, "")
      throw error
    })
    if (typeof read === "string") {
      print([read])
      return 1
    }
    const { mode, issues } = compiled(compile, read.spec)
    const found = [...issues, ...outOfPlace(modes, read.spec)]
    const languages = values.lang ?? languagesOf(read.spec)
    const request = {
      ...momentOf(values, needs.service),
      ...(mode && values.set !== undefined && { settings: { [mode.id]: settingsIn(values.set) } }),
    }
    const drawn: Drawn[] = []
    for (const language of mode ? languages : [])
      drawn.push(...(await drawnIn(language, { mode: mode!, spec: read.spec, request }, needs)))
    found.push(...byCause(drawn))
    const advice = (mode?.advice?.() ?? []).map(({ path, message }) => ({ path, message: `advice: ${message}` }))
    print(read.lines([...found, ...advice]))
    if (!mode || found.length > 0) return 1
    print([`${mode.id} is fine on ${needs.panels.list().length} panels in ${languages.join(", ")}.`])
    return 0
  },
})

interface Linted {
  readonly mode: Mode
  readonly spec: unknown
  readonly request: Partial<DrawRequest>
}

/** The findings on the pages in a language. */
async function drawnIn(
  language: string,
  { mode, spec, request }: Linted,
  needs: Parameters<typeof lintMode>[0] & { readonly clock: Clock; readonly service: Service },
): Promise<readonly Drawn[]> {
  const { clock, draw, service } = needs
  const whole = { ...previewRequest(needs, mode.id, { width: 400, height: 300, palette: "bw", language }), ...request }
  const { at = clock.now(), timeZone } = whole
  const content = (await draw.page(mode, whole))?.content
  const today = content && { language, data: content.data, at, timeZone }
  const pages: readonly Partial<LintPage>[] = [{}, ...(today ? furtherPages(spec, today, service) : [])]
  const drawn: Drawn[] = []
  for (const { request: own, of, entry } of pages)
    for (const line of await lintMode(needs, mode, [language], { ...request, ...own })) {
      const [, panel = "", message = line] = /^(\S+) \S+: (.*)$/s.exec(line) ?? []
      const path = findingPath(spec, { language, message, entry })
      const isEntry = entry !== undefined && `${path}.`.startsWith(`${entry}.`)
      drawn.push({ path, message, panel, language, ...(of !== undefined && !isEntry && { of }) })
    }
  return drawn
}

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
