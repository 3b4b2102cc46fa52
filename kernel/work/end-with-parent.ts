import { Worker } from "node:worker_threads"

/** Milliseconds between two looks. */
const LOOK_MS = 1_000
const WATCH = `
const { workerData: parent } = require("node:worker_threads")
setInterval(() => process.ppid !== parent && process.kill(process.pid, "SIGKILL"), ${LOOK_MS})
`

/**
 * Ends this process soon after its parent has, however busy it is. An order may never end: a process that is busy with it does not hear that the
 * channel to its parent has closed, and would keep a processor for ever after a server that was killed.
 */
export function endWithParent(): void {
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 }
  new Worker(WATCH, { eval: true, workerData: process.ppid, resourceLimits: limits }).unref()
}
