import { device as deviceSchema } from "platen/sdk"
import type { Devices } from "platen/sdk"
import { fakeClock, fakeStore } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { deviceCommand } from "../../../plugins/devices/commands.js"
import { devicesIn } from "../../../plugins/devices/service.js"
import { refused } from "../../refused.js"

const test = suite("devices/commands")

const MAC = "0A:BB:CC:DD:EE:FF"

let devices: Devices
test.before.each(async () => {
  const clock = fakeClock()
  devices = devicesIn(fakeStore(clock), clock)
  const member = { user: "anna", role: "owner", nickname: "", boundAt: 0 }
  await devices.update("extended", MAC, () => deviceSchema.parse({ tokens: [{ value: "secret", createdAt: 0, provisional: false }], members: [member], seenAt: clock.now() }))
  await devices.update("core", MAC, () => deviceSchema.parse({ configured: true }))
})

async function run(args: string): Promise<string> {
  let printed = ""
  const code = await deviceCommand(devices).run(args === "" ? [] : args.split(" "), { out: (text) => { printed += text }, ask: () => Promise.reject(new Error("nothing is asked")) })
  assert.is(code, 0)
  return printed
}

test("lists what is known, and no token", async () => {
  assert.equal((await run("list")).split("\n"), [`${MAC}  core       configured never seen`, `${MAC}  extended   owned (1)  seen 2026-11-21T09:05Z`, ""])
})

test("forgets a screen however its address is written, in one edition", async () => {
  assert.is(await run(`forget ${MAC.replaceAll(":", "-").toLowerCase()}`), `${MAC} is forgotten: at its next call it begins anew.\n`)
  assert.equal([await devices.get("extended", MAC), (await devices.get("core", MAC))!.configured], [undefined, true])
  await run(`forget --edition core ${MAC}`)
  assert.is(await run("list"), "None yet: point a screen at this server.\n")
})

for (const [args, part] of [["", "list, forget"], ["drop", "list, forget"], ["list all", "takes nothing more"], ["forget", "name one screen"], [`forget ${MAC} ${MAC}`, "name one screen"], [`forget ${MAC} --edition`, "name one screen"], ["forget x", "not a hardware address"], ["forget 00:00:00:00:00:01", "is not known"]] as const) {
  test(`refuses "${args}" in a sentence`, async () => { await refused(() => run(args), part) })
}

test("explains itself", () => {
  const { summary, help } = deviceCommand(devices)
  assert.match(help, /^platen device /)
  assert.ok(help.split("\n").every((line) => line.length <= 120) && summary.length <= 60)
})

test.run()
