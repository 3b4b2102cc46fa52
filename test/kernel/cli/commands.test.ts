import { readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ownCommands } from "../../../kernel/cli/commands.js"
import { binary, BUILT } from "../../child.js"
import { platen, run } from "../../platen.js"
import { folderWith } from "../../folder.js"
import { isSentence } from "../../refused.js"
import render from "../../../plugins/tools/workbench/render.js"

const test = suite("platen")

for (const [args, start] of [
  // The binary: its first lines, which nothing else runs.
  [[], binary],
  [["serve", "--help"], platen],
] as const) {
  test(`explains itself: platen ${args.join(" ")}`, async () => {
    const { code, stdout, stderr } = await start(args)
    assert.equal([code, stderr], [0, ""])
    for (const command of ["serve", "render", "sheet", "lint-mode", "plugins"])
      assert.match(stdout, new RegExp(`^  ${command} +\\w`, "m"))
  })
}

for (const args of [["--version"], ["-v"]])
  test(`says its version: platen ${args.join(" ")}`, async () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", BUILT), "utf8")) as { version: string }
    const { code, stdout, stderr } = await platen(args, { cwd: folderWith({ "platen.yaml": "sever: {}" }) })
    assert.equal([code, stdout, stderr], [0, `${version}\n`, ""])
  })

test("imports nothing for its help and its version but what Node has", () => {
  for (const file of ["cli.js", "cli/main.js", "cli/manifest.js"]) {
    const text = readFileSync(new URL(`kernel/${file}`, BUILT), "utf8")
    const imported = [...text.matchAll(/^import (?:[^"]*? from )?"([^"]+)"/gm)].map(([, specifier]) => specifier!)
    assert.ok(imported.length > 0, file)
    for (const specifier of imported) assert.match(specifier, /^node:|^\.\/cli\/main\.js$|^\.\/manifest\.js$/, file)
  }
})

test("explains a command, and does not run it", async () => {
  const { code, stdout, stderr } = await platen(["render", "nope", "--help"])
  assert.equal([code, stdout, stderr], [0, render.help, ""])
})

for (const { name, summary, load } of ownCommands()) {
  test(`has words for platen ${name} that fit a terminal`, async () => {
    const { help } = (await load()).default
    assert.match(help, new RegExp(`^platen ${name} `))
    assert.match(help, /Example: |Lists what runs/)
    assert.ok(help.split("\n").every((line) => line.length <= 120) && summary.length <= 60)
  })

  test(`has no option --nope in platen ${name}`, async () => {
    await run(name, ["--nope"]).then(
      () => assert.unreachable("it took it"),
      ({ message }: Error) => assert.match(message, `there is no option --nope: write platen ${name} `),
    )
  })
}

const SIMULATE = "write platen simulate --url URL [OPTIONS]; platen simulate --help explains it."
for (const [args, message] of [
  [["simulate", "--nope"], `there is no option --nope: ${SIMULATE}`],
  [["simulate", "--url"], `--url needs a value: ${SIMULATE}`],
  [["simulate", "--url", "--devices"], `--url needs a value: ${SIMULATE}`],
  [["simulate", "http://localhost"], `http://localhost is one argument too many: ${SIMULATE}`],
  [
    ["render", "--describe=x"],
    "--describe takes no value: write platen render MODE|FILE [OPTIONS]; platen render --help explains it.",
  ],
  [["render", "-o"], "--out needs a value: write platen render MODE|FILE [OPTIONS]; platen render --help explains it."],
  [["backup", "-x"], "there is no option -x: write platen backup FILE; platen backup --help explains it."],
] as const) {
  test(`says what to type for platen ${args.join(" ")}, with exit code 2`, async () => {
    const { code, stdout, stderr } = await platen(args)
    assert.equal([code, stdout, stderr], [2, "", `platen ${args[0]}: ${message}\n`])
  })
}

test("takes no options for serve, and says where they belong", async () => {
  const { code, stdout, stderr } = await platen(["serve", "--port", "80"], { cwd: folderWith() })
  assert.equal([code, stdout], [2, ""])
  assert.match(stderr, /^platen serve: Unexpected argument --port: .*platen\.yaml.*PORT.*\.\n$/)
})

for (const args of [
  ["render"],
  ["render", "STOIC", "--size", "large"],
  ["render", "STOIC", "--colors", "7"],
  ["simulate"],
  ["user"],
  ["device", "list", "--nope"],
  ["backup"],
  ["lint-mode"],
])
  test(`ends with 2 where ${args.join(" ")} is used wrongly`, async () => {
    const { code, stderr } = await platen(args, { cwd: folderWith() })
    assert.equal([code, stderr.split("\n").length], [2, 2], stderr)
  })

test("says that there is no such command, with exit code 2", async () => {
  const { code, stdout, stderr } = await platen(["draw"])
  assert.equal([code, stdout], [2, ""])
  assert.match(stderr, /^Unknown command "draw": use one of those below\.\n\nplaten draws/)
})

test("says what is wrong with the config before anything else", async () => {
  const { code, stderr } = await platen(["plugins"], { cwd: folderWith({ "platen.yaml": "sever: {}" }) })
  assert.is(code, 1)
  isSentence(stderr.trimEnd())
  assert.match(stderr, /^platen plugins: .*"sever"/)
})

test("runs the server's own commands whatever is wrong with a plugin", async () => {
  const cwd = folderWith({ "platen.yaml": "plugins: { ./mine.mjs: {} }", "mine.mjs": "throw new Error('broken')" })
  const { code, stderr } = await platen(["backup", "all.db"], { cwd })
  assert.is(code, 1)
  assert.match(stderr, /^platen backup: /)
  assert.not.match(stderr, "mine")
  assert.match((await platen(["backup", "--help"], { cwd })).stdout, /^platen backup FILE/)
})

test("says in one sentence why the server does not start", async () => {
  // The binary: what a supervisor sees, an exit code and a line, and the environment that is read.
  const { code, stdout, stderr } = await binary(["serve"], { cwd: folderWith(), env: { PORT: "eighty" } })
  assert.equal([code, stdout], [1, ""])
  assert.match(stderr, /^platen cannot start: .*PORT.*\.\n$/)
})

test.run()
