import type { Conversion } from "platen/sdk/mode"

/** Lines of one report: a hostile definition has thousands of faults. */
const MAX_LINES = 300

/** What becomes of the parts of one definition. A path is reported once for each sentence. */
export class Report {
  readonly #lines: Conversion[] = []
  readonly #said = new Set<string>()

  taken(path: string, message: string): void {
    this.#say({ path, result: "taken", message })
  }

  approximated(path: string, message: string): void {
    this.#say({ path, result: "approximated", message })
  }

  refused(path: string, message: string): void {
    this.#say({ path, result: "refused", message })
  }

  get lines(): readonly Conversion[] {
    return this.#lines
  }

  #say(line: Conversion): void {
    const key = `${line.path} ${line.message}`
    if (this.#said.has(key) || this.#lines.length >= MAX_LINES) return
    this.#said.add(key)
    this.#lines.push({ ...line, path: line.path.slice(0, 200) })
  }
}

/** A word of a definition within a sentence: short, and on one line. */
export const quoted = (word: unknown): string => JSON.stringify(String(word).slice(0, 40))
