import { RUNTIME } from "platen/sdk/device"
import type { Runtime } from "platen/sdk/device"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { deviceWith } from "../configs/catalogs.js"
import { deviceOf } from "../../known-devices.js"
import type { Parts } from "../../known-devices.js"
import { intervalOf, isOnline, isPolling, lastSeen } from "../../../../plugins/devices/devices/presence.js"

const test = suite("sdk/presence")
const MINUTE = 60_000
const NOW = 1_000 * MINUTE
const runtimeOf = (parts?: Parts): Runtime => deviceOf(parts).get(RUNTIME)

test("takes the interval that a device was told last, else what it says, else its config's, else an hour", () => {
  const configured = deviceWith({ refreshInterval: 30 })
  assert.equal(
    [
      intervalOf(deviceOf({ reportedMinutes: 20, toldMinutes: 10 }, configured)),
      intervalOf(deviceOf({ reportedMinutes: 20 }, configured)),
      intervalOf(configured),
      intervalOf(deviceOf()),
    ],
    [10, 20, 30, 60],
  )
})

test("was seen when it last called or polled, and never when it did neither", () => {
  assert.equal(
    [
      lastSeen(runtimeOf()),
      lastSeen(runtimeOf({ seenAt: 5 })),
      lastSeen(runtimeOf({ polledAt: 7 })),
      lastSeen(runtimeOf({ seenAt: 5, polledAt: 7 })),
      lastSeen(runtimeOf({ seenAt: 9, polledAt: 7 })),
    ],
    [undefined, 5, 7, 7, 9],
  )
  assert.is(isOnline(deviceOf(), 0), false)
})

for (const [what, parts, online] of [
  ["within its interval", { seenAt: NOW - 95 * MINUTE }, true],
  ["beyond it", { seenAt: NOW - 95 * MINUTE - 1 }, false],
  ["that was told to come every ten minutes", { seenAt: NOW - 20 * MINUTE, toldMinutes: 10 }, true],
  ["that was told so and is late", { seenAt: NOW - 20 * MINUTE - 1, toldMinutes: 10 }, false],
  ["in live mode that polled two minutes ago", { live: { mode: "active", at: 0 }, polledAt: NOW - 2 * MINUTE }, true],
  ["in live mode that polled before that", { live: { mode: "active", at: 0 }, polledAt: NOW - 2 * MINUTE - 1 }, false],
  [
    "in live mode that has just rendered",
    {
      live: { mode: "active", at: 0 },
      polledAt: NOW - 3 * MINUTE - 5_000,
      seenAt: NOW - 3 * MINUTE,
      shownAt: NOW - 3 * MINUTE,
    },
    false,
  ],
  [
    "in live mode that renders without polling",
    {
      live: { mode: "active", at: 0 },
      polledAt: NOW - 60 * MINUTE,
      seenAt: NOW - 3 * MINUTE,
      shownAt: NOW - 3 * MINUTE,
    },
    true,
  ],
  ["in live mode that has not polled yet", { live: { mode: "active", at: 0 }, seenAt: NOW - 90 * MINUTE }, true],
] as const satisfies readonly (readonly [string, Parts, boolean])[]) {
  test(`calls a device ${what} ${online ? "online" : "offline"}`, () =>
    assert.is(isOnline(deviceOf(parts), NOW), online))
}

test("takes it to poll for twenty seconds after a poll in live mode", () => {
  const live = { live: { mode: "active", at: 0 }, polledAt: NOW } as const
  assert.equal(
    [
      isPolling(runtimeOf(live), NOW + 20_000),
      isPolling(runtimeOf(live), NOW + 20_001),
      isPolling(runtimeOf({ polledAt: NOW }), NOW),
      isPolling(runtimeOf({ live: live.live }), NOW),
    ],
    [true, false, false, false],
  )
})

test.run()
