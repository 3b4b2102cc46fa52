import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { load } from "./load.js"

// Measures HTTP over loopback with 8 connections, relative to a bare server in the same process. Prints one JSON object.
const CONNECTIONS = 8
const MS = 4_000

const server = spawn(process.execPath, [fileURLToPath(new URL("./server.js", import.meta.url))], {
  stdio: ["ignore", "pipe", "inherit"],
})
const [line] = (await once(server.stdout, "data")) as [Buffer]
const { platen, bare } = JSON.parse(line.toString()) as { platen: number; bare: number }

const answer = await fetch(`http://127.0.0.1:${platen}/api/render`)
const etag = answer.headers.get("etag") ?? ""
const figures = {
  bare: await load(bare, CONNECTIONS, MS, () => "/api/render"),
  different: await load(platen, CONNECTIONS, MS, (i) => `/api/render?persona=BENCH&rssi=-${i % 10_000}`),
  unchanged: await load(platen, CONNECTIONS, MS, () => "/api/render"),
  notModified: await load(platen, CONNECTIONS, MS, () => "/api/render", `If-None-Match: ${etag}\r\n`),
  bareAgain: await load(bare, CONNECTIONS, MS, () => "/api/render"),
}
server.kill("SIGTERM")
process.stdout.write(JSON.stringify(figures))
