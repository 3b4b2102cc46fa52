import { readFileSync } from "node:fs"
import { BadInput } from "platen/sdk"
import type { Issue } from "platen/sdk"
import { positionsIn } from "./positions.js"
import type { Position } from "./positions.js"
import { jsonFault } from "./json-fault.js"

/** A mode spec read from a file. */
export interface ModeFile {
  readonly spec: unknown
  /** One line per fault, "my-mode.json:12:7 view.text: ...", in file order. */
  lines(issues: readonly Issue[]): readonly string[]
}

/** Reads a mode file. Returns a line with the position of the fault when it is not JSON. Throws BadInput when it cannot be read. */
export function readModeFile(file: string): ModeFile | string {
  const text = textOf(file)
  const fault = jsonFault(text)
  if (fault) {
    const before = text.slice(0, fault.offset).split("\n")
    return `${file}:${before.length}:${before.at(-1)!.length + 1}: ${fault.message}`
  }
  const positions = positionsIn(text)
  /** For an unknown key, the message has the name, and the path is that of the object. */
  const positionOf = ({ path, message }: Issue): Position => {
    const named = [...message.matchAll(/"([^"]+)"/g)].map(([, key]) => positions.key(path, key!))
    return named.find((position) => position !== undefined) ?? positions.value(path)
  }
  return {
    spec: JSON.parse(text) as unknown,
    lines: (issues) =>
      issues
        .map((issue) => ({ ...issue, ...positionOf(issue) }))
        .sort((a, b) => a.line - b.line || a.column - b.column)
        .map(
          ({ line, column, path, message }) => `${file}:${line}:${column}${path === "" ? "" : ` ${path}`}: ${message}`,
        ),
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new BadInput(
      code === "ENOENT"
        ? `${file} does not exist: name a .json file.`
        : code === "EISDIR"
          ? `${file} is a folder: name a .json file.`
          : `${file} cannot be read (${code}): correct its permissions, or name another file.`,
      { cause },
    )
  }
}
