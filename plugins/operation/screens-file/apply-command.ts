import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { BadInput, defineCommand, Invalid } from "platen/sdk"
import { SCREENS_FILE_PARTS } from "platen/sdk/screens-file"
import type { Catalog, Terminal } from "platen/sdk"
import type { ScreensFilePart } from "platen/sdk/screens-file"
import { changesOf, printable } from "./diff.js"
import { yamlText } from "./document.js"
import type { YamlText } from "./document.js"
import { readEntries } from "./entries.js"
import type { Fault } from "./entries.js"
import { isChanged, partsOf, planFile, readServer } from "./plan.js"
import type { FilePlan, PlannedEntry } from "./plan.js"
import { FILE_SECRETS } from "./secrets.js"
import { sectionsOf } from "./sections.js"
import type { Section } from "./sections.js"

const help = `platen apply FILE [--dry-run] [--yes]

Makes people, custom modes and screens as FILE says, which platen export writes and you may change. First it checks the
whole file and prints what would change; then it asks. One fault in the file, and nothing at all is changed.

  --dry-run   prints what would change, and changes nothing
  --yes       does not ask

What is not in the file stays as it is: apply deletes no person, no mode and no screen. A new person cannot sign in until
platen user set-password. A screen keeps its owner; one that has never called may be named in advance. A running server
draws changed screens at their next refresh, and has new and changed modes once it is restarted.

Exit code 0: the file is applied, nothing had to change, or --dry-run has printed what would. 1: a fault, or the answer
was no. 2: wrong usage.

Example: platen apply screens.yaml --dry-run
`

/** Faults that are printed. */
const MAX_FAULTS = 50
/** Entries that are named of those that are not in the file. */
const MAX_NAMED = 20

export default defineCommand({
  help,
  data: "server",
  needs: { parts: SCREENS_FILE_PARTS, secrets: FILE_SECRETS },
  run: async (args, terminal, services) => {
    const {
      positionals: [file, ...more],
      values: { "dry-run": isDry, yes },
    } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { "dry-run": { type: "boolean", default: false }, yes: { type: "boolean", default: false } },
    })
    if (file === undefined || more.length > 0) throw new BadInput("expected exactly one file: platen apply FILE.")
    const text = yamlText(textOf(file), file)
    return apply({ file, text, isDry, yes }, terminal, await services())
  },
})

interface Asked {
  readonly file: string
  readonly text: YamlText
  readonly isDry: boolean
  readonly yes: boolean
}

interface Needs {
  readonly parts: Catalog<ScreensFilePart>
  readonly secrets: ReadonlyMap<string, string>
}

async function apply(
  { file, text, isDry, yes }: Asked,
  terminal: Terminal,
  { parts, secrets }: Needs,
): Promise<number> {
  const sections = sectionsOf(parts.list())
  const line = ({ path, key, message }: Fault): string =>
    printable(`${file}:${text.placeOf(path, key)}${path === "" ? "" : ` ${path}`}: ${message}`)
  const read = readEntries(text.value, sections)
  refuse(read.faults, line)
  const plan = await planFile(read.entries, sections, secrets)
  try {
    refuse(plan.faults, line)
    print(plan, sections, terminal)
    await printOthers(plan, sections, terminal)
    for (const warning of plan.warnings) terminal.out(`Warning: ${line(warning)}\n`)
    const changed = plan.entries.filter(({ change }) => change !== "same")
    if (changed.length === 0) terminal.out("Nothing to change.\n")
    else if (isDry) terminal.out("Nothing was changed: this was --dry-run.\n")
    else if (yes || (await agrees(terminal))) await applyAll(plan, sections, terminal)
    else {
      terminal.out("Nothing was changed.\n")
      return 1
    }
    return 0
  } finally {
    await plan.release()
  }
}

/** Throws Invalid, with a line for each fault, where there is one. */
function refuse(faults: readonly Fault[], line: (fault: Fault) => string): void {
  if (faults.length === 0) return
  const more = faults.length > MAX_FAULTS ? [`and ${faults.length - MAX_FAULTS} more`] : []
  const lines = [...faults.slice(0, MAX_FAULTS).map(line), ...more]
  throw new Invalid(
    `the file has ${faults.length === 1 ? "a fault" : `${faults.length} faults`}, and nothing was changed:\n${lines.map((each) => `  ${each}`).join("\n")}`,
  )
}

function print({ entries }: FilePlan, sections: readonly Section[], terminal: Terminal): void {
  for (const section of sections) {
    const own = entries.filter((entry) => entry.section === section && entry.change !== "same")
    if (own.length === 0) continue
    terminal.out(`${section.name}\n`)
    for (const entry of own) for (const line of linesOf(entry)) terminal.out(`  ${line}\n`)
  }
  const count = (change: PlannedEntry["change"]): number => entries.filter((entry) => entry.change === change).length
  terminal.out(`${count("added")} to add, ${count("changed")} to change, ${count("same")} as they are.\n`)
}

function linesOf({ id, change, before, after }: PlannedEntry): readonly string[] {
  const mark = change === "added" ? "+" : "~"
  return [printable(`${mark} ${id}`), ...changesOf(before, after).map((line) => `    ${line}`)]
}

/** Names what the server has and the file has not. */
async function printOthers({ entries }: FilePlan, sections: readonly Section[], terminal: Terminal): Promise<void> {
  for (const [section, all] of await readServer(sections)) {
    const named = new Set(entries.filter((entry) => entry.section === section).map(({ id }) => id))
    const others = [...all.keys()].filter((id) => !named.has(id))
    const more = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : ""
    if (others.length > 0)
      terminal.out(
        printable(
          `Not in the file, left as they are: ${section.name} ${others.slice(0, MAX_NAMED).join(", ")}${more}.`,
        ) + "\n",
      )
  }
}

async function agrees(terminal: Terminal): Promise<boolean> {
  try {
    return /^y(es)?$/i.test((await terminal.ask("Apply these changes? yes or no: ")).trim())
  } catch (cause) {
    if (!(cause instanceof Invalid)) throw cause
    throw new Invalid("nobody answered, and nothing was changed: --yes applies without a question.", { cause })
  }
}

async function applyAll({ entries }: FilePlan, sections: readonly Section[], terminal: Terminal): Promise<void> {
  const done: string[] = []
  const notes = new Set<string>()
  try {
    for (const part of partsOf(sections)) {
      for (const { id, section, plans } of entries) {
        const plan = plans.get(part)
        if (!plan || !isChanged(plan)) continue
        for (const note of await plan.apply()) notes.add(note)
        done.push(`${section.name} ${id}`)
      }
    }
  } catch (error) {
    terminal.error(
      printable(`Before this fault, these were applied: ${[...new Set(done)].join(", ") || "none"}.`) + "\n",
    )
    throw error
  }
  const count = (change: PlannedEntry["change"]): number => entries.filter((entry) => entry.change === change).length
  terminal.out(`Applied: ${count("added")} added, ${count("changed")} changed.\n`)
  for (const note of notes) terminal.out(`${printable(note)}\n`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause
    throw new BadInput(`${file} does not exist: write one with platen export ${file}.`, { cause })
  }
}
