import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { COMPILE } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "./folder.js"
import { platen } from "./platen.js"
import { openStage } from "./testing/index.js"

/** The tutorial: its commands and its calls. Its pictures are recipes. */
const test = suite("first mode")
const text = readFileSync(new URL("../../docs/first-mode.md", import.meta.url), "utf8")

interface Step {
  readonly file?: string
  readonly command?: string
  readonly said: string
}

/** What it has, in order: files of a mode, and commands with what they print. */
const steps: readonly Step[] = [...text.matchAll(/^```(?:json ([\w-]+\.json)|console)\n([\s\S]+?)^```$/gm)].flatMap(
  ([, file, block]): Step[] =>
    file !== undefined
      ? [{ file, said: block! }]
      : [...block!.matchAll(/^\$ npx platen (.+)\n([^$]*)/gm)].map(([, command, said]) => ({
          command: command!,
          said: said!,
        })),
)

/** The arguments of a command line: words, and texts in single quotes. */
const argumentsOf = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)

test("leads through commands that print what it says", async () => {
  const cwd = folderWith()
  assert.ok(steps.filter(({ command }) => command).length > 10)
  for (const { file, command, said } of steps) {
    if (file !== undefined) writeFileSync(path.join(cwd, file), said)
    if (command === undefined) continue
    // All panels would take long, and the page names some of them.
    const isSheet = command.startsWith("sheet")
    const { stdout, stderr } = await platen(
      [...argumentsOf(command), ...(isSheet ? ["--panel", "4.2-bw", "--at", "2026-11-21"] : [])],
      { cwd },
    )
    const sized = (printed: string): string => printed.replaceAll(/\d+ bytes/g, "# bytes")
    if (isSheet) assert.match(stdout + stderr, /^1\/1 4\.2-bw: \.\. sheets\/4\.2-bw\.png\n$/, command)
    else assert.is(sized(stdout + stderr), sized(said), command)
  }
})

test("has modes that compile, and a last one that a server takes and draws by the calls that it shows", async () => {
  const modes = steps.flatMap(({ file, said }) => (file === undefined ? [] : [said]))
  const stage = await openStage()
  const compile = stage.app.get(COMPILE)
  const uncompiled = modes.filter((mode) => {
    try {
      compile(JSON.parse(mode))
      return false
    } catch {
      return true
    }
  })
  assert.is(uncompiled.length, 1, "one is faulty on purpose")
  const port = await stage.app.listen()
  const { link } = stage.log.lines.find(({ event }) => event === "setup-code.issued")!.fields as { link: string }
  const call = async (at: string, options: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${at}`, options)
  const [, register, account] = /curl -X POST localhost:3000(\S+) .*\\\n.* -d '([^']+)'/.exec(text)!
  const answer = await call(register!, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: account!.replace('"CODE"', JSON.stringify(link.split("=")[1])),
  })
  const { token } = (await answer.json()) as { token: string }
  const [, save] = /curl -X POST localhost:3000(\S+) .*--data-binary @tea\.json/.exec(text)!
  const headers = { authorization: `Bearer ${token}` }
  const saved = await call(save!, { method: "POST", headers, body: modes.at(-1)! })
  assert.ok(text.includes(`\n${await saved.text()}\n`))
  const [, preview] = /curl "localhost:3000(\S+)"/.exec(text)!
  const [, base, mode, panel, override] = /curl -G localhost:3000(\S+) -d (\S+) -d (\S+) --data-urlencode '(\S+)'/.exec(
    text,
  )!
  for (const at of [
    preview!,
    `${base}?${mode}&${panel}&${override!.replace(/=.*/, "")}=${encodeURIComponent(override!.replace(/^\w+=/, ""))}`,
  ]) {
    const drawn = await call(at)
    assert.equal([drawn.status, drawn.headers.get("x-mode-id")], [200, "TEA"], at)
  }
  const unknown = await call(`${base}?persona=NO_SUCH&panel=2.9-bw`)
  assert.equal([unknown.status, unknown.headers.get("x-mode-unknown")], [200, "NO_SUCH"])
  const refused = await call(`${base}?${mode}&${panel}&mode_override=${encodeURIComponent('{"cups":99}')}`)
  assert.equal([refused.status, refused.headers.get("content-type")], [400, "image/png"])
  const [, removed] = /curl -X DELETE localhost:3000(\S+)/.exec(text)!
  assert.is((await call(removed!, { method: "DELETE", headers })).status, 200)
  await stage.close()
})

test.run()
