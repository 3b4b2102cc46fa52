/** What became of a part of the old server. "unchanged": the same is here; "kept": something else is here, and stays. */
export type Result = "taken" | "approximated" | "refused" | "unchanged" | "kept"

/** One line of a report. `kind`: what is counted, such as "config"; undefined for a detail of the line above. */
export interface Line {
  readonly result: Result
  readonly kind?: string
  readonly message: string
}

/** The lines about one device, or about the people. */
export interface Section {
  readonly title: string
  readonly lines: readonly Line[]
}

/** Details of one thing that are reported. */
const MAX_DETAILS = 20
/** Characters of a line: names come from a foreign file. */
const MAX_LINE = 300

/** Gathers the lines of a section. */
export class Outcome {
  readonly #lines: Line[] = []

  add(result: Result, kind: string, message: string): void {
    this.#lines.push({ result, kind, message: `${kind}: ${message}` })
  }

  /** Details of the line above, by their results. */
  details(details: readonly { readonly result: Result; readonly message: string }[]): void {
    this.#lines.push(...details.slice(0, MAX_DETAILS))
    if (details.length > MAX_DETAILS)
      this.#lines.push({ result: "approximated", message: `and ${details.length - MAX_DETAILS} more.` })
  }

  get lines(): readonly Line[] {
    return this.#lines
  }
}

/** The text of sections, with the counts of the results of each kind below. */
export function printed(sections: readonly Section[]): string {
  const text = sections.flatMap(({ title, lines }) => [
    printable(title),
    ...lines.map(
      ({ result, kind, message }) => `  ${result.padEnd(12)} ${kind === undefined ? "  " : ""}${printable(message)}`,
    ),
  ])
  return [...text, "", ...countsIn(sections)].join("\n")
}

function countsIn(sections: readonly Section[]): readonly string[] {
  const counts = new Map<string, Map<Result, number>>()
  for (const { kind, result } of sections.flatMap(({ lines }) => lines)) {
    if (kind === undefined) continue
    const of = counts.get(kind) ?? new Map<Result, number>()
    counts.set(kind, of.set(result, (of.get(result) ?? 0) + 1))
  }
  return [...counts].map(
    ([kind, of]) => `${`${kind}:`.padEnd(12)} ${[...of].map(([result, count]) => `${count} ${result}`).join(", ")}`,
  )
}

/** Text of a foreign file on one line: it must not control the terminal. */
export function printable(words: string): string {
  const line = words.replaceAll(/\s+/g, " ").replaceAll(/\p{C}/gu, "")
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE).toWellFormed()}…`
}

/** What is said of a part. */
export function saidOf(what: string, result: "taken" | "same" | "kept"): string {
  if (result === "taken") return `${what}.`
  return result === "same" ? `${what}: it is here already.` : `${what}: another one is here and stays.`
}

/** A number of things: "1 device", "2 devices". */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`
}
