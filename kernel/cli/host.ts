import type { Clock } from "platen/sdk"
import type { App } from "../app.js"
import type { ConfigSource } from "../config.js"
import type { findPlugins } from "../plugins/find.js"

/** A stream to write on, and its descriptor where it has one. */
type Output = NodeJS.WritableStream & { readonly fd?: number }

/** What a command line runs on: the process of `platen`, or what a test hands in. */
export interface Host {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: Output
  /** Questions and the log of a command are written here, so that its output can be redirected. */
  readonly error: Output
  /** Where the config is read from. Default: the environment and the working folder of this process. */
  readonly source?: ConfigSource
  /** Default: the clock of the system. */
  readonly clock?: Clock
  /** How a command finds the plugins that it starts. Default: as the server does. */
  readonly findPlugins?: typeof findPlugins
  /** The application on which commands run. Default: each starts its own. */
  readonly app?: App
}
