#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 node --max-old-space-size=256 --max-semi-space-size=2 --initial-old-space-size=16 --no-sparkplug --no-parallel-scavenge --v8-pool-size=1
import { main } from "./cli/main.js"

// A reader such as `head` may close the pipe early: the command still finishes and exits with its own code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
  })
}

const code = await main(process.argv.slice(2), {
  // Opened only where a question is asked.
  get input() {
    return process.stdin
  },
  output: process.stdout,
  error: process.stderr,
})
if (code !== undefined) process.exit(code)
