import type { Service } from "platen/sdk"
import type { ChooseRequest, Device } from "platen/sdk/device"
import { TOKENS } from "platen/sdk/device"
import { fakeClock, fakeStore } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { localTime } from "platen/sdk/kit"
import { pairing } from "../../../../plugins/devices/pairing/chooser.js"
import { codesIn } from "../../../../plugins/devices/pairing/codes.js"
import type { PairingSettings } from "../../../../plugins/devices/pairing/code-on-screen.js"
import { deviceOf } from "../../known-devices.js"

/** What the page on the glass says of a code that is no proof yet. */
const test = suite("pairing/chooser")

const NOW = Date.UTC(2026, 5, 1, 12, 0, 30)
const MINUTE = 60_000
const MAC = "AA:BB:CC:DD:EE:FF"
const service = {
  security: { pairing: "on" },
  publicUrl: undefined,
  defaults: { timeZone: "Asia/Kolkata" },
  localTime,
} as unknown as Service
const chooser = pairing(
  codesIn(fakeStore(), { get: () => Promise.resolve(undefined) }, fakeClock(NOW)),
  { isClosed: false, take: async () => undefined },
  service,
)

function settings(device: Device, token: string): PairingSettings {
  const provisional = device.get(TOKENS).tokens.find(({ value }) => value === token)!.provisional
  const request = {
    realm: "extended",
    mac: MAC,
    device,
    caller: { token, provisional },
    now: localTime(NOW, "Asia/Kolkata"),
    random: () => 0.5,
  }
  return chooser.choose(request as unknown as ChooseRequest)!.settings!["PAIRING"] as PairingSettings
}

/** A device whose first token called so many minutes ago, and another one. */
const device = (ago: number, told?: number): Device =>
  deviceOf({
    ...(told !== undefined && { toldMinutes: told }),
    tokens: [
      { value: "OTHER", createdAt: NOW, provisional: true },
      { value: "FIRST", createdAt: 0, provisional: false, renderedAt: NOW - ago * MINUTE },
    ],
  })

for (const [what, known, token, from] of [
  [
    "another token, while the first one called 5 minutes ago: in the zone of the place, the next whole minute",
    device(5),
    "OTHER",
    "17:41",
  ],
  ["another token, where the first one was told to come in two hours", device(5, 120), "OTHER", "19:31"],
  ["another token, after the first one was silent for 15 minutes", device(15), "OTHER", undefined],
  ["the first token", device(5), "FIRST", undefined],
] as const) {
  test(`says to ${what}`, () => {
    assert.is(settings(known, token).from, from)
  })
}

test.run()
