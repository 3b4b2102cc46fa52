import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { BUILT } from "../child.js"
import { platen } from "../platen.js"
import { folderWith } from "../folder.js"
import { storeIn } from "../store-in.js"

/** Attack A12.14: output that nobody reads, and an address that is none. */
const test = suite("hostile/command line")

test("ends quietly when whoever reads its output has gone", async () => {
  // The binary: a pipe that is closed at the other end.
  const child = spawn(process.execPath, [fileURLToPath(new URL("kernel/cli.js", BUILT)), "user", "list"], {
    cwd: await storeIn(folderWith()),
    stdio: ["ignore", "pipe", "pipe"],
  })
  child.stdout.destroy()
  let said = ""
  child.stderr.on("data", (part: Buffer) => {
    said += part.toString()
  })
  const [code] = (await once(child, "close")) as [number]
  assert.equal([code, said], [0, ""])
})

test("names HOST where the host is what is wrong", async () => {
  const { code, stderr } = await platen(["serve"], { cwd: folderWith(), env: { HOST: "999.1.1.1", PORT: "0" } })
  assert.is(code, 1)
  assert.match(stderr, /999\.1\.1\.1.*; choose another one with HOST\.\n$/)
})

test.run()
