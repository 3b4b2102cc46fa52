import { jsonpath } from "json-p3"
import { Invalid } from "platen/sdk"
import type { SandboxTools, SentBody } from "platen/sdk/sources"

/** Values of a list that are kept, and characters of a text. */
const MAX_VALUES = 200
const MAX_TEXT = 400
/** Lists and objects within each other. */
const MAX_DEPTH = 100

/** A question to the child process: the body of an answer in JSON, and paths into it. */
export interface PickCall extends SentBody {
  readonly paths: readonly string[]
}

/** A value as JSON has it, without lists and objects. */
export type Scalar = string | number | boolean | null

const environment = new jsonpath.JSONPathEnvironment({ maxRecursionDepth: MAX_DEPTH })
// Patterns can take for ever on a long text; the paths of a page need none.
for (const name of ["match", "search"]) environment.functionRegister.delete(name)

/** Entry point of the child process: for each path the values that it selects, in order. Throws Invalid for a text that is no JSON, and for a path that is none. */
export async function run(input: unknown, { textOf }: SandboxTools): Promise<readonly (readonly Scalar[])[]> {
  const { bytes, contentType, paths } = input as PickCall
  let value: unknown
  try {
    value = JSON.parse(textOf(bytes, contentType))
  } catch (cause) {
    throw new Invalid("The answer is not JSON.", { code: "json-unreadable", cause })
  }
  return paths.map((path) => picked(path, value))
}

function picked(path: string, value: unknown): readonly Scalar[] {
  const found: Scalar[] = []
  for (const node of selected(path, value)) {
    // A path to a list stands for its entries.
    for (const each of Array.isArray(node) ? (node as readonly unknown[]) : [node]) {
      if (found.length >= MAX_VALUES) return found
      if (typeof each === "string") found.push(each.slice(0, MAX_TEXT))
      else if (each === null || typeof each === "number" || typeof each === "boolean") found.push(each)
    }
  }
  return found
}

/** A quoted text, or a number below one. */
const TEXT_OR_FRACTION = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|(?<![\w.])0\.(\d{1,15})(?![\w.])/g

/** A path whose numbers below one are written with an exponent: json-p3 2.3.1 refuses "0.5" and takes "5e-1". */
function withExponents(path: string): string {
  return path.replace(TEXT_OR_FRACTION, (whole, digits: string | undefined) =>
    digits === undefined ? whole : `${Number(digits)}e-${digits.length}`,
  )
}

function selected(path: string, value: unknown): readonly unknown[] {
  try {
    const nodes: unknown[] = []
    for (const node of environment.lazyQuery(withExponents(path), value as never)) {
      if (nodes.length >= MAX_VALUES) break
      nodes.push(node.value)
    }
    return nodes
  } catch (cause) {
    throw new Invalid(
      `"${path.slice(0, 80)}" is no JSONPath: write one as $.main.temp (${(cause as Error).message}).`,
      {
        code: "path-invalid",
        cause,
      },
    )
  }
}
