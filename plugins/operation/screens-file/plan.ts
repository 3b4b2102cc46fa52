import { isDeepStrictEqual } from "node:util"
import { PlatenError } from "platen/sdk"
import type { EntryPlan, FileEntry, ScreensFile, ScreensFilePart } from "platen/sdk/screens-file"
import type { Fault, ReadEntry } from "./entries.js"
import type { Section } from "./sections.js"

/** An entry with what applying it does. */
export interface PlannedEntry extends ReadEntry {
  readonly plans: ReadonlyMap<ScreensFilePart, EntryPlan>
  /** "added": the server has no such entry. */
  readonly change: "added" | "changed" | "same"
  /** The fields of all parts. */
  readonly before: FileEntry
  readonly after: FileEntry
}

/** What applying a file does. */
export interface FilePlan {
  readonly entries: readonly PlannedEntry[]
  readonly faults: readonly Fault[]
  readonly warnings: readonly Fault[]
  /** Takes back what planning has put into memory. */
  release(): Promise<void>
}

/** Plans every entry, part by part in order of rank. Writes nothing. */
export async function planFile(
  entries: readonly ReadEntry[],
  sections: readonly Section[],
  secrets: ReadonlyMap<string, string>,
): Promise<FilePlan> {
  const file = fileOf(entries, secrets)
  const faults: Fault[] = []
  const warnings: Fault[] = []
  const plans = new Map<ReadEntry, Map<ScreensFilePart, EntryPlan>>(entries.map((entry) => [entry, new Map()]))
  for (const part of partsOf(sections)) {
    for (const entry of entries.filter(({ fields }) => fields.has(part))) {
      const at = (path: string): string => [entry.path, path].filter(Boolean).join(".")
      const plan = await planned(part, entry.fields.get(part)!, file)
      plans.get(entry)!.set(part, plan)
      faults.push(...(plan.issues ?? []).map(({ path, message }) => ({ path: at(path), message })))
      warnings.push(...(plan.warnings ?? []).map((message) => ({ path: entry.path, message })))
    }
  }
  return {
    entries: entries.map((entry) => withChange(entry, plans.get(entry)!)),
    faults,
    warnings,
    release: async () => {
      for (const plan of [...plans.values()].flatMap((each) => [...each.values()]).toReversed()) await plan.release?.()
    },
  }
}

/** All parts, in order of rank. */
export function partsOf(sections: readonly Section[]): readonly ScreensFilePart[] {
  return sections.flatMap(({ parts }) => parts).toSorted((a, b) => a.rank - b.rank)
}

async function planned(part: ScreensFilePart, entry: FileEntry, file: ScreensFile): Promise<EntryPlan> {
  try {
    return await part.plan(entry, file)
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error
    const issues = error.issues ?? [{ path: "", message: error.message.replace(/\.$/, "") }]
    return { before: undefined, after: entry, issues, apply: async () => [] }
  }
}

function withChange(entry: ReadEntry, plans: ReadonlyMap<ScreensFilePart, EntryPlan>): PlannedEntry {
  const all = [...plans.values()]
  const isNew = all.every(({ before }) => before === undefined)
  const isSame = all.every((plan) => !isChanged(plan))
  return {
    ...entry,
    plans,
    change: isSame ? "same" : isNew ? "added" : "changed",
    before: Object.assign({}, ...all.map(({ before }) => before)) as FileEntry,
    after: Object.assign({}, ...all.map(({ after }) => after)) as FileEntry,
  }
}

/** Whether a part of an entry is to be applied. */
export function isChanged({ before, after }: EntryPlan): boolean {
  return !isDeepStrictEqual(before, after)
}

function fileOf(entries: readonly ReadEntry[], secrets: ReadonlyMap<string, string>): ScreensFile {
  const sections = new Map<string, Map<string, FileEntry>>()
  for (const { section, id, fields } of entries) {
    const own = sections.get(section.name) ?? new Map<string, FileEntry>()
    sections.set(section.name, own.set(id, Object.assign({}, ...fields.values()) as FileEntry))
  }
  return { entries: (section) => sections.get(section) ?? new Map(), secret: (name) => secrets.get(name) }
}

/** The entries of the server, by section: the fields of all parts by id, in order of ids. */
export async function readServer(
  sections: readonly Section[],
): Promise<ReadonlyMap<Section, ReadonlyMap<string, FileEntry>>> {
  const all = new Map<Section, ReadonlyMap<string, FileEntry>>()
  for (const section of sections) {
    const found = new Map<string, FileEntry>()
    for (const part of section.parts)
      for (const entry of await part.read()) found.set(part.id(entry), { ...found.get(part.id(entry)), ...entry })
    all.set(section, new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1))))
  }
  return all
}
