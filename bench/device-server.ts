import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { DEVICES, device } from "platen/sdk/device"
import { openStage } from "platen/testing"
import { bareServer } from "./bare.js"
import { MAX_ROWS, macOf, tokenOf } from "./identities.js"

// Platen with a given number of owned devices on a store of its own, and a bare polka server that sends as many bytes, in one process. Prints
// the ports, then its memory every five seconds. On SIGTERM it waits for all writes and prints the totals.
const [count = "1000"] = process.argv.slice(2)
const folder = mkdtempSync(path.join(os.tmpdir(), "platen-bench-"))
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
const print = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`)

const stage = await openStage({
  dataFolder: folder,
  clock: { now: () => Date.now() },
  server: { limits: { address: 1_000_000_000, refused: 1_000_000_000, render: 1_000_000_000 } },
  config: { devices: { renders: MAX_ROWS, heartbeats: MAX_ROWS } },
})
const devices = stage.app.get(DEVICES)
for (let i = 0; i < Number(count); i++) {
  await devices.update("extended", macOf(i), () =>
    device.parse({
      tokens: [{ value: tokenOf(i), createdAt: 0, provisional: false }],
      members: [{ user: "bench", role: "owner", nickname: "", boundAt: 0 }],
    }),
  )
}
const platen = await stage.app.listen()
print({ platen, bare: await bareServer() })
const memory = setInterval(() => print({ rssMb: process.memoryUsage().rss / 2 ** 20 }), 5_000)

process.on("SIGTERM", () => {
  clearInterval(memory)
  counted().then(
    (sums) => {
      print(sums)
      process.exit(0)
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})

/** The renders in the devices' counters and the rows of their journals, once the numbers no longer change. */
async function counted(): Promise<{ renders: number; rows: number; errors: number }> {
  let [renders, before] = [0, -1]
  while (renders !== before) {
    before = renders
    renders = 0
    for await (const { device: each } of devices.all()) renders += each.counters.renders
    await new Promise((resolve) => {
      setTimeout(resolve, 300)
    })
  }
  let rows = 0
  for (let i = 0; i < Number(count); i++) {
    for (let offset = 0; ; offset += 1_000) {
      const page = await devices.renders.list(`extended/${macOf(i)}`, { limit: 1_000, offset })
      rows += page.length
      if (page.length < 1_000) break
    }
  }
  return { renders, rows, errors: stage.log.lines.filter(({ level }) => level === "error").length }
}
