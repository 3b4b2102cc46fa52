import type { Catalog, CommandEntry, Observer, Terminal } from "platen/sdk"
import { MEMBERS } from "platen/sdk/device"
import { isOwned } from "platen/sdk/kit"
import type { Device, Devices } from "platen/sdk/device"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import userCommand from "../../../../plugins/people/accounts/commands.js"
import accounts from "../../../../plugins/people/accounts/index.js"
import { removeAccount } from "../../../../plugins/people/accounts/leaving.js"
import type { RemoveAccount } from "../../../../plugins/people/accounts/leaving.js"
import { passwordRules } from "../../../../plugins/people/accounts/passwords.js"
import { fakeLog } from "../../../testing/fakes.js"
import { refused } from "../../../refused.js"
import { collected, DAY, HOME, nameOf, PASSWORD, setting } from "./setting.js"
import type { Setting } from "./setting.js"
import { deviceOf, keepDevice, knownDevices, partsOf } from "../../known-devices.js"

const test = suite("plugins/people/accounts/commands")

interface Shell {
  readonly here: Setting
  readonly devices: Devices
  /** Every question, "*" where what is typed is hidden. */
  readonly asked: string[]
  /** Resolves to what was printed. */
  run(args: string, ...lines: string[]): Promise<string>
}

function shell(): Shell {
  const here = setting()
  const devices = knownDevices({ clock: here.clock })
  const asked: string[] = []
  const { people, clock } = here
  const needs = {
    people,
    devices,
    observers: { list: () => [] } as unknown as Catalog<Observer>,
    clock,
    log: fakeLog(),
  }
  const remove: RemoveAccount = (user) => removeAccount(needs, user)
  const services = { accounts: { people, remove, passwordFault: passwordRules("password") } }
  const run = async (args: string, ...lines: string[]): Promise<string> => {
    let printed = ""
    const terminal: Terminal = {
      out: (text) => {
        printed += text
      },
      error: (text) => {
        printed += text
      },
      ask: async (question, { hidden = false } = {}) => {
        asked.push(`${question}${hidden ? "*" : ""}`)
        return lines.shift()!
      },
    }
    assert.is(await userCommand.run(args === "" ? [] : args.split(" "), terminal, async () => services), 0)
    assert.equal(lines, [], "every line was asked for")
    return printed
  }
  return { here, devices, asked, run }
}

test("adds somebody, and asks for the password twice without showing it", async () => {
  const { here, asked, run } = shell()
  assert.is(await run("add Anna", PASSWORD, PASSWORD), "Anna can sign in.\n")
  assert.equal(asked, ["Password: *", "Repeat the password: *"])
  assert.is((await here.people.signIn("anna", PASSWORD, HOME)).user.role, "user")
})

test("adds an admin, and ends the setup code", async () => {
  const { here, run } = shell()
  const code = (await here.setup.open())!
  assert.is(await run("add anna --admin", PASSWORD, PASSWORD), "anna can sign in, as an admin.\n")
  assert.is((await here.people.byName("anna"))!.role, "admin")
  await refused(() => here.setup.check(code), "setup code is wrong")
})

test("makes somebody an admin, and ends the setup code", async () => {
  const { here, run } = shell()
  const code = (await here.setup.open())!
  await run("add anna", PASSWORD, PASSWORD)
  const { token } = await here.people.signIn("anna", PASSWORD, HOME)
  assert.is(await here.people.awaitsAdmin(), true)
  assert.is(await run("promote anna"), "anna is now an admin.\n")
  assert.is(await run("promote anna"), "anna is already an admin.\n")
  assert.equal([(await here.people.holder(token))!.role, await here.people.awaitsAdmin()], ["admin", false])
  await refused(() => here.setup.check(code), "setup code is wrong")
  await refused(() => run("promote nobody"), "no user is called")
})

test("reads the password once from standard input where it is told to", async () => {
  const { here, run } = shell()
  await run("add --password-stdin anna", PASSWORD)
  await run("set-password anna --password-stdin", "another one")
  assert.ok(await here.people.signIn("anna", "another one", HOME))
})

for (const [what, args, lines, ...parts] of [
  ["two passwords that differ", "add anna", [PASSWORD, "correct hors"], "two passwords differ"],
  ["too short a password", "add anna", ["short"], "8 to 128 characters"],
  ["a name that is none", "add a/b", [], "the username must consist of letters"],
  ["no name", "add", [], "name one user"],
  ["two names", "add anna otto", [], "name one user"],
  ["an option of another action", "remove otto --admin", [], "no option --admin"],
  ["an option of nobody's", "add anna --nope", [], "no option --nope"],
  ["a name to list", "list anna", [], "takes no name"],
  ["a name that is taken", "add OTTO", [], 'the user "OTTO" already exists'],
  ["nobody's password", "set-password nobody", [], 'no user is called "nobody"'],
  ["to remove nobody", "remove nobody", [], 'no user is called "nobody"'],
  ["no action", "", [], "add, list, set-password, promote, remove"],
  ["an action that is none", "constructor anna", [], "name an action"],
] as const) {
  test(`refuses ${what}`, async () => {
    const { here, run } = shell()
    await here.people.add(nameOf("otto"), PASSWORD, "user")
    await refused(() => run(args, ...lines), ...parts)
    assert.equal(
      (await collected(here.people.all())).map(({ username }) => username),
      ["otto"],
    )
    assert.ok(await here.people.signIn("otto", PASSWORD, HOME))
  })
}

