import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { until } from "../until.js"

/** What is left of a server that was killed while its sandbox was busy with an order that never ends. */
const test = suite("hostile/orphans")

test("no process works on for a server that is gone", async () => {
  const script = fileURLToPath(new URL("./orphan-parent.js", import.meta.url))
  const parent = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] })
  const [pid] = (await once(parent.stdout, "data")) as [Buffer]
  const isThere = (): boolean => existsSync(`/proc/${String(pid)}`)
  assert.ok(isThere(), "it is at work")
  parent.kill("SIGKILL")
  await until(() => !isThere(), `process ${String(pid)} works on`)
})

test.run()
