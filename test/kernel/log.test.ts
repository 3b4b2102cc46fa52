import { spawn } from "node:child_process"
import type { ChildProcessWithoutNullStreams } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { createLog } from "../../kernel/log.js"
import type { RootLog } from "../../kernel/log.js"

const test = suite("log")

interface Line {
  readonly [field: string]: unknown
}

/** What `work` writes with a log of this level. */
function logged(
  level: string,
  work: (log: RootLog) => void,
): { readonly text: string; readonly lines: readonly Line[] } {
  let text = ""
  work(
    createLog(level, {
      write: (line) => {
        text += line
      },
    }),
  )
  return {
    text,
    lines: text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line),
  }
}

test("writes one JSON line an event, with level, time and fields", () => {
  const { lines } = logged("debug", (log) => {
    log.debug({}, "a")
    log.info({ mac: "AA", ms: 3 }, "render.done")
    log.warn({}, "c")
    log.error({}, "d")
  })
  assert.equal(
    lines.map(({ level, msg }) => [level, msg]),
    [
      [20, "a"],
      [30, "render.done"],
      [40, "c"],
      [50, "d"],
    ],
  )
  assert.is(lines[1]!.mac, "AA")
  assert.is(lines[1]!.ms, 3)
  assert.match(String(lines[1]!.time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test("leaves out what is below its level", () => {
  const work = (log: RootLog): void => {
    log.debug({}, "a")
    log.info({}, "b")
    log.warn({}, "c")
    log.named("x").info({}, "e")
    log.error({}, "d")
  }
  assert.equal(
    logged("warn", work).lines.map(({ msg }) => msg),
    ["c", "d"],
  )
  assert.is(logged("silent", work).text, "")
})

test("marks the lines of a plugin with its name", () => {
  const { lines } = logged("info", (log) => {
    log.named("weather").info({ a: 1 }, "x")
    log.info({}, "y")
  })
  assert.is(lines[0]!.plugin, "weather")
  assert.not.ok("plugin" in lines[1]!)
})

test("never writes a credential, wherever it stands", () => {
  const { text, lines } = logged("info", (log) => {
    log.info(
      {
        token: "s3cret",
        key: "s3cret",
        password: "s3cret",
        secret: "s3cret",
        cookie: "s3cret",
        authorization: "s3cret",
        apiKey: "s3cret",
      },
      "flat",
    )
    log.info(
      {
        config: { token: "s3cret" },
        headers: {
          Authorization: "s3cret",
          "x-device-token": "s3cret",
          "set-cookie": ["s3cret"],
          "x-api-key": "s3cret",
        },
      },
      "nested",
    )
    log.info(
      { request: { headers: { authorization: "s3cret" } }, users: [{ login: { adminToken: "s3cret" } }] },
      "deep",
    )
    log.named("plugin").warn({ client_secret: { value: "s3cret" } }, "named")
    log.error(
      { err: Object.assign(new Error("failed"), { config: { headers: { authorization: "s3cret" } } }) },
      "error",
    )
    log.error({ err: new Error("failed", { cause: Object.assign(new Error("below"), { token: "s3cret" }) }) }, "cause")
  })
  assert.is(lines.length, 6)
  assert.not.match(text, /s3cret/)
  assert.equal((lines[2] as { request: object }).request, { headers: { authorization: "[secret]" } })
})

test("writes what only looks like one", () => {
  const { lines } = logged("info", (log) => {
    log.info({ tokens: 1200, keys: ["a"], monkey: "m", tokenizer: "t", empty: null }, "x")
  })
  const { tokens, keys, monkey, tokenizer, empty } = lines[0]!
  assert.equal(
    { tokens, keys, monkey, tokenizer, empty },
    { tokens: 1200, keys: ["a"], monkey: "m", tokenizer: "t", empty: null },
  )
})

test("writes an error with its message, stack and cause", () => {
  const { lines } = logged("info", (log) => {
    log.error({ err: new TypeError("no", { cause: new Error("because") }) }, "x")
  })
  const { type, message, stack } = (lines[0] as { err: { type: string; message: string; stack: string } }).err
  assert.is(type, "TypeError")
  assert.match(message, /no.*because/)
  assert.match(stack, /at /)
})

test("writes what turns itself into JSON as it does", () => {
  const { lines } = logged("info", (log) => {
    log.info({ at: new Date(0), url: new URL("http://a/"), bytes: [1, 2] }, "x")
  })
  const { at, url, bytes } = lines[0]!
  assert.equal({ at, url, bytes }, { at: "1970-01-01T00:00:00.000Z", url: "http://a/", bytes: [1, 2] })
})

test("survives fields that go round in circles, or very deep", () => {
  const { lines } = logged("info", (log) => {
    const round: Record<string, unknown> = { token: "s3cret" }
    round.self = round
    log.info({ round }, "round")
    const many = Array.from({ length: 60 }, (): Record<string, unknown> => ({}))
    for (const each of many) each.many = many
    log.info({ many }, "many")
    let deep: Record<string, unknown> = { token: "s3cret" }
    for (let i = 0; i < 5000; i++) deep = { deep }
    log.info({ deep }, "deep")
  })
  assert.equal(
    lines.map(({ msg }) => msg),
    ["round", "many", "deep"],
  )
  assert.not.match(JSON.stringify(lines), /s3cret/)
})

/** What a person at a terminal reads, without the times. */
function read(level: string, work: (log: RootLog) => void): string {
  let text = ""
  work(createLog(level, { isTTY: true, write: (line) => (text += line) }))
  return text.replaceAll(/^\d\d:\d\d:\d\d {2}/gm, "")
}

test("writes a stack and its causes in one line at a terminal", () => {
  const cause = new TypeError("no feed is there")
  const text = read("info", (log) => log.error({ err: new Error("The page failed.", { cause }) }, "content.failed"))
  assert.match(
    text,
    /^Error: content\.failed, Error: The page failed\. at [^\n]+ caused by: TypeError: no feed is there at [^\n]+\n$/,
  )
  assert.is(text.match(/ at /g)!.length, 2)
})

test("says sentences to a person at a terminal, and the names of events that have none", () => {
  const text = read("info", (log) => {
    log.debug({ mac: "AA", say: "Kitchen shows DAILY, 12 ms" }, "page.delivered")
    log.debug({ mac: "AA" }, "source.refused")
    log.info({ port: 3000 }, "server.started")
    log.named("feed").warn({ host: "example.org" }, "source.failed")
    log.error({ token: "abc", say: "The disk is full" }, "store.failed")
  })
  assert.is(
    text,
    'Kitchen shows DAILY, 12 ms\nserver.started, port 3000\nWarning: source.failed, host "example.org"\nError: The disk is full\n',
  )
})

test("lets nobody steer the terminal of a person", () => {
  const text = read("info", (log) => {
    log.info({ say: "\u001b]0;owned\u0007\u202eKitchen\u009b2J\nshows" }, "page.delivered")
    log.warn({ path: "/\u001b[2J\u202e" }, "call.refused")
  })
  assert.is(text, ' ]0;owned  Kitchen 2J\n  shows\nWarning: call.refused, path "/\\u001b[2J "\n')
})

test("says no more to a person than the level allows", () => {
  const work = (log: RootLog): void => {
    log.debug({ say: "shown" }, "a")
    log.info({}, "b")
    log.error({}, "c")
  }
  assert.is(read("error", work), "Error: c\n")
  assert.is(read("silent", work), "")
})

/** A process that has logged 3,000 lines of 1 kB to a pipe that nobody has read yet. */
async function unread(): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./log-child.js", import.meta.url))])
  await once(child.stderr, "data")
  return child
}

test("holds nobody up where its reader is slow, and says how many lines found no room", async () => {
  const child = await unread()
  let text = ""
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part))
  while (!text.includes("log.dropped")) await once(child.stdout, "data")
  child.stdin.write("end")
  const [code] = (await once(child, "close")) as [number]
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line)
  const dropped = lines.find(({ msg }) => msg === "log.dropped")?.lines as number
  const numbers = lines.flatMap(({ number }) => (number === undefined ? [] : [number]))
  assert.is(code, 0)
  assert.is(numbers.length + dropped, 3_000)
  assert.equal(numbers, [...numbers.keys()])
  assert.ok(numbers.length > 500, `${numbers.length} lines were kept`)
  assert.is(lines.at(-1)?.msg, "last")
})

test("lets the process end where nobody reads", async () => {
  const child = await unread()
  child.stdin.write("end")
  const [code] = (await once(child, "exit")) as [number]
  child.stdout.destroy()
  assert.is(code, 0)
})

test.run()
