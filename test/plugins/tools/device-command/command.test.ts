import type { CommandEntry, Terminal } from "platen/sdk"
import { TOKENS } from "platen/sdk/device"
import type { Devices, Member } from "platen/sdk/device"
import type { Area, User } from "platen/sdk/http"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import deviceCommand from "../../../../plugins/tools/device-command/command.js"
import plugin from "../../../../plugins/tools/device-command/index.js"
import { refused } from "../../../refused.js"
import { catalog } from "../../devices/configs/catalogs.js"
import { knownDevices, partsOf, putDevice } from "../../known-devices.js"
import type { Parts } from "../../known-devices.js"

const test = suite("plugins/tools/device-command")

const [FIRST, SECOND] = ["0A:00:00:00:00:01", "0A:00:00:00:00:02"]
const TOKEN = "t".repeat(43)

interface Shell {
  readonly devices: Devices
  readonly clock: ReturnType<typeof fakeClock>
  readonly asked: string[]
  readonly forgotten: string[]
  put(mac: string, parts: Parts, realm?: string): Promise<unknown>
  /** Resolves to what was printed, and the exit code. */
  run(args: string, ...lines: string[]): Promise<readonly [printed: string, code: number]>
}

function shell(): Shell {
  const clock = fakeClock()
  const forgotten: string[] = []
  const devices = knownDevices({
    clock,
    onForget: async ({ realm, mac }) => {
      forgotten.push(`${realm}/${mac}`)
    },
  })
  const users: Readonly<Record<string, Partial<User>>> = { u1: { id: "u1", username: "Anna" } }
  const area = (id: string, mount: string): Area => ({ id, realm: id, mount, battery: () => ({ percent: 100 }) })
  const areas = catalog([area("core", "/core"), area("extended", "/")])
  const services = { devices, clock, areas, accounts: { get: async (id: string) => users[id] as User | undefined } }
  const asked: string[] = []
  return {
    devices,
    clock,
    asked,
    forgotten,
    put: (mac, parts, realm = "extended") =>
      putDevice(devices, realm, mac, {
        configured: true,
        tokens: [{ value: TOKEN, createdAt: 0, provisional: false }],
        ...parts,
      }),
    run: async (args, ...lines) => {
      let printed = ""
      const terminal: Terminal = {
        out: (text) => {
          printed += text
        },
        error: (text) => {
          printed += text
        },
        ask: async (question) => {
          asked.push(question)
          return lines.shift()!
        },
      }
      const code = await deviceCommand.run(args === "" ? [] : args.split(" "), terminal, async () => services)
      assert.equal(lines, [], "every line was asked for")
      return [printed, code]
    },
  }
}

const member = (user: string, role: "owner" | "member", nickname = ""): Member => ({
  user,
  role,
  nickname,
  boundAt: 0,
})
const parts = (line: string): string[] => line.split(/ {2,}/)

test("lists screens as a table", async () => {
  const { run, put, clock } = shell()
  assert.equal(await run("list"), ["No screen has called yet.\n", 0])
  await put(FIRST, {
    members: [member("u2", "member"), member("u1", "owner", "Kitchen")],
    seenAt: clock.now() - 60_000,
    volts: 3.9,
    lastMode: "STOIC",
  })
  await put(SECOND, { polledAt: clock.now() - 6 * 3_600_000 })
  await put("0A:00:00:00:00:03", { members: [member("gone", "owner", "厨房")] })
  await put(FIRST, {}, "core")
  const [printed] = await run("list")
  assert.equal(printed.trimEnd().split("\n").map(parts), [
    ["MAC", "NAME", "OWNER", "LAST SEEN", "ONLINE", "BATTERY", "MODE"],
    [`${FIRST} (core)`, "-", "-", "never", "no", "-", "-"],
    [FIRST, "Kitchen", "Anna", "2026-11-21 09:04", "yes", "3.90 V", "STOIC"],
    [SECOND, "-", "-", "2026-11-21 03:05", "no", "-", "-"],
    ["0A:00:00:00:00:03", "厨房", "(removed)", "never", "no", "-", "-"],
  ])
  const wide = (text: string): number =>
    [...text].reduce((sum, character) => sum + (/\p{Script=Han}/u.test(character) ? 2 : 1), 0)
  const at = printed
    .split("\n")
    .slice(1, 5)
    .map((line) => wide(line.slice(0, line.search(/never|2026/))))
  assert.is(new Set(at).size, 1, "columns stand straight, Han characters too")
})

test("lists no token, and lets no name move the cursor", async () => {
  const { run, put } = shell()
  await put(FIRST, { members: [member("u1", "owner", "\u001b[2Ja\nb\u202e")] })
  const [printed] = await run("list")
  assert.not.match(printed, TOKEN)
  assert.is(parts(printed.split("\n")[1]!)[1], "[2Jab")
})

test("lists more screens than one page of the store has", async () => {
  const { run, put } = shell()
  for (let i = 0; i < 205; i++) await put(`0A:00:00:00:01:${i.toString(16).padStart(2, "0").toUpperCase()}`, {})
  assert.is((await run("list"))[0].trimEnd().split("\n").length, 206)
})

test("prints the token of a screen, however its address is written, and nothing else", async () => {
  const { run, put } = shell()
  await put(FIRST, {
    tokens: [
      { value: "waits", createdAt: 0, provisional: true },
      { value: TOKEN, createdAt: 0, provisional: false },
    ],
  })
  for (const mac of [FIRST, "0a-00-00-00-00-01", "0a0000000001"])
    assert.equal(await run(`token ${mac}`), [`${TOKEN}\n`, 0])
})

