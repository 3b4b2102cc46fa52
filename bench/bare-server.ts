import { bareServer } from "./bare.js"

// The baseline server in a process of its own. Prints its port, then serves.
process.stdout.write(`${JSON.stringify({ port: await bareServer() })}\n`)
process.on("SIGTERM", () => process.exit(0))
