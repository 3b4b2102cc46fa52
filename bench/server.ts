import { createServer } from "node:http"
import { defineMode, definePlugin, z } from "platen/sdk"
import polka from "polka"
import { openStage } from "../kernel/testing/index.js"
import { pageScene, pageTexts } from "./page.js"

// Two servers in one process: Platen, and a bare polka that sends as many bytes. Prints the ports, then serves.
const page = defineMode<Record<string, never>>({
  id: "BENCH",
  title: { en: "Bench" },
  data: z.object({}),
  content: async () => ({ data: {} }),
  fallback: () => ({}),
  view: (_, { rssi, language }) => ({ body: pageScene(pageTexts(String(rssi ?? 0))), language, footer: { attribution: "bench" } }),
})

const stage = await openStage({
  plugins: [definePlugin({ id: "bench", setup: () => ({ modes: [page] }) })],
  clock: { now: () => Date.now() },
  server: { limits: { render: 1_000_000_000 } },
})
const platen = await stage.app.listen()

const body = Buffer.alloc(15_662, 0x55)
const server = createServer()
polka({ server }).get("/api/render", (_, response) => {
  response.writeHead(200, { "content-type": "image/bmp", "content-length": body.length })
  response.end(body)
}).listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ platen, bare: (server.address() as { port: number }).port })}\n`)
})
process.on("SIGTERM", () => process.exit(0))