test("makes a new token and revokes the old one, and keeps those that wait", async () => {
  const { run, put, devices } = shell()
  await put(FIRST, {
    members: [member("u1", "owner")],
    tokens: [
      { value: "waits", createdAt: 0, provisional: true },
      { value: TOKEN, createdAt: 0, provisional: false },
    ],
  })
  const [printed] = await run(`token ${FIRST} --rotate`)
  assert.match(printed, /^[\w-]{43}\n$/)
  assert.equal(
    (await devices.get("extended", FIRST))!.get(TOKENS).tokens.map(({ value, provisional }) => [value, provisional]),
    [
      [printed.trim(), false],
      ["waits", true],
    ],
  )
  assert.equal(await run(`token --rotate ${FIRST}`).then(([again]) => again === printed), false)
})

test("says what to do about a screen without a token of its own", async () => {
  const { run, put } = shell()
  await put(FIRST, { tokens: [] })
  await refused(() => run(`token ${FIRST}`), "has no token of its own", "--rotate")
  assert.match((await run(`token ${FIRST} --rotate`))[0], /^[\w-]{43}\n$/)
})

test("forgets a screen once that was confirmed, with what others keep of it", async () => {
  const { run, put, devices, asked, forgotten } = shell()
  await put(FIRST, { members: [member("u1", "owner", "Kitchen")] })
  for (const line of ["no", "", "nope", "n"])
    assert.equal(await run(`forget ${FIRST}`, line), ["Nothing was changed.\n", 1])
  assert.ok(await devices.get("extended", FIRST))
  assert.equal(forgotten, [])
  assert.equal(await run(`forget ${FIRST}`, "Yes"), [
    `${FIRST} is forgotten: the server treats its next call as that of a new screen.\n`,
    0,
  ])
  assert.is(
    asked[0],
    `Forget ${FIRST} (Kitchen, of Anna) and delete its config, history, owners and tokens? yes or no: `,
  )
  assert.equal([await devices.get("extended", FIRST), [...new Set(forgotten)]], [undefined, [`extended/${FIRST}`]])
})

test("frees a screen from whoever has bound it, with what others keep of it", async () => {
  const { run, put, devices, forgotten, asked } = shell()
  await put(FIRST, { members: [member("u1", "owner")] })
  assert.equal(await run(`free ${FIRST}`, "no"), ["Nothing was changed.\n", 1])
  assert.match(asked[0]!, `Free ${FIRST} (of Anna)`)
  const [printed, code] = await run(`free ${FIRST} --yes`)
  assert.match(
    printed,
    `${FIRST} is released: at its next call the screen requests a token and shows the pairing page.`,
  )
  const left = partsOf((await devices.get("extended", FIRST))!)
  assert.equal(
    [code, left.members, left.tokens, left.contested, forgotten.includes(`extended/${FIRST}`)],
    [0, [], [], true, true],
  )
})

test("forgets without a question where it is told to", async () => {
  const { run, put, asked } = shell()
  await put(FIRST, {})
  await run(`forget --yes ${FIRST}`)
  assert.equal(asked, [])
})

test("asks which is meant where several editions know one address", async () => {
  const { run, put, devices } = shell()
  await put(FIRST, {})
  await put(FIRST, {}, "core")
  for (const action of ["token", "forget"])
    await refused(() => run(`${action} ${FIRST}`), "several editions", "--edition core or --edition extended")
  await run(`forget ${FIRST} --yes --edition core`)
  assert.equal(
    [await devices.get("core", FIRST), (await devices.get("extended", FIRST)) !== undefined],
    [undefined, true],
  )
  await refused(() => run(`token ${FIRST} --edition core`), "unknown device", '"core"')
})

for (const [what, args, ...says] of [
  ["no action", "", "list, token, forget"],
  ["an action that is none", "constructor x", "name an action"],
  ["no address", "token", "name one device by its MAC"],
  ["two addresses", `forget ${FIRST} ${SECOND}`, "name one device"],
  ["an address that is none", "token kitchen", "not a hardware address"],
  ["an address to list", `list ${FIRST}`, "takes no MAC"],
  ["an unknown screen", `token ${SECOND}`, `unknown device ${SECOND}`, "platen device list"],
  ["an option of another action", `token ${FIRST} --yes`, "no option --yes"],
  ["an option of nobody's", `forget ${FIRST} --nope`, "no option --nope"],
  ["an edition without a name", `token ${FIRST} --edition`, "--edition needs an edition"],
  ["an edition to list", "list --edition core", "no option --edition"],
] as const) {
  test(`refuses ${what}`, async () => {
    const { run, put, devices } = shell()
    await put(FIRST, {})
    await refused(() => run(args), ...says)
    assert.is((await devices.get("extended", FIRST))!.get(TOKENS).tokens[0]!.value, TOKEN)
  })
}

test("explains itself", async () => {
  const [{ name, summary, load }, ...others] = plugin.commands as readonly [CommandEntry]
  const { help } = (await load()).default
  assert.equal(others, [])
  assert.is(name, "device")
  assert.match(help, /^platen device /)
  assert.match(help, "Example: ")
  assert.ok(help.split("\n").every((line) => line.length <= 125) && summary.length <= 60)
})

test.run()
