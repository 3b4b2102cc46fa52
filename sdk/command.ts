import type { Token } from "./token.js"

/** A command of the shell as a plugin names it and `platen --help` lists it: "user", which `platen user add` runs. */
export interface CommandEntry {
  /** ^[a-z][a-z0-9-]{0,17}$: the first word behind `platen`. */
  readonly name: string
  /** A few words without a full stop. */
  readonly summary: string
  /** Imports the module of the command. `platen` calls it only to run that command or to print its help. */
  load(): Promise<{ readonly default: Command }>
}

/** A command's behaviour and help. Made by `defineCommand`; the default export of the module that `CommandEntry.load` imports. */
export interface Command {
  /** The text of `platen NAME --help`: usage, options and an example. */
  readonly help: string
  readonly needs: Readonly<Record<string, Token<unknown>>>
  /** "server": the services work on the server's data, also while the server runs. "empty": on an empty folder that is deleted afterwards. */
  readonly data: "server" | "empty"
  /**
   * Resolves to the exit code. `args`: the words after the name. `services`: call it once they are known to be right; nothing listens.
   * Throws BadInput for wrong usage (exit code 2) and any other PlatenError for a failure (exit code 1).
   */
  run(args: readonly string[], terminal: Terminal, services: Start<Readonly<Record<string, unknown>>>): Promise<number>
}

/** Starts the plugins of the config; `alone`: the command's own, and the providers of what that needs, for what draws nothing and reads no point of others. */
export type Start<Services> = (how?: { readonly alone?: boolean }) => Promise<Services>

/** The terminal of whoever runs a command. */
export interface Terminal {
  /** To the standard output. */
  out(text: string): void
  /** To the standard error. */
  error(text: string): void
  /** Asks for one line of input. `hidden`: the terminal does not show it. Rejects with Invalid where the input has ended. */
  ask(question: string, options?: { readonly hidden?: boolean }): Promise<string>
}
