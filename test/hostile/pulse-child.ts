import { Agent, get } from "node:http"

/**
 * Arguments: a port, and milliseconds that are slow. Ends with its standard input, and prints how long /api/health took: on a connection that is
 * kept, as those of a proxy are, and on new ones, of which libuv accepts one in each turn of the server's event loop.
 */
const EVERY_MS = 20
const [port, slowMs] = [Number(process.argv[2]), Number(process.argv[3])]
const KEPT = new Agent({ keepAlive: true, maxSockets: 1 })
const ended = new AbortController()
process.stdin.resume().once("end", () => ended.abort())

function once(agent: Agent | false): Promise<number | undefined> {
  const start = performance.now()
  return new Promise((resolve) => {
    get({ port, host: "127.0.0.1", path: "/api/health", agent }, (response) => {
      response.resume().once("end", () => resolve(performance.now() - start))
    }).once("error", () => {
      // A server that has stopped answers nothing: that is no delay.
      resolve(undefined)
    })
  })
}

async function measured(agent: Agent | false): Promise<readonly number[]> {
  const all: (number | undefined)[] = []
  // The first connection of a process pays for what later ones find.
  await once(agent)
  while (!ended.signal.aborted) {
    all.push(await once(agent))
    await new Promise((resolve) => {
      setTimeout(resolve, EVERY_MS)
    })
  }
  // Of what was over before the first of them, this is the one.
  all.push(await once(agent))
  return all.filter((each) => each !== undefined)
}

const [kept, fresh] = await Promise.all([measured(KEPT), measured(false)])
KEPT.destroy()
const worst = (all: readonly number[]): number => all.reduce((most, each) => Math.max(most, each), 0)
const waits = {
  worstMs: worst(kept),
  slow: kept.filter((each) => each > slowMs).length,
  answers: kept.length,
  freshMs: worst(fresh),
}
// Whoever started this may be gone.
process.stdout.on("error", () => process.exit(1))
process.stdout.write(JSON.stringify(waits))
