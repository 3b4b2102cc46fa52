import { createInterface } from "node:readline"
import type { Interface } from "node:readline"
import { Writable } from "node:stream"
import { Invalid } from "platen/sdk"
import type { Terminal } from "platen/sdk"
import type { Host } from "./host.js"

/** Terminal of a command. With piped input the questions are not printed, and each answer is one line. Close it when the command ends. */
export function openTerminal({
  input,
  output,
  error,
}: Pick<Host, "input" | "output" | "error">): Terminal & { close(): void } {
  const person = input.isTTY === true
  let hiding = false
  let reader: Interface | undefined
  let lines: AsyncIterator<string> | undefined
  // The reader echoes the input, not the terminal, so that a hidden answer can be suppressed.
  const echo = new Writable({
    write: (chunk: Uint8Array, _, done) => {
      if (!hiding) error.write(chunk)
      done()
    },
  })
  return {
    out: (text) => void output.write(text),
    error: (text) => void error.write(text),
    ask: async (question, { hidden = false } = {}) => {
      if (person) error.write(question)
      reader ??= createInterface({ input, output: echo, terminal: person, prompt: "", historySize: 0 })
      lines ??= reader[Symbol.asyncIterator]()
      hiding = hidden
      const { value, done } = await lines.next()
      hiding = false
      if (person && hidden) error.write("\n")
      if (done === true)
        throw new Invalid("the input ended before all questions were answered: send one line for each question.")
      return value
    },
    close: () => reader?.close(),
  }
}
