// What `npm test` does before the tests: builds and lints, and checks the format meanwhile. Ends with 1 when one of them fails.
import { spawn } from "node:child_process"

const run = (command) =>
  new Promise((resolve) => {
    spawn(command, { shell: true, stdio: "inherit" }).once("exit", (code) => resolve(code === 0))
  })

const passed = await Promise.all([
  run("npm run -s build && oxlint --deny-warnings"),
  run("prettier --check --cache --log-level warn ."),
])
process.exitCode = passed.every(Boolean) ? 0 : 1
