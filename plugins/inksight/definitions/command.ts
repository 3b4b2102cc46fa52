import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { BadInput, defineCommand, PlatenError } from "platen/sdk"
import { convert } from "./convert.js"
import type { Converted } from "./convert.js"

const help = `platen import inksight PATH [--write FOLDER]

Converts definitions of modes in InkSight's format: a JSON file, or all JSON files of a folder. Prints the id of each mode, how many of its
parts were taken, approximated and refused, and each of them. Writes nothing without --write.
Exit code 0: every file was converted.

  --write FOLDER   writes each mode as a file, ID.json, into the folder; no file is overwritten

Example: platen import inksight my-modes/ --write converted/
`

/** Bytes of a file: no definition is larger. */
const MAX_FILE = 1 << 20

/** A file, and what became of it. */
interface Read {
  readonly file: string
  readonly converted?: Converted
  /** Why there is none. */
  readonly fault?: string
}

export default defineCommand({
  help,
  run: async (args, terminal) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { write: { type: "string" } },
    })
    const [format, place, ...more] = positionals
    if (format !== "inksight" || place === undefined || more.length > 0)
      throw new BadInput("write platen import inksight PATH; platen import --help explains it.")
    const all = filesIn(place).map(readFile)
    for (const read of all) terminal.out(linesOf(read).join("\n") + "\n")
    if (values.write !== undefined) write(all, values.write, (line) => terminal.out(`${line}\n`))
    return all.every(({ converted }) => converted) ? 0 : 1
  },
})

function filesIn(place: string): readonly string[] {
  if (!existsSync(place)) throw new BadInput(`there is no file or folder ${place}.`)
  if (!statSync(place).isDirectory()) return [place]
  const names = readdirSync(place)
    .filter((name) => name.endsWith(".json"))
    .sort()
  if (names.length === 0) throw new BadInput(`${place} has no JSON files.`)
  return names.map((name) => path.join(place, name))
}

function readFile(file: string): Read {
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

const idOf = ({ spec }: Converted): string => (spec as { readonly id: string }).id

function linesOf({ file, converted, fault }: Read): readonly string[] {
  if (!converted) return [`${file}: not converted: ${fault}`]
  const count = (result: string): number => converted.report.filter((line) => line.result === result).length
  const counts = ["taken", "approximated", "refused"].map((result) => `${count(result)} ${result}`).join(", ")
  return [
    `${file}: ${idOf(converted)}: ${counts}`,
    ...converted.report.map(({ path: at, result, message }) => `  ${result.padEnd(12)} ${at}: ${message}`),
  ]
}

/** Writes the converted modes. Throws BadInput, before anything is written, where a file exists or two have one id. */
function write(all: readonly Read[], folder: string, say: (line: string) => void): void {
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
