import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { commandsOf } from "../kernel/cli/contributed.js"
import { loadConfig } from "../kernel/config.js"
import { findPlugins } from "../kernel/plugins/find.js"
import { COMMAND } from "./command.js"
import { constantIn, pageText } from "./page-text.js"
import { openStage } from "./testing/index.js"

/** The page of installing, against the code. */
const test = suite("docs: install")
const page = pageText("docs/install.md")
const { engines, scripts } = JSON.parse(pageText("package.json")) as {
  engines: { node: string }
  scripts: { start: string; build: string }
}

/** The text of a file that the page shows: its second or first line names it. */
const shown = (name: string): string => {
  const found = [...page.matchAll(/```\w*\n([\s\S]*?)```/g)].find(([, text]) => text!.includes(`# ${name}\n`))
  assert.ok(found, name)
  return found![1]!
}

test("starts the server as npm start does", () => {
  const started = /ExecStart=\/usr\/bin\/env (node .*)/.exec(shown("/etc/systemd/system/platen.service"))?.[1]
  assert.is(started, scripts.start.replace("dist/", "/opt/platen/dist/"))
  assert.equal(
    COMMAND.flags,
    scripts.start.split(" ").filter((word) => word.startsWith("--")),
    "the command",
  )
  const variables = Object.entries(COMMAND.environment).map(([name, value]) => `${name}=${value}`)
  assert.is(/^Environment=(.*)$/m.exec(shown("/etc/systemd/system/platen.service"))?.[1], variables.join(" "))
  assert.ok(shown("Dockerfile").includes(`\nENV PLATEN_DATA=/data ${variables.join(" ")}\n`))
  assert.ok(page.includes(`Node ${engines.node.replace(">=", "")} `))
})

test("shows configs that the server takes", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "platen-install-"))
  try {
    for (const name of ["/var/lib/platen/platen.yaml", "platen.yaml"]) {
      writeFileSync(path.join(folder, "platen.yaml"), shown(name))
      assert.ok(loadConfig({ env: {}, cwd: folder }).server.publicUrl, name)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test("runs commands that there are", async () => {
  const commands = new Set([
    "serve",
    ...commandsOf(await findPlugins({ plugins: {}, folder: "." })).map(({ entry }) => entry.name),
  ])
  const blocks = [...page.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, text]) => text!).join("\n")
  const run = [...blocks.matchAll(/(?:sudo |root \/usr\/local\/bin\/|exec platen )platen ([a-z]+)/g)].map(
    ([, name]) => name!,
  )
  assert.ok(run.length > 5, String(run.length))
  assert.equal(
    run.filter((name) => !commands.has(name)),
    [],
  )
})

test("lets the largest picture through nginx", () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(page)!
  assert.ok(Number(megabytes) * (1 << 20) > constantIn("plugins/pages/pictures/gallery.ts", "MAX_BYTES"))
})

test("has a client for a Raspberry Pi that makes the calls of a device", async () => {
  const client = shown("/opt/platen-screen/screen.py")
  const mac = /"(02(?::[\dA-F]{2}){5})"/.exec(client)![1]!
  const stage = await openStage()
  const [, query] = /\{SERVER\}(\/api\/render\?mac=\{MAC\}[^"]*)"/.exec(client)!
  const device = await stage.device(mac)
  assert.ok(client.includes("{SERVER}/api/device/{MAC}/token"))
  const answer = await stage.call(query!.replace("{MAC}", mac), { headers: device.headers })
  assert.equal([answer.status, answer.body.toString("latin1", 0, 2)], [200, "BM"])
  const [, header] = /page\.headers\["([\w-]+)"\]/.exec(client)!
  assert.match(answer.headers[header!.toLowerCase()]!, /^\d+$/)
  await stage.close()
})

test.run()
