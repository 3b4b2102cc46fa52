import { definePlugin, z } from "platen/sdk"
import { defineMode, MODES } from "platen/sdk/mode"
import { openStage } from "platen/testing"
import { bareServer } from "./bare.js"
import { pageScene, pageTexts } from "./page.js"

// Two servers in one process: Platen, and a bare polka server that sends as many bytes. Prints the ports, then serves.
const page = defineMode<Record<string, never>>({
  id: "BENCH",
  title: { en: "Bench" },
  data: z.object({}),
  content: async () => ({ data: {} }),
  fallback: () => ({}),
  view: (_, { rssi, language }) => ({
    body: pageScene(pageTexts(String(rssi ?? 0))),
    language,
    footer: { attribution: "bench" },
  }),
})

const stage = await openStage({
  plugins: [definePlugin({ id: "bench", setup: () => [MODES.of(page)] })],
  clock: { now: () => Date.now() },
  server: { limits: { address: 1_000_000_000, refused: 1_000_000_000, render: 1_000_000_000 } },
})
const platen = await stage.app.listen()
process.stdout.write(`${JSON.stringify({ platen, bare: await bareServer() })}\n`)
process.on("SIGTERM", () => process.exit(0))
