import { createInterface } from "node:readline"
import type { Interface } from "node:readline"
import { Writable } from "node:stream"
import { Invalid } from "platen/sdk"
import type { Terminal } from "platen/sdk"

export interface Streams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
  /** Questions go here, so that what a command prints can be kept. */
  readonly error: NodeJS.WritableStream
}

/** Whoever sits there, or what is piped in: then nothing is asked, and each question takes a line. To be closed when the command has ended. */
export function openTerminal({ input, output, error }: Streams): Terminal & { close(): void } {
  const person = input.isTTY === true
  let hiding = false
  let reader: Interface | undefined
  let lines: AsyncIterator<string> | undefined
  // What is typed is echoed by the reader, not by the terminal.
  const echo = new Writable({
    write: (chunk: Uint8Array, _, done) => {
      if (!hiding) error.write(chunk)
      done()
    },
  })
  return {
    out: (text) => {
      output.write(text)
    },
    error: (text) => {
      error.write(text)
    },
    ask: async (question, { hidden = false } = {}) => {
      if (person) error.write(question)
      reader ??= createInterface({ input, output: echo, terminal: person, prompt: "", historySize: 0 })
      lines ??= reader[Symbol.asyncIterator]()
      hiding = hidden
      const { value, done } = await lines.next()
      hiding = false
      if (person && hidden) error.write("\n")
      if (done === true)
        throw new Invalid("the input ended before everything was said: give one line for each question.")
      return value
    },
    close: () => reader?.close(),
  }
}
