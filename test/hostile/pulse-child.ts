import { get } from "node:http"

/** Arguments: a port. Ends with its standard input, and prints the longest that /api/health took. */
const EVERY_MS = 20
const port = Number(process.argv[2])
let [worstMs, answers] = [0, 0]
const ended = new AbortController()
process.stdin.resume().once("end", () => ended.abort())

function once(): Promise<void> {
  const start = performance.now()
  return new Promise((resolve) => {
    get({ port, host: "127.0.0.1", path: "/api/health", agent: false }, (response) => {
      response.resume().once("end", () => {
        worstMs = Math.max(worstMs, performance.now() - start)
        answers++
        resolve()
      })
    }).once("error", () => {
      // A server that has stopped answers nothing: that is no delay.
      resolve()
    })
  })
}

// The first connection of a process pays for what later ones find.
await once()
worstMs = 0
while (!ended.signal.aborted) {
  await once()
  await new Promise((resolve) => { setTimeout(resolve, EVERY_MS) })
}
// Whoever started this may be gone.
process.stdout.on("error", () => process.exit(1))
process.stdout.write(JSON.stringify({ worstMs, answers }))
