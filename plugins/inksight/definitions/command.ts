import { existsSync, readdirSync, statSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { BadInput, CLOCK, DATA_FOLDER, defineCommand, NotFound, PlatenError } from "platen/sdk"
import type { Catalog, Terminal } from "platen/sdk"
import { DEVICES, IMPORTERS } from "platen/sdk/device"
import { ACCOUNTS, AREAS } from "platen/sdk/http"
import type { Accounts, Area } from "platen/sdk/http"
import { MODES } from "platen/sdk/mode"
import { contentsOf } from "./database/contents.js"
import { isDatabase, withDatabase } from "./database/open.js"
import { counted, printable, printed } from "./database/outcome.js"
import type { Section } from "./database/outcome.js"
import { tablesOf } from "./database/tables.js"
import { takeOver } from "./database/take-over.js"
import type { Needs, Options } from "./database/take-over.js"
import { linesOf, readFile, saveModes, write } from "./files.js"

const help = `platen import inksight PATH [--apply] [--replace] [--owner NAME] [--same-people] [--edition ID] [--write FOLDER]

Takes over what InkSight has: definitions of modes (JSON files), and its database inksight.db, with the devices and their tokens,
configs, custom modes, favorites, habits, alert tokens and people. PATH is a file, or a folder of both. Nothing in PATH is changed.
Prints what would become of each part, and writes nothing without --apply. What is here already stays; a second import changes nothing.
Exit code 0: nothing was refused.

  --apply          writes it: modes of files for all devices, everything else for the devices of the database
  --replace        what the import brings replaces the configs, the modes and the alert tokens that are here, and adds its tokens
  --owner NAME     the user who owns the devices that have no owner otherwise
  --same-people    a user here is the same person as InkSight's of that name, and gets their devices
  --edition ID     the edition whose devices they are; default: that at the root
  --write FOLDER   writes each mode of a JSON file as a file, ID.json, into the folder; no file is overwritten

Stop InkSight's server before. People sign in with the passwords that they have; nobody becomes an admin. Keys of models must be entered
again: they are encrypted with InkSight's own key.

Example: platen import inksight inksight.db --apply
`

const OPTIONS = {
  apply: { type: "boolean", default: false },
  replace: { type: "boolean", default: false },
  owner: { type: "string" },
  "same-people": { type: "boolean", default: false },
  edition: { type: "string" },
  write: { type: "string" },
} as const

type Services = Needs & {
  readonly areas: Catalog<Area>
  readonly accounts: Accounts
  readonly folder: string
}

export default defineCommand({
  help,
  data: "server",
  needs: {
    devices: DEVICES,
    accounts: ACCOUNTS,
    importers: IMPORTERS,
    modes: MODES,
    clock: CLOCK,
    areas: AREAS,
    folder: DATA_FOLDER,
  },
  run: async (args, terminal, services) => {
    const { values, place } = read(args)
    const all = filesIn(place)
    const databases = all.filter(isDatabase)
    const definitions = all.filter((file) => !databases.includes(file)).map(readFile)
    for (const each of definitions) terminal.out(linesOf(each).join("\n") + "\n")
    if (values.write !== undefined) write(definitions, values.write, (line) => terminal.out(`${line}\n`))
    const isConverted = definitions.every(({ converted }) => converted)
    if (databases.length === 0 && !values.apply) return isConverted ? 0 : 1
    const needs = (await services()) as Services
    const options = await optionsOf(values, needs)
    const sections = values.apply ? await saveModes(definitions, needs.importers, options.how) : []
    if (sections.length > 0) terminal.out(`${printed(sections)}\n`)
    const results = [isConverted, !isRefused(sections)]
    for (const file of databases) results.push(await importDatabase(file, { needs, options, terminal }))
    terminal.out(values.apply ? AFTERWARDS : DRY)
    return results.every(Boolean) ? 0 : 1
  },
})

const DRY = "This was a dry run: nothing was written. Add --apply to write it.\n"
const AFTERWARDS = "It is written. A server that runs loads new modes at its next start.\n"

interface Given {
  readonly values: Partial<Record<"owner" | "edition" | "write", string>> &
    Record<"apply" | "replace" | "same-people", boolean>
  readonly place: string
}

function read(args: readonly string[]): Given {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  const [format, place, ...more] = positionals
  if (format !== "inksight" || place === undefined || more.length > 0)
    throw new BadInput("write platen import inksight PATH; platen import --help explains it.")
  return { values, place }
}

/** Where InkSight has databases and definitions, below the folder of its server and below that of its sources. */
const BELOW = ["backend", "core/modes/custom", "backend/core/modes/custom"]

/** The database of drawn pages, which lies beside the other. */
const CACHE = "cache.db"

/** A file; or the definitions and databases of a folder, and those below it where InkSight has them. */
function filesIn(place: string): readonly string[] {
  if (!existsSync(place)) throw new BadInput(`there is no file or folder ${place}.`)
  if (!statSync(place).isDirectory()) return [place]
  const files = ["", ...BELOW]
    .map((below) => path.join(place, below))
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    .flatMap((folder) =>
      readdirSync(folder)
        .toSorted()
        .map((name) => path.join(folder, name)),
    )
    .filter((file) => file.endsWith(".json") || (path.basename(file) !== CACHE && isDatabase(file)))
  if (files.length === 0) throw new BadInput(`${place} has no JSON files and no database.`)
  return files
}

async function optionsOf(values: Given["values"], { areas, accounts }: Services): Promise<Options> {
  const area = areas
    .list()
    .find(({ id, mount }) => (values.edition === undefined ? mount === "/" : id === values.edition))
  if (!area)
    throw new BadInput(
      `there is no edition ${values.edition ?? "at the root"}: use --edition ${areas
        .list()
        .map(({ id }) => id)
        .join(" or --edition ")}.`,
    )
  const owner = values.owner === undefined ? undefined : await accounts.byName(values.owner)
  if (values.owner !== undefined && !owner)
    throw new NotFound(`no user is called "${values.owner}": platen user list shows all users.`)
  return {
    how: values.apply ? (values.replace ? "replace" : "add") : "check",
    realm: area.realm,
    samePeople: values["same-people"],
    ...(owner && { owner }),
  }
}

/** Imports one database. Resolves to whether nothing of it was refused. */
async function importDatabase(
  file: string,
  { needs, options, terminal }: { readonly needs: Services; readonly options: Options; readonly terminal: Terminal },
): Promise<boolean> {
  try {
    const server = await withDatabase(file, needs.folder, async (query) => contentsOf(file, await tablesOf(query)))
    const sections = await takeOver(server, needs, options)
    terminal.out(
      `${file}: a database of InkSight with ${counted(server.devices.length, "device")} and ${counted(server.people.length, "user")}\n`,
    )
    terminal.out(`${printed(sections)}\n`)
    if (server.left.length > 0)
      terminal.out(`Not taken:\n${server.left.map((line) => `  ${printable(line)}\n`).join("")}`)
    return !isRefused(sections)
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error
    terminal.out(`${file}: not imported: ${error.message}\n`)
    return false
  }
}

/** Whether something whole was refused; a part of a mode does not count. */
function isRefused(sections: readonly Section[]): boolean {
  return sections.some(({ lines }) => lines.some(({ result, kind }) => result === "refused" && kind !== undefined))
}
