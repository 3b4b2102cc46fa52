import { readFileSync } from "node:fs"
import { definePlugin } from "platen/sdk"
import { CONFINE, MODES, DRAW } from "platen/sdk/mode"
import { openStage } from "platen/testing"
import { measure } from "./measure.js"

// Measures a user's mode from its JSON to a PNG of 800 x 480: the first one of a process, and later ones with new texts. Prints milliseconds and
// the resident memory of the server and of its child process.
const ROUNDS = 60
const turn = { caller: "user/bench" }

const definition = (words: string): object => ({
  spec: 1,
  id: "BENCH",
  title: { en: "Bench" },
  fields: { quote: { type: "text" }, list: { type: "list" } },
  content: {
    pool: { en: [{ quote: words, list: Array.from({ length: 8 }, (_, i) => `entry ${i} ${words.slice(0, 12)}`) }] },
  },
  view: {
    type: "column",
    padding: 8,
    gap: 6,
    children: [
      { type: "text", text: "{{ date.short }}", role: "caption" },
      { type: "text", text: "{{ quote }}", role: "title", fit: "shrink" },
      {
        type: "column",
        children: [
          {
            type: "row",
            each: "list",
            gap: 4,
            children: [
              { type: "text", text: "{{ index | plus: 1 }}" },
              { type: "text", text: "{{ item | capitalize }}", grow: 1 },
            ],
          },
        ],
      },
    ],
  },
})

const residentMb = (pid: number | string): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1000

const stage = await openStage()
const { app } = stage
const confine = app.get(CONFINE)

async function drawn(words: string): Promise<number> {
  const start = performance.now()
  const mode = await confine.check(definition(words), turn)
  const remove = await app.host.load(
    definePlugin({ id: "bench", setup: () => [MODES.of({ ...mode, scope: "bench" })] }),
  )
  const picture = await app.get(DRAW).picture({
    modes: ["BENCH"],
    scopes: ["bench"],
    language: "en",
    timeZone: "UTC",
    width: 800,
    height: 480,
    palette: "bw",
    codec: "png",
    purpose: "trial",
    fresh: true,
    turn,
  })
  await remove()
  if (picture.mode !== "BENCH") throw new Error(picture.failureMessage)
  return performance.now() - start
}

const coldMs = await drawn("the first words")
const before = process.memoryUsage().rss / 1e6
const warm = await measure(ROUNDS, (i) =>
  drawn(`other words each time, number ${i}, and some more of them to fill a line or two`),
)
const child = await app.engine.sandbox.pid()
process.stdout.write(JSON.stringify({ coldMs, warm, serverMb: before, childMb: residentMb(child!) }))
await stage.close()
