import { dither } from "./dither.js"
import { lintMode } from "./lint-mode.js"
import { listPlugins } from "./plugins.js"
import { render } from "./render.js"
import { sheet } from "./sheet.js"

/** A command of the shell. `run`: resolves to the exit code. */
export interface Command {
  readonly name: string
  readonly summary: string
  readonly help: string
  run(args: readonly string[]): Promise<number>
}

export const commands: readonly Command[] = [render, sheet, dither, lintMode, listPlugins]
