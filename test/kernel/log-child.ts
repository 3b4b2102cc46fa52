import { createLog } from "../../kernel/log.js"

// Logs more than a pipe takes, says on the other output that it has, and logs once more when it is told to end.
const LINES = 3_000
const log = createLog("info", process.stdout)
for (let number = 0; number < LINES; number++) log.info({ number, filling: "x".repeat(1_000) }, "line")
process.stderr.write("done")
process.stdin.once("data", () => {
  log.info({}, "last")
  process.exit(0)
})