test("lists people, those who came first above", async () => {
  const { here, run } = shell()
  assert.is(await run("list"), "There are no users yet: add one with platen user add NAME --admin.\n")
  await here.people.add(nameOf("zoe"), PASSWORD, "admin")
  here.clock.advance(DAY)
  await here.people.add(nameOf("anna"), PASSWORD, "user")
  assert.equal((await run("list")).replaceAll(/ +/g, " ").split("\n"), [
    "zoe admin since 2026-11-21",
    "anna user since 2026-11-22",
    "",
  ])
})

test("lists more people than one page of the store has", async () => {
  const { here, run } = shell()
  for (let i = 0; i < 205; i++) await here.people.add(nameOf(`person${i}`), PASSWORD, "user")
  assert.is(new Set((await run("list")).trimEnd().split("\n")).size, 205)
})

test("gives a new password, and signs its owner out", async () => {
  const { here, run } = shell()
  await here.people.add(nameOf("anna"), PASSWORD, "user")
  const { token } = await here.people.signIn("anna", PASSWORD, HOME)
  assert.is(
    await run("set-password ANNA", "another one", "another one"),
    "anna has a new password and is signed out everywhere.\n",
  )
  assert.is(await here.people.holder(token), undefined)
})

function bound(...members: readonly (readonly [user: string, role: "owner" | "member"])[]): Device {
  return deviceOf({
    tokens: [{ value: "t", createdAt: 0, provisional: false }],
    members: members.map(([user, role]) => ({ user, role, nickname: "", boundAt: 0 })),
  })
}

test("takes whom it removes out of all devices, asked in or not, and says which have no owner any more", async () => {
  const { here, devices, run } = shell()
  const { id: anna } = await here.people.add(nameOf("anna"), PASSWORD, "user")
  const { id: otto } = await here.people.add(nameOf("otto"), PASSWORD, "user")
  const put = (mac: string, device: Device, realm = "extended"): Promise<unknown> =>
    keepDevice(devices, realm, mac, device)
  await put("AA:00:00:00:00:01", bound([anna, "owner"], [otto, "member"]))
  await put("AA:00:00:00:00:02", bound([otto, "owner"], [anna, "member"]))
  await put(
    "AA:00:00:00:00:03",
    bound([otto, "owner"]).with(MEMBERS, {
      requests: [
        { id: 1, user: anna, nickname: "", at: 0 },
        { id: 2, user: "x", nickname: "", at: 0 },
      ],
    }),
  )
  await put("AA:00:00:00:00:04", bound([otto, "owner"]))
  await put("AA:00:00:00:00:05", bound([anna, "owner"]), "other")
  const untouched = await devices.get("extended", "AA:00:00:00:00:04")
  assert.equal((await run("remove Anna")).split("\n"), [
    "anna was removed.",
    "AA:00:00:00:00:01 (extended) now belongs to otto, who has had access longest.",
    "AA:00:00:00:00:05 (other) has no owner now: its config and tokens remain; delete them with platen device forget.",
    "",
  ])
  const left = await collected(devices.all())
  assert.is(left.length, 5)
  assert.not.match(JSON.stringify(left), anna)
  assert.equal(
    left.map(({ mac, device }) => {
      const { members, requests, tokens } = partsOf(device)
      return `${mac.at(-1)} ${members.map(({ role }) => role).join(" ")} ${requests.length} ${tokens.length}`
    }),
    ["1 owner 0 1", "2 owner 0 1", "3 owner 1 1", "4 owner 0 1", "5  0 1"],
  )
  assert.equal(await devices.get("extended", "AA:00:00:00:00:04"), untouched)
  assert.is(await here.people.byName("anna"), undefined)
  assert.ok(await here.people.byName("otto"))
})

test("takes whom it removes out of more devices than one page of the store has", async () => {
  const { here, devices, run } = shell()
  const { id: anna } = await here.people.add(nameOf("anna"), PASSWORD, "user")
  for (let i = 0; i < 230; i++)
    await keepDevice(
      devices,
      "extended",
      `AA:00:00:00:00:${i.toString(16).padStart(2, "0").toUpperCase()}`,
      bound([anna, "member"]),
    )
  assert.is(await run("remove anna"), "anna was removed.\n")
  const left = await collected(devices.all())
  assert.is(new Set(left.map(({ mac }) => mac)).size, 230)
  assert.ok(left.every(({ realm, device }) => realm === "extended" && !isOwned(device)))
})

test("says so when no admin is left", async () => {
  const { here, run } = shell()
  for (const name of ["anna", "otto"]) await here.people.add(nameOf(name), PASSWORD, "admin")
  assert.is(await run("remove anna"), "anna was removed.\n")
  assert.match(await run("remove otto"), /^otto was removed\.\nNo admin is left: .*setup code.*\n$/)
})

test("prints no password", async () => {
  const { run } = shell()
  const printed = [
    await run("add anna", PASSWORD, PASSWORD),
    await run("list"),
    await run("set-password anna", "another one", "another one"),
    await run("remove anna"),
  ].join("")
  for (const secret of [PASSWORD, "another one"]) assert.not.match(printed, secret)
})

test("gives the operator the names that strangers may not have, and no common password", async () => {
  const { run, here } = shell()
  await run("add root --password-stdin", PASSWORD)
  assert.is((await here.people.byName("root"))?.username, "root")
  await run("add otto --password-stdin", "password").then(
    () => assert.unreachable("it was taken"),
    (error: Error) => assert.is(error.message, "the password is one of the most common passwords: choose another."),
  )
})

test("explains itself", async () => {
  const [{ name, summary, load }, ...others] = accounts.commands as readonly [CommandEntry]
  const { help } = (await load()).default
  assert.equal(others, [])
  assert.is(name, "user")
  assert.match(help, /^platen user /)
  assert.match(help, "Example: ")
  assert.ok(help.split("\n").every((line) => line.length <= 120) && summary.length <= 60)
})

test.run()
