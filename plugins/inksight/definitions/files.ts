import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { BadInput, PlatenError } from "platen/sdk"
import type { Catalog } from "platen/sdk"
import type { Importer, ImportTarget } from "platen/sdk/device"
import { convert } from "./convert.js"
import type { Converted } from "./convert.js"
import { Outcome, saidOf } from "./database/outcome.js"
import type { Section } from "./database/outcome.js"

/** Bytes of a file: no definition is larger. */
const MAX_FILE = 1 << 20

/** A file of a definition, and what became of it. */
export interface Read {
  readonly file: string
  readonly converted?: Converted
  /** Why there is none. */
  readonly fault?: string
}

/** Reads a definition of a mode from a file, and converts it. */
export function readFile(file: string): Read {
  try {
    if (statSync(file).size > MAX_FILE) return { file, fault: "the file is larger than 1 MiB" }
    const converted = convert(JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, "")))
    return converted ? { file, converted } : { file, fault: "it is no definition in InkSight's format" }
  } catch (error) {
    if (error instanceof PlatenError) return { file, fault: error.message.replace(/\.$/, "") }
    if (error instanceof SyntaxError) return { file, fault: `it is no JSON: ${error.message}` }
    return { file, fault: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})` }
  }
}

export const idOf = ({ spec }: Converted): string => (spec as { readonly id: string }).id

/** The report of a file. */
export function linesOf({ file, converted, fault }: Read): readonly string[] {
  if (!converted) return [`${file}: not converted: ${fault}`]
  const count = (result: string): number => converted.report.filter((line) => line.result === result).length
  const counts = ["taken", "approximated", "refused"].map((result) => `${count(result)} ${result}`).join(", ")
  return [
    `${file}: ${idOf(converted)}: ${counts}`,
    ...converted.report.map(({ path: at, result, message }) => `  ${result.padEnd(12)} ${at}: ${message}`),
  ]
}

/** Writes the converted modes. Throws BadInput, before anything is written, where a file exists or two have one id. */
export function write(all: readonly Read[], folder: string, say: (line: string) => void): void {
  const files = all.flatMap(({ converted }) =>
    converted ? [{ file: path.join(folder, `${idOf(converted)}.json`), spec: converted.spec }] : [],
  )
  const twice = files.find(({ file }, i) => files.findIndex((other) => other.file === file) !== i)
  if (twice) throw new BadInput(`two definitions have the id of ${twice.file}: convert them apart.`)
  const existing = files.find(({ file }) => existsSync(file))
  if (existing) throw new BadInput(`${existing.file} exists: remove it, or name another folder.`)
  mkdirSync(folder, { recursive: true })
  for (const { file, spec } of files) {
    writeFileSync(file, `${JSON.stringify(spec, null, 2)}\n`, { flag: "wx" })
    say(`${file} is written.`)
  }
}

/** Saves the converted modes for all devices. Resolves to what became of them. */
export async function saveModes(
  all: readonly Read[],
  importers: Catalog<Importer>,
  how: ImportTarget["how"],
): Promise<readonly Section[]> {
  const outcome = new Outcome()
  const importer = importers.get("modes")
  for (const { converted } of all) {
    if (!converted) continue
    const id = idOf(converted)
    try {
      if (!importer) throw new BadInput("the plugin that has modes is turned off.")
      const { result } = await importer.take(converted.spec, { how, modes: new Set() })
      outcome.add(({ taken: "taken", same: "unchanged", kept: "kept" } as const)[result], "mode", saidOf(id, result))
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error
      outcome.add("refused", "mode", `${id}: ${error.message}`)
    }
  }
  return outcome.lines.length === 0 ? [] : [{ title: "modes for all devices", lines: outcome.lines }]
}
