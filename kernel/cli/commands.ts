import type { Command } from "platen/sdk"
import { backupCommand, restoreCommand } from "./backup.js"
import { dither } from "./dither.js"
import { lintMode } from "./lint-mode.js"
import { listPlugins } from "./plugins.js"
import { render } from "./render.js"
import { sheet } from "./sheet.js"
import { simulate } from "./simulate.js"

/** Those that the kernel has itself. */
export const commands: readonly Command[] = [
  render,
  sheet,
  dither,
  lintMode,
  listPlugins,
  simulate,
  backupCommand,
  restoreCommand,
]
