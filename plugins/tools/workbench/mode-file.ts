import { existsSync, readFileSync, statSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { BadInput, definePlugin, Invalid } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import type { Files, Issue, Load } from "platen/sdk"
import type { DefinitionFiles, Mode, ModeCatalog } from "platen/sdk/mode"
import { jsonFault } from "./json-fault.js"
import { positionsIn } from "./positions.js"
import type { Position } from "./positions.js"

/** The id under which a mode of a file is drawn where its own is that of an installed mode. */
const FILE_MODE = "FILE"

/** The definition of a mode, read from a file or a folder. */
export interface ModeFile {
  readonly spec: unknown
  /** One line per fault, "my-mode.json:12:7 view.text: ...", in the order of the files. */
  lines(issues: readonly Issue[]): readonly string[]
}

/** The services that read a mode. */
export interface ReadingNeeds {
  readonly files: Files
  readonly read: (place: URL, files: Pick<Files, "text" | "list">) => Promise<DefinitionFiles>
}

/** Whether an argument names a file, and not a mode. */
export const isFile = (name: string): boolean =>
  /[./\\]/.test(name) || ["mode.json", "mode.yaml", "mode.yml"].some((main) => existsSync(path.join(name, main)))

/** Reads a mode. Throws Invalid with the position of the fault for a file that is no JSON or YAML, and BadInput for one that cannot be read. */
export async function readModeFile(file: string, { files, read }: ReadingNeeds): Promise<ModeFile> {
  const folder = isFolder(file) ? file : path.dirname(file)
  const nameOf = (name: string): string => (isFolder(file) ? path.join(file, name) : file)
  const { definition, files: texts } = await read(pathToFileURL(isFolder(file) ? `${path.resolve(file)}/` : file), {
    text: async (place) => checkedText(textOf(place, file), nameOf(relativeTo(folder, place))),
    list: files.list,
  })
  const known = texts.map(({ name, at, text }) => ({ name: nameOf(name), at, positions: positionsIn(text) }))
  const placeOf = (issue: Issue): { readonly file: number; readonly position: Position } => {
    const within = known.flatMap(({ at }, i) => (at === "" || `${issue.path}.`.startsWith(`${at}.`) ? [i] : []))
    const found = within.toSorted((a, b) => known[b]!.at.length - known[a]!.at.length)[0] ?? 0
    return { file: found, position: positionOf(issue, known[found]!) }
  }
  return {
    spec: definition,
    lines: (issues) =>
      issues
        .map((issue) => ({ ...issue, ...placeOf(issue) }))
        .sort((a, b) => a.file - b.file || a.position.line - b.position.line || a.position.column - b.position.column)
        .map(
          ({ file: number, position, path: at, message }) =>
            `${known[number]!.name}:${position.line}:${position.column}${at === "" ? "" : ` ${at}`}: ${message}`,
        ),
  }
}

/** Adds the mode of a file to those that can be drawn. */
export async function loadModeFile(
  file: string,
  {
    compile,
    load,
    modes,
    ...needs
  }: ReadingNeeds & {
    readonly compile: (spec: unknown) => Mode
    readonly load: Load
    readonly modes: Pick<ModeCatalog, "get">
  },
): Promise<Mode> {
  const { spec, lines } = await readModeFile(file, needs)
  try {
    const own = compile(spec)
    const mode = modes.get(own.id) ? { ...own, id: FILE_MODE } : own
    await load(definePlugin({ id: "mode-file", setup: () => [MODES.of(mode)] }))
    return mode
  } catch (error) {
    if (!(error instanceof Invalid) || !error.issues) throw error
    const [first = "", ...more] = lines(error.issues)
    const rest = more.length > 0 ? ` (and ${more.length} more: platen lint-mode lists them)` : ""
    throw new Invalid(`the mode does not compile: ${first}${rest}.`, { cause: error })
  }
}

/** Where an issue is in its file. For an unknown key the message has the name, and the path is that of the object. */
function positionOf(
  { path: whole, message }: Issue,
  { at, positions }: { readonly at: string; readonly positions: ReturnType<typeof positionsIn> },
): Position {
  const rest = at === "" ? whole : whole.slice(at.length + 1)
  // A file of words has more in it than the words.
  const own = at.startsWith("words.") ? `words.${rest}` : rest
  const named = [...message.matchAll(/"([^"]+)"/g)].map(([, key]) => positions.key(own, key!))
  return named.find((position) => position !== undefined) ?? positions.value(own)
}

function checkedText(text: string, name: string): string {
  const fault = name.endsWith(".json") ? jsonFault(text) : undefined
  if (!fault) return text
  const before = text.slice(0, fault.offset).split("\n")
  throw new Invalid(`${name}:${before.length}:${before.at(-1)!.length + 1}: ${fault.message}`)
}

const relativeTo = (folder: string, place: URL): string =>
  path.relative(path.resolve(folder), decodeURIComponent(place.pathname))

const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true

function textOf(place: URL, file: string): string {
  try {
    return readFileSync(place, "utf8")
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new BadInput(
      code === "ENOENT"
        ? `${file} does not exist: name a .json or .yaml file, or a folder with mode.json.`
        : `${file} cannot be read (${code}): correct its permissions, or name another file.`,
      { cause },
    )
  }
}
