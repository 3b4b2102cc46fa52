import { setImmediate } from "node:timers/promises"
import { fakeClock, fakeLog } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { WorkAhead } from "../../../../plugins/devices/prefetch/work.js"
import { deviceOf } from "../../known-devices.js"

const test = suite("ahead: fair")

/** Screens by MAC, with the owner of each; those of "slow" owners never get their content. */
function scene(screens: Readonly<Record<string, string>>) {
  const clock = fakeClock()
  const log = fakeLog()
  const prepared: string[] = []
  const device = (owner: string) =>
    deviceOf({
      shownAt: clock.now() - 59 * 60_000,
      toldMinutes: 60,
      members: [{ user: owner, role: "owner", nickname: "", boundAt: 0 }],
    })
  const work = new WorkAhead({
    clock,
    log,
    areas: {
      get: () => undefined,
      list: () => [{ id: "extended", realm: "extended", mount: "/", battery: () => ({ percent: 100 }) }],
    },
    devices: {
      get: async (_, mac) => device(screens[mac]!),
      all: async function* () {
        for (const [mac, owner] of Object.entries(screens)) yield { realm: "extended", mac, device: device(owner) }
      },
    },
    renders: {
      peek: async ({ mac }) => {
        prepared.push(mac)
        const owner = screens[mac]!
        return {
          modes: [],
          why: {} as never,
          draw: () => Promise.reject(new Error("nothing is drawn")),
          prepare: () => (owner.startsWith("slow") ? new Promise(() => {}) : Promise.resolve(undefined)),
        }
      },
    },
  })
  return { clock, log, prepared, work }
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await setImmediate()
}

test("a hundred screens of one person whose source hangs keep nobody else waiting, and one another for 5 seconds", async () => {
  const slow = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`slow ${i}`, "slow"]))
  const { clock, prepared, work } = scene({ ...slow, ben: "ben", carl: "carl", ada: "ada", dora: "dora", emil: "emil" })
  await work.begin()
  clock.advance(60_000)
  void work.step()
  await settled()
  const others = ["ada", "ben", "carl", "dora", "emil"]
  for (let i = 0; i < 30; i++) {
    clock.advance(5_000)
    await settled()
  }
  assert.ok(
    others.every((mac) => prepared.includes(mac)),
    prepared.join(),
  )
  const before = Math.max(...others.map((mac) => prepared.indexOf(mac)))
  assert.ok(before < 10, `${before} screens of the other come before the last of them`)
  assert.ok(prepared.length > 25, "the others go on")
})

test("what comes late is there for the wake all the same, and is not made twice", async () => {
  const { clock, log, prepared, work } = scene({ a: "slow" })
  await work.begin()
  clock.advance(70_000)
  void work.step()
  await settled()
  for (let i = 0; i < 10; i++) {
    clock.advance(1_000)
    await settled()
  }
  const step = work.step()
  await settled()
  assert.equal([prepared, log.lines.filter(({ event }) => event === "ahead.failed")], [["a"], []])
  await step
})

test.run()
