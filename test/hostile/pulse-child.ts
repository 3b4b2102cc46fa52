import { get } from "node:http"

/** Arguments: a port, and milliseconds that are slow. Ends with its standard input, and prints how long /api/health took. */
const EVERY_MS = 20
const [port, slowMs] = [Number(process.argv[2]), Number(process.argv[3])]
let [worstMs, slow, answers] = [0, 0, 0]
const ended = new AbortController()
process.stdin.resume().once("end", () => ended.abort())

function once(): Promise<void> {
  const start = performance.now()
  return new Promise((resolve) => {
    get({ port, host: "127.0.0.1", path: "/api/health", agent: false }, (response) => {
      response.resume().once("end", () => {
        const took = performance.now() - start
        worstMs = Math.max(worstMs, took)
        if (took > slowMs) slow++
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
;[worstMs, slow, answers] = [0, 0, 0]
while (!ended.signal.aborted) {
  await once()
  await new Promise((resolve) => {
    setTimeout(resolve, EVERY_MS)
  })
}
// Of what was over before the first of them, this is the one.
await once()
// Whoever started this may be gone.
process.stdout.on("error", () => process.exit(1))
process.stdout.write(JSON.stringify({ worstMs, slow, answers }))
