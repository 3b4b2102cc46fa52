import { TOKENS } from "platen/sdk/device"
import { isExpired, NEW_DEVICE } from "platen/sdk/kit"
import type { Device, DeviceToken } from "platen/sdk/device"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { issue, tokenId, tokenIn } from "../../../../plugins/devices/devices/tokens.js"
import type { TokenRequest } from "../../../../plugins/devices/devices/tokens.js"
import { deviceOf } from "../../known-devices.js"

const test = suite("devices/tokens")

const DAY = 24 * 3_600_000
const OWNED = deviceOf({
  tokens: [{ value: "own", createdAt: 0, provisional: false }],
  members: [{ user: "anna", role: "owner", nickname: "", boundAt: 0 }],
})

const UNOWNED = NEW_DEVICE

let made = 0
const asking = (more: Partial<TokenRequest> = {}): TokenRequest => ({
  shown: "",
  trusted: false,
  now: 1000,
  from: "home",
  value: `made${++made}`,
  ...more,
})
const tokensOf = (device: Device): readonly DeviceToken[] => device.get(TOKENS).tokens
const values = (device: Device): string[] => tokensOf(device).map(({ value }) => value)

test("makes an owned device a provisional token for whoever shows none of it", () => {
  const { device, token, fresh } = issue(OWNED, asking({ shown: "wrong" }))
  assert.equal([fresh, tokensOf(device)[0]], [true, { value: token, createdAt: 1000, provisional: true, from: "home" }])
  assert.equal(issue(device, asking({ shown: token })).token, token)
})

test("gives who may have the device's own token that one, also when a provisional one is shown", () => {
  const { device, token } = issue(OWNED, asking())
  assert.equal(
    [
      issue(device, asking({ trusted: true })).token,
      issue(device, asking({ trusted: true, shown: token })).token,
      issue(device, asking({ shown: "own" })).token,
    ],
    ["own", "own", "own"],
  )
})

test("makes who may have it a new own token when there is none", () => {
  const { device, fresh } = issue(OWNED.with(TOKENS, { tokens: [] }), asking({ trusted: true }))
  assert.equal([fresh, tokensOf(device).map(({ provisional }) => provisional)], [true, [false]])
})

test("makes the first asker of a device without an owner its first token, and everybody else one of their own", () => {
  const first = issue(UNOWNED, asking())
  assert.equal([first.fresh, tokensOf(first.device)[0]?.provisional], [true, false])
  const second = issue(first.device, asking({ from: "elsewhere" }))
  assert.equal([second.fresh, tokensOf(second.device)[0]?.provisional, tokensOf(second.device).length], [true, true, 2])
  assert.equal(
    [
      issue(second.device, asking({ shown: second.token, from: "elsewhere" })).token,
      issue(second.device, asking({ shown: first.token, from: "elsewhere" })).token,
    ],
    [second.token, first.token],
  )
})

for (const [what, more, used, same] of [
  ["within 60 s", { now: 61_000 }, undefined, true],
  ["after 60 s", { now: 61_001 }, undefined, false],
  ["at another place", { from: "elsewhere" }, undefined, false],
  ["once a call was made with it", {}, 1000, false],
  ["to an admin at any time", { now: 999_999, from: "elsewhere", trusted: true }, 1000, true],
] as const) {
  test(`${same ? "repeats" : "does not repeat"} the first token ${what}`, () => {
    const { device, token } = issue(UNOWNED, asking())
    const later = device.with(TOKENS, {
      tokens: tokensOf(device).map((each) => ({ ...each, ...(used !== undefined && { usedAt: used }) })),
    })
    assert.is(issue(later, asking(more)).token === token, same)
  })
}

test("lets a provisional token run out a day after it was last used, and its own never", () => {
  const token = { value: "x", createdAt: 0, provisional: true }
  assert.equal(
    [
      isExpired(token, DAY - 1),
      isExpired(token, DAY),
      isExpired({ ...token, usedAt: 5 }, DAY),
      isExpired({ ...token, usedAt: 5 }, DAY + 5),
      isExpired({ ...token, provisional: false }, 99 * DAY),
    ],
    [false, true, false, true, false],
  )
  const { device } = issue(
    OWNED.with(TOKENS, { tokens: [...tokensOf(OWNED), token] }),
    asking({ now: DAY, shown: "x" }),
  )
  assert.not.ok(values(device).includes("x"))
})

/** As many as wait at most: `each`: from where, used when, shown when. */
function waiting(...each: readonly (readonly [from: string, usedAt?: number, renderedAt?: number])[]): Device {
  return OWNED.with(TOKENS, {
    tokens: [
      ...each.map(([from, usedAt, renderedAt], i) => ({
        value: `w${i}`,
        createdAt: i,
        provisional: true,
        from,
        ...(usedAt !== undefined && { usedAt }),
        ...(renderedAt !== undefined && { renderedAt }),
      })),
      ...tokensOf(OWNED),
    ],
  })
}

for (const [what, device, from, gone] of [
  [
    "of where most come from",
    waiting(["screen", 1], ["a", 900], ["a", 901], ["a", 902], ["a", 903], ["a", 904], ["b", 2], ["b", 3]),
    "b",
    "w1",
  ],
  [
    "of where the newest comes from, among equals",
    waiting(["a", 1], ["b", 900], ["c", 1], ["d", 1], ["e", 1], ["f", 1], ["g", 1], ["h", 1]),
    "b",
    "w1",
  ],
  [
    "that has shown nothing, before one that has",
    waiting(["a", 1, 1], ["a", 900], ["a", 2, 2], ["a", 3, 3], ["a", 4, 4], ["a", 5, 5], ["a", 6, 6], ["a", 7, 7]),
    "a",
    "w1",
  ],
  [
    "that was used longest ago",
    waiting(["a", 8], ["a", 7], ["a", 6], ["a", 5], ["a", 9], ["a", 10], ["a", 11], ["a", 12]),
    "a",
    "w3",
  ],
] as const) {
  test(`makes room for one more by the one ${what}`, () => {
    const { device: after } = issue(device, asking({ from }))
    assert.equal(tokensOf(after).filter(({ provisional }) => provisional).length, 8)
    assert.equal(
      values(device).filter((value) => !values(after).includes(value)),
      [gone],
    )
  })
}

test("finds a token by its value alone", () => {
  assert.equal(
    [tokenIn(OWNED, "own")?.value, tokenIn(OWNED, "ow"), tokenIn(OWNED, "own "), tokenIn(OWNED, "")],
    ["own", undefined, undefined, undefined],
  )
})

test("says nothing of a token's value where it is listed", () => {
  const [one, other] = ["own", "owm"].map((value) => tokenId({ value, createdAt: 0, provisional: false }))
  assert.match(one!, /^[0-9a-f]{16}$/)
  assert.not.equal(one, other)
})

test.run()
