import { suite } from "uvu"
import * as assert from "uvu/assert"
import { z } from "platen/sdk"
import type { Collection } from "platen/sdk"
import { leasesOf } from "../../../../plugins/devices/render/leases.js"
import { fakeClock, fakeStore } from "../../../testing/index.js"

const test = suite("render/leases")

test("reads few at once of those that nobody has fetched: each holds a picture", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  const limits: number[] = []
  const watched = {
    ...store,
    collection: (...about: Parameters<typeof store.collection>) => {
      const all = store.collection(...about) as Collection<unknown>
      return {
        ...all,
        list: async (how: Parameters<typeof all.list>[0] = {}) => {
          const rows = await all.list(how)
          limits.push(rows.length)
          return rows
        },
      }
    },
  }
  const released: string[] = []
  const leases = leasesOf({
    store: watched,
    clock,
    reservations: { release: async (_: string, mac: string) => void released.push(mac) },
  } as unknown as Parameters<typeof leasesOf>[0])
  const rows = store.collection("leases", z.unknown())
  const reserved = { known: true, own: true, first: "", pendingRefresh: false, lastMode: {} }
  for (let i = 0; i < 100; i++)
    await rows.set(`area/${String(i).padStart(3, "0")}`, {
      id: "a",
      until: clock.now() - 1,
      refreshMinutes: 60,
      flags: { retry: false, refresh: false, redraw: false },
      reserved,
      telemetry: { toldMinutes: 60, inks: 2, provisional: false, flagged: false },
      picture: { bytes: "AA==" },
    })
  await leases.settle()
  assert.is(released.length, 100)
  assert.ok(Math.max(...limits) <= 20, `${Math.max(...limits)} pictures at once`)
  assert.equal(await rows.list({ limit: 1 }), [])
})

test.run()
