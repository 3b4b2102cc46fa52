import { sandboxChild } from "../../kernel/work/sandbox.js"
import { fakeClock, fakeLog } from "../testing/fakes.js"

// Has a sandbox work without end, prints the id of its process, and waits to be killed.
const child = sandboxChild({ log: fakeLog(), clock: fakeClock(), nice: 0 })
const module = new URL("./endless.js", import.meta.url).href
const answer = await child.order({ kind: "call", module, input: "pid" })
void child.order({ kind: "call", module, input: "work" })
// Once the order is on its way.
setImmediate(() => process.stdout.write(String((answer as { output: number }).output)))
