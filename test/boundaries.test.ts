import { readdirSync, readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { longFunctions, rules } from "./boundary-rules.js"
import type { SourceFile } from "./boundary-rules.js"

const test = suite("boundaries")
const ROOT = new URL("../../", import.meta.url)

const files: readonly SourceFile[] = ["sdk", "kernel", "plugins", "modes", "test", "bench"].flatMap((folder) =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter(
      (name) =>
        /(\.tsx?|^modes\/[^/]+(\/mode)?\.json)$/.test(name) &&
        !name.includes("node_modules/") &&
        !name.startsWith("bench/peers/"),
    )
    .map((name) => ({ path: name, text: readFileSync(new URL(name, ROOT), "utf8") })),
)

/** Why plugins may reach beyond pure modules. */
const REASONS: Readonly<Record<string, string>> = {
  "storage-sqlite": "keeps a file, locks its folder and waits for others who write it",
  secrets: "keeps the key of the secrets apart from the store",
  administration: "measures the data folder and the room on its disk",
  photos: "reads the folders of pictures that the operator names",
  simulator: "speaks to sockets byte by byte, as devices do, and keeps the pictures that people ask to see",
  definitions: "its command reads and writes the files that people name",
  workbench: "its commands read and write the files that people name",
  "screens-file": "its commands read and write the files that people name",
}

/** What is let be, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    "storage-sqlite": ["node:fs", "node:fs/promises", "node:timers/promises"],
    secrets: ["node:fs"],
    administration: ["node:fs/promises"],
    photos: ["node:fs/promises"],
    simulator: ["node:net", "node:fs"],
    workbench: ["node:fs"],
    definitions: ["node:fs"],
    "screens-file": ["node:fs"],
  }).flatMap(([plugin, modules]) =>
    files
      .filter(({ path }) => path.split("/")[2] === plugin && path.startsWith("plugins/"))
      .flatMap(({ path }) => modules.map((module) => [`${path} imports ${module}`, REASONS[plugin]!])),
  ),
)

test("there is something to check", () => {
  for (const folder of ["sdk", "kernel", "plugins", "modes", "test"])
    assert.ok(
      files.some(({ path }) => path.startsWith(`${folder}/`)),
      folder,
    )
})

for (const [name, rule] of Object.entries(rules)) {
  test(name, () => {
    assert.equal(
      rule(files).filter(
        (line) => !Object.keys(EXCEPTIONS).some((path) => line === path || line.startsWith(`${path} `)),
      ),
      [],
    )
  })
}

const file = (path: string, text = ""): SourceFile => ({ path, text })
const from = (specifier: string): string => `import { a } from "${specifier}"\n`
const ports = (names: readonly string[]): SourceFile[] =>
  names.map((name) => file(`kernel/ports/${name}.ts`, from(name)))
const ALL_PORTS = [
  "bidi-js",
  "harfbuzzjs",
  "linebreak",
  "lru-cache",
  "lv_font_conv",
  "pino",
  "polka",
  "reflect-metadata",
  "sirv",
  "tsyringe",
  "undici",
  "yaml",
  "yoga-layout",
]
const MODES = [
  file("modes/stoic.json", '{\n  "id": "STOIC"\n}'),
  file("modes/calendar/mode.ts", 'export default defineMode({\n  id: "CALENDAR",\n})'),
  file("plugins/inksight/edition-mine/index.ts"),
]

/** Sources in memory: each of `wrong` breaks the rule, all of `right` together do not. */
/** So many there are: the number may only fall. */
const LONG_FUNCTIONS = 37

test("no more functions are long than were", () => {
  // Markup takes a line for each element: views are bounded by their file.
  const long = longFunctions(files.filter(({ path }) => !/^(test|bench)\/|\.tsx$/.test(path)))
  assert.ok(long.length <= LONG_FUNCTIONS, `${long.length} have more than 50 lines: ${long.join(", ")}`)
  assert.is(long.length, LONG_FUNCTIONS, "lower the number here")
})

/** Lines as oxfmt sets them. `goal`: what a room shall hold; `now`: what it holds, a figure that only falls until the goal is met. */
/** Its commands are the only ones of the kernel. */
const STORE = /^kernel\/(?:storage\/|cli\/(?:backup|commands|copy-store)\.ts$)/
const ROOMS: Readonly<
  Record<string, { readonly goal: number; readonly now: number; readonly holds: (path: string) => boolean }>
> = {
  "the kernel without engine, fonts, work, the way out and the store": {
    goal: 3_450,
    now: 3_543,
    holds: (path) => /^kernel\/(?!engine\/|font-files\/|lint\/|work\/|outbound\/)/.test(path) && !STORE.test(path),
  },
  "the store and its commands": { goal: 700, now: 740, holds: (path) => STORE.test(path) },
  "the way out to other servers": { goal: 363, now: 363, holds: (path) => path.startsWith("kernel/outbound/") },
  "the files of fonts, and the process that unpacks them": {
    goal: 842,
    now: 842,
    holds: (path) => path.startsWith("kernel/font-files/"),
  },
  "the engine": { goal: 5_200, now: 5_124, holds: (path) => path.startsWith("kernel/engine/") },
  "the lint": { goal: 360, now: 354, holds: (path) => path.startsWith("kernel/lint/") },
  "the work beside the server": { goal: 750, now: 852, holds: (path) => path.startsWith("kernel/work/") },
  "the SDK without its kit, models, screens file, doctor, stores, servers and shapes of sources": {
    goal: 2_620,
    now: 2_969,
    holds: (path) => /^sdk\/(?!kit\/|models\/|screens-file\/|doctor\/|servers\/|storage\/|sources\/)/.test(path),
  },
  "the contract of stores and their engines": { goal: 200, now: 193, holds: (path) => path.startsWith("sdk/storage/") },
  "the shapes of sources": { goal: 400, now: 374, holds: (path) => path.startsWith("sdk/sources/") },
  "the contract of models": { goal: 270, now: 270, holds: (path) => path.startsWith("sdk/models/") },
  "the contracts of the screens file, the doctor and several servers": {
    goal: 270,
    now: 264,
    holds: (path) => /^sdk\/(?:screens-file|doctor|servers)\//.test(path),
  },
  "the kit": { goal: 1_300, now: 1_861, holds: (path) => path.startsWith("sdk/kit/") },
}
/** Lines by which a room may be smaller than the figure here. */
const SLACK = 20
for (const [room, { goal, now, holds }] of Object.entries(ROOMS)) {
  test(`keeps its size: ${room}`, () => {
    const lines = files
      .filter(({ path }) => path.endsWith(".ts") && holds(path))
      .reduce((sum, { text }) => sum + text.replace(/\n$/, "").split("\n").length, 0)
    assert.ok(lines > 100 && lines <= Math.max(goal, now), `${lines} lines, ${Math.max(goal, now)} at most`)
    assert.ok(now <= goal || now - lines <= SLACK, `${lines} lines: lower the figure here`)
  })
}

test("would count a function of 51 lines, and no other block", () => {
  const of = (head: string, lines: number): number =>
    longFunctions([
      { path: "kernel/a.ts", text: `${head} {\n${"  work()\n".repeat(lines - 2)}${/^ */.exec(head)![0]}}\n` },
    ]).length
  const heads = ["function a(): void", "export const a = (b) =>", "  method(b): Promise<void>", "): Foo", "test(() =>"]
  for (const head of heads) assert.equal([of(head, 51), of(head, 50)], [1, 0], head)
  for (const head of ["if (a)", "for (;;)", "class A", "} else if (b)", "switch (a)", "interface A"])
    assert.is(of(head, 60), 0, head)
})

const PLANTED: Readonly<
  Record<
    keyof typeof rules,
    { readonly wrong: readonly (readonly SourceFile[])[]; readonly right: readonly SourceFile[] }
  >
> = {
  "no file imports values in a circle": {
    wrong: [
      [file("plugins/a/b/x.ts", from("./y.js")), file("plugins/a/b/y.ts", from("./x.js"))],
      [
        file("plugins/a/b/x.ts", from("./y.js")),
        file("plugins/a/b/y.ts", 'export * from "./z.js"'),
        file("plugins/a/b/z.ts", 'import {\n  a,\n} from "./x.js"'),
      ],
      [file("sdk/kit/index.ts", 'export * from "./a.js"'), file("sdk/kit/a.ts", from("platen/sdk/kit"))],
    ],
    right: [
      file("plugins/a/b/x.ts", from("./y.js")),
      file("plugins/a/b/y.ts", 'import type { A } from "./x.js"'),
      file("plugins/a/b/z.ts", `// ${from("./z.js")}${from("./x.js")}`),
    ],
  },
  "sdk imports itself and zod": {
    wrong: ["node:path", "lru-cache", "platen/sdk", "../kernel/log.js", "../plugins/pages/frame/index.js", "zod/v4"]
      .map((specifier) => [file("sdk/mine.ts", from(specifier))])
      .concat([
        [file("sdk/mine.ts", 'export * from "../kernel/log.js"')],
        [file("sdk/mine.ts", 'import "node:fs"')],
        [file("sdk/mine.ts", 'const a = await import("node:fs")')],
        [file("sdk/mine.ts", 'import type {\n  A,\n} from "node:fs"')],
      ]),
    right: [
      file(
        "sdk/mine.ts",
        `${from("zod")}${from("./scene.js")}// import "node:fs"\n/* from "node:fs" */ const a = "import 'node:fs'"`,
      ),
    ],
  },
  "kernel imports itself, the contract, node: and packages": {
    wrong: [
      "../sdk/index.js",
      "../plugins/pages/frame/index.js",
      "../modes/index.js",
      "platen/testing",
      "../test/folder.js",
    ]
      .map((specifier) => [file("kernel/mine.ts", from(specifier))])
      .concat([
        [file("kernel/http/mine.ts", 'const a = import("../../plugins/pages/frame/index.js")')],
        [file("kernel/mine.ts", 'const a = require("../plugins/pages/frame/index.js")')],
      ]),
    right: [file("kernel/http/mine.ts", from("../log.js") + from("node:fs") + from("undici") + from("platen/sdk"))],
  },
  "plugins import their own folder, the contract, packages and pure node: modules": {
    wrong: [
      "../frame/index.js",
      "../../kernel/log.js",
      "../../sdk/index.js",
      "../../modes/index.js",
      "node:fs",
      "node:net",
      "node:child_process",
      "platen/testing",
    ].map((specifier) => [file("plugins/own/mine/index.ts", from(specifier))]),
    right: [
      file(
        "plugins/own/mine/index.ts",
        from("./rules.js") +
          from("platen/sdk") +
          from("liquidjs") +
          from("node:crypto") +
          from("node:path") +
          from("node:url"),
      ),
      file("plugins/own/mine/deep/er.ts", from("../rules.js")),
    ],
  },
  "modes import their own folder, the contract, packages and pure node: modules": {
    wrong: [
      "../zen/mode.js",
      "../index.js",
      "../../kernel/log.js",
      "../../plugins/pages/frame/index.js",
      "node:fs",
    ].map((specifier) => [file("modes/mine/mode.ts", from(specifier))]),
    right: [
      file("modes/mine/mode.ts", from("./view.js") + from("platen/sdk") + from("tyme4ts")),
      file("modes/index.ts", from("platen/sdk")),
    ],
  },
  "each package is known to one file of the kernel": {
    wrong: [
      [file("kernel/a.ts", from("pino")), file("kernel/b.ts", from("pino"))],
      [file("kernel/a.ts", from("keyv")), file("kernel/b.ts", from("keyv/x"))],
      [file("kernel/http/a.ts", from("@keyv/sqlite"))],
    ],
    right: [
      file("kernel/a.ts", from("pino") + from("pino/x")),
      file("kernel/storage/a.ts", from("@keyv/sqlite")),
      file("kernel/storage/b.ts", from("@keyv/sqlite")),
      file("plugins/x/a.ts", from("pino")),
    ],
  },
  "each port of the kernel has its package": {
    wrong: [ports(ALL_PORTS.slice(1)), [...ports(ALL_PORTS), file("kernel/b.ts", from("undici"))]],
    right: ports(ALL_PORTS),
  },
  "the environment is read in one place": {
    wrong: ["kernel/main.ts", "plugins/own/mine/index.ts", "sdk/mine.ts"]
      .map((path) => [file(path, "const a = process.env.HOME")])
      .concat([
        [file("kernel/a.ts", "const { env } = process")],
        [file("kernel/a.ts", "const { env: all } = process")],
      ]),
    right: [
      file("kernel/config.ts", "const a = process.env.HOME"),
      file("kernel/a.ts", '// process.env\nconst a = "process.env"'),
      file("test/a.ts", "process.env.HOME"),
    ],
  },
  "the clock is handed in": {
    wrong: ["Date.now()", "new Date()", "const now = Date.now", "Date()"].map((text) => [
      file("plugins/own/mine/index.ts", text),
    ]),
    right: [
      file("kernel/clock.ts", "Date.now()"),
      file("kernel/a.ts", "new Date(epoch); Date.UTC(1, 2, 3); clock.now() // Date.now()"),
      file("bench/a.ts", "Date.now()"),
    ],
  },
  "chance is handed in": {
    wrong: [[file("kernel/a.ts", "Math.random()")], [file("modes/mine/mode.ts", "const { random } = Math")]],
    right: [file("kernel/a.ts", 'context.random(); "Math.random"'), file("test/a.test.ts", "Math.random()")],
  },
  "the way out is handed in": {
    wrong: [
      [file("plugins/own/mine/index.ts", "await fetch(url)")],
      [file("kernel/a.ts", "globalThis.fetch(url)")],
      [file("kernel/a.ts", 'const answer = (await fetch("http://a")).body')],
    ],
    right: [
      file("plugins/own/mine/index.ts", "setup: ({ fetch, clock }) => fetch(url)"),
      file("plugins/own/mine/other.ts", "services.fetch(url)"),
      file("plugins/own/mine/third.ts", "function read(fetch: OutboundFetch) { return fetch(url) }"),
      file("kernel/a.ts", "const fetch = guarded()\nfetch(url)"),
      file("kernel/b.ts", "guardedFetch(url); // fetch(url)"),
      file("test/a.ts", "fetch(url)"),
    ],
  },
  "a race holds nothing": {
    wrong: ["await Promise.race([work, late])", "Promise\n  .any([work, late])"].map((text) => [
      file("plugins/own/mine/index.ts", text),
    ]),
    right: [
      file("plugins/own/mine/index.ts", "await unless(work, late); Promise.all([work]) // Promise.race"),
      file("test/a.ts", "Promise.race([work, late])"),
    ],
  },
  "timers are handed in": {
    wrong: [
      "setTimeout(work, 5)",
      "const timer = setInterval(() => {}, 5)",
      'import { setTimeout as pause } from "node:timers/promises"',
      "const deadline = AbortSignal.timeout(5_000)",
      "globalThis.after = setTimeout",
    ].map((text) => [file("plugins/own/mine/index.ts", text)]),
    right: [
      file("kernel/clock.ts", "setTimeout(work, milliseconds)"),
      file("plugins/own/mine/index.ts", "clock.after(5, work); socket.setTimeout(5); setImmediate(work) // setTimeout"),
      file("bench/a.ts", "setTimeout(work, 5)"),
    ],
  },
  "tests measure no time": {
    wrong: [
      "const start = performance.now()\nawait work()\nassert.ok(performance.now() - start < 3_000)",
      "assert.ok(Date.now() < end)",
      "const took = () => performance.now() - start",
      "open({ ticks: () => performance.now() })",
      "open({ now: Date.now })",
      "const start = process.hrtime.bigint()",
      "await new Promise((resolve) => setTimeout(resolve, 100))",
      'import { setTimeout } from "node:timers/promises"',
      "const watch = setInterval(look, 5)",
      "const deadline = AbortSignal.timeout(1_000)",
      'const said = `${"ms"}`; performance.now()',
    ]
      .map((text) => [file("test/kernel/a.test.ts", text)])
      .concat([
        [file("test/hostile/protocol.test.ts", "performance.now() - start")],
        [file("test/runner.ts", "performance.now() - start")],
        [file("test/kernel/until.ts", "performance.now() - start")],
      ]),
    right: [
      file("test/kernel/a.test.ts", "open({ ticks: clock.now }); setImmediate(work); socket.setTimeout(5)"),
      file("test/kernel/d.test.ts", 'clock.now() - start // performance.now() - start\n"Date.now()"'),
      ...["siege/run", "hostile/pulse", "hostile/pulse-child", "runner/worker", "until"].map((name) =>
        file(`test/${name}.ts`, "performance.now() - start"),
      ),
      file("test/kernel/http/slow.test.ts", "setInterval(() => {}, 5)"),
      file("bench/a.ts", "performance.now() - start"),
      file("kernel/main.ts", "performance.now() - start"),
    ],
  },
  "tests run commands in process": {
    wrong: [
      'import { binary } from "../child.js"',
      'import { BUILT } from "../child.js"\nspawn(process.execPath, [fileURLToPath(new URL("kernel/cli.js", BUILT))])',
    ].map((text) => [file("test/kernel/a.test.ts", text)]),
    right: [
      file("test/kernel/a.test.ts", 'import { platen } from "../platen.js"\nawait platen(["binary"]) // BUILT'),
      file("test/kernel/cli/user.test.ts", 'import { binary } from "../../child.js"'),
    ],
  },
  "tests do not build device documents": {
    wrong: [
      'import { DEVICES } from "platen/sdk"',
      "await stage.app.get(DEVICES).update(edition, mac, (device) => device)",
      'const rows = storeOf(engine, clock, "devices").collection("devices", schema)',
      'import { device as deviceSchema } from "platen/sdk/device"',
      'import {\n  clock,\n  device,\n} from "platen/sdk/device"\nconst one = device.parse({})',
      'await devices.update("extended", MAC, () => undefined)',
      'const gone = devices().update("extended", MAC, () => undefined)',
    ]
      .map((text) => [file("test/editions/a.test.ts", text)])
      .concat(
        [
          "test/hostile/a.test.ts",
          "test/plugins/devices/pairing/a.test.ts",
          "test/plugins/devices/devices-more.ts",
        ].map((path) => [file(path, "get(DEVICES)")]),
      ),
    right: [
      file(
        "test/editions/a.test.ts",
        'import { deviceOf } from "../plugins/known-devices.js"\n// DEVICES\nconst a = "storeOf()"\nconst MAX_DEVICES = 1',
      ),
      file("test/editions/b.test.ts", 'import { screenClass } from "platen/sdk"\nconst device = await stage.device()'),
      ...[
        "kernel/storage/a.test",
        "kernel/plugins/hosting",
        "plugins/devices/devices/a.test",
        "plugins/devices/devices.test",
        "plugins/known-devices",
        "plugins/people/accounts/setting",
        "editions/stored",
      ].map((name) =>
        file(`test/${name}.ts`, 'import { device } from "platen/sdk/device"\nget(DEVICES)\nstoreOf(engine)'),
      ),
      file("plugins/a/index.ts", "needs: { devices: DEVICES }"),
      file("bench/a.ts", "stage.app.get(DEVICES)"),
    ],
  },
  "the kernel knows no mode and no edition by name": {
    wrong: [
      'const a = "STOIC"',
      "// as STOIC does",
      'const a = "CALENDAR"',
      'if (edition.id === "core") x()',
      'const a = ["extended"]',
      'const a = "mine"',
    ]
      .map((text) => [...MODES, file("kernel/a.ts", text)])
      .concat([
        [...MODES, file("sdk/a.ts", '/** "STOIC" */')],
        [file("modes/daily.json", '{\n  "id": "DAILY"\n}'), file("kernel/a.ts", '"DAILY"')],
      ]),
    right: [
      ...MODES,
      file("modes/daily.json", '{\n  "id": "DAILY"\n}'),
      file("kernel/config.ts", 'const a = "DAILY"'),
      file("kernel/a.ts", 'the core, an extended STOICISM // "core"'),
      file("kernel/b.ts", "const STOIC = /a/u"),
      file("plugins/a/index.ts", '"STOIC" "core"'),
    ],
  },
  "the kernel knows none of the ideas of its plugins": {
    wrong: ["a strategy", "// of the firmware", "const habits = 1", '"memo"'].map((text) => [
      file("kernel/a.ts", text),
    ]),
    right: [file("kernel/a.ts", "a memory, a memorandum"), file("plugins/a/index.ts", "a habit, a memo")],
  },
  "the kernel and the SDK know no edition": {
    wrong: [
      [file("kernel/a.ts", "const edition = 1")],
      [file("sdk/http/a.ts", "/** Ids of editions. */")],
      [file("sdk/a.ts", "readonly persona: string")],
    ],
    right: [
      file("kernel/a.ts", "const personal = 1"),
      file("plugins/inksight/edition-core/index.ts", "/** The core edition. */"),
    ],
  },
  "no condition names an area": {
    wrong: [
      [file("plugins/a/b.ts", 'if (realm === "extended") go()')],
      [file("kernel/a.ts", 'const a = "core" !== id')],
      [file("plugins/a/b.ts", 'const a = areas.includes("extended") ? 1 : 2')],
    ],
    right: [file("plugins/a/b.ts", 'const AREAS = ["extended"]'), file("plugins/a/c.ts", '// realm === "extended"')],
  },
  "log events say in the past tense what has happened": {
    wrong: ["device.not-written", "devices.expire", "late", "Device paired"].map((event) => [
      file("plugins/own/mine/index.ts", `log.warn({ mac, err: error }, "${event}")`),
    ]),
    right: [
      file("kernel/a.ts", 'log.info({ id }, "device.paired")\nlog[level](\n  { id },\n  "device-write.failed",\n)'),
      file("test/a.test.ts", 'log.info({}, "late")'),
    ],
  },
  "names are kebab-case": {
    wrong: [
      "kernel/fooBar.ts",
      "kernel/Foo.ts",
      "kernel/foo_bar.ts",
      "plugins/My/index.ts",
      "test/kernel/fooBar.test.ts",
      "kernel/foo.bar.ts",
      "kernel/-foo.ts",
    ].map((path) => [file(path)]),
    right: [
      "kernel/foo-bar.ts",
      "kernel/raw2bpp.ts",
      "test/kernel/foo-bar.test.ts",
      "sdk/kit/platform.d.ts",
      "modes/my-mode.json",
    ].map((path) => file(path)),
  },
  "names say something": {
    wrong: [
      "kernel/utils.ts",
      "kernel/util.ts",
      "kernel/helpers/text.ts",
      "plugins/common/index.ts",
      "sdk/types.ts",
      "kernel/shared.ts",
      "kernel/manager.ts",
      "test/helper.test.ts",
    ].map((path) => [file(path)]),
    right: ["kernel/plugins/points.ts", "kernel/typeset.ts", "kernel/shared-lock.ts"].map((path) => file(path)),
  },
  "files are short": {
    wrong: [[file("kernel/a.ts", "x\n".repeat(351))], [file("plugins/a/index.ts", `${"x\n".repeat(350)}x`)]],
    right: [
      file("kernel/a.ts", "x\n".repeat(350)),
      file("test/a.test.ts", "x\n".repeat(999)),
      file("modes/daily.json", "x\n".repeat(999)),
    ],
  },
}

for (const [name, { wrong, right }] of Object.entries(PLANTED)) {
  const rule = rules[name as keyof typeof rules]
  test(`would catch it if not: ${name}`, () => {
    assert.ok(wrong.length > 0)
    for (const planted of wrong)
      assert.is(
        rule(planted).length,
        1,
        `${planted.at(-1)!.path}: ${planted.at(-1)!.text.slice(0, 80)}: ${JSON.stringify(rule(planted))}`,
      )
    assert.equal(rule(right), [])
  })
}

test.run()
