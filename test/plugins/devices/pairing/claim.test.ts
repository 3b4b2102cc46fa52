import { MEMBERS, TOKENS } from "platen/sdk/device"
import type { Device, DeviceToken } from "platen/sdk/device"
import type { User } from "platen/sdk/http"
import { isOwned } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { claimed, withoutOwner } from "../../../../plugins/devices/pairing/claim.js"
import type { Claim, Proof } from "../../../../plugins/devices/pairing/claim.js"
import { deviceOf, partsOf } from "../../known-devices.js"

/** Who is given a device for what; the device has its own token O and a provisional one P, with the codes OOOO and PPPP. */
const test = suite("pairing/claim")

const NOW = 1_000_000
const user = (id: string, role: User["role"] = "user"): User => ({ id, username: id, role, createdAt: 0 })
const [ANNA, OTTO, STRANGER, ADMIN] = [user("anna"), user("otto"), user("stranger"), user("admin", "admin")]
const token = (value: string, more: Partial<DeviceToken> = {}): DeviceToken => ({
  value,
  createdAt: 0,
  provisional: value !== "O",
  code: { value: value.repeat(4), until: NOW + 1 },
  ...more,
})
const UNOWNED: Device = deviceOf({
  tokens: [token("P"), token("O")],
  requests: [
    { id: 1, user: "stranger", nickname: "", at: 0 },
    { id: 2, user: "x", nickname: "", at: 0 },
  ],
})
const OWNED: Device = UNOWNED.with(MEMBERS, {
  members: [
    { user: "anna", role: "owner", nickname: "", boundAt: 0 },
    { user: "otto", role: "member", nickname: "", boundAt: 0 },
  ],
})

const MINUTE = 60_000
const RENDERED: Device = UNOWNED.with(TOKENS, {
  tokens: [token("P"), token("O", { renderedAt: NOW - 16 * MINUTE, usedAt: NOW - 15 * MINUTE + 1 })],
})
const SILENT: Device = UNOWNED.with(TOKENS, {
  tokens: [token("P"), token("O", { renderedAt: NOW - 16 * MINUTE, usedAt: NOW - 15 * MINUTE })],
})
const AT = { now: NOW, request: 9 }

const code = (value: string): Proof => ({ code: value })
/** What comes of it, whose the device is, and its tokens; own ones as capitals, others as small letters. */
function said(claim: Claim): string {
  const { members, tokens } = partsOf(claim.device)
  return `${claim.status}: ${members.find(({ role }) => role === "owner")?.user ?? "nobody"} ${tokens.map(({ value, provisional }) => (provisional ? value.toLowerCase() : value)).join("")}`
}

const CLAIMS: readonly (readonly [what: string, device: Device, who: User, proof: Proof, outcome: string])[] = [
  ["the code that the own token shows", UNOWNED, STRANGER, code("oooo"), "claimed: stranger O"],
  [
    "the code of a token that waited for an owner who has gone",
    UNOWNED,
    STRANGER,
    code("P P-P P"),
    "claimed: stranger P",
  ],
  ["a claim token of the own token's code", UNOWNED, STRANGER, { code: "OOOO", of: "O" }, "claimed: stranger O"],
  ["a claim token of another token's code", UNOWNED, STRANGER, { code: "OOOO", of: "P" }, "wrong-code: nobody pO"],
  [
    "the code of another token, while the own one, which has rendered, called a short while ago",
    RENDERED,
    STRANGER,
    code("PPPP"),
    "requested: nobody pO",
  ],
  ["the code of the own token, which has rendered", RENDERED, STRANGER, code("OOOO"), "claimed: stranger O"],
  [
    "the code of another token, after the own one was silent for 15 minutes",
    SILENT,
    STRANGER,
    code("PPPP"),
    "claimed: stranger Po",
  ],
  [
    "the code of another token, by an admin, while the own one calls",
    RENDERED,
    ADMIN,
    code("PPPP"),
    "claimed: admin P",
  ],
  ["another code", UNOWNED, STRANGER, code("WRONG"), "wrong-code: nobody pO"],
  ["nothing", UNOWNED, STRANGER, {}, "requested: nobody pO"],
  ["nothing, by an admin", UNOWNED, ADMIN, {}, "claimed: admin pO"],
  ["another code, by an admin", UNOWNED, ADMIN, code("WRONG"), "wrong-code: nobody pO"],
  [
    "nothing, by an admin, after a page of the other token's",
    UNOWNED.with(TOKENS, { tokens: [token("P", { renderedAt: 2 }), token("O", { renderedAt: 1 })] }),
    ADMIN,
    {},
    "claimed: admin pO",
  ],
  ["a right code, by a stranger", OWNED, STRANGER, code("OOOO"), "requested: anna pO"],
  ["a wrong code, by a stranger", OWNED, STRANGER, code("WRONG"), "requested: anna pO"],
  ["a right code, by a member", OWNED, OTTO, code("PPPP"), "active: anna pO"],
  ["a right code, by its owner", OWNED, ANNA, code("PPPP"), "confirmed: anna P"],
  ["the own token's code, by its owner", OWNED, ANNA, code("OOOO"), "confirmed: anna O"],
  ["a wrong code, by its owner", OWNED, ANNA, code("WRONG"), "wrong-code: anna pO"],
  ["nothing, by its owner", OWNED, ANNA, {}, "active: anna pO"],
  ["nothing, by an admin, before any page", OWNED, ADMIN, {}, "active: anna pO"],
  [
    "nothing, by an admin, after a page",
    OWNED.with(TOKENS, { tokens: [token("P", { renderedAt: 1 }), token("O")] }),
    ADMIN,
    {},
    "active: anna pO",
  ],
  ["a right code, by an admin", OWNED, ADMIN, code("PPPP"), "confirmed: anna P"],
  [
    "nothing, by an admin who owns it, after a page",
    deviceOf(
      {
        members: [{ user: "admin", role: "owner", nickname: "", boundAt: 0 }],
        tokens: [token("P", { renderedAt: 1 }), token("O")],
      },
      OWNED,
    ),
    ADMIN,
    {},
    "active: admin pO",
  ],
]

for (const [what, device, who, proof, outcome] of CLAIMS) {
  test(`answers ${what}, for ${isOwned(device) ? "an owned" : "a free"} device with "${outcome}"`, () => {
    const claim = claimed(device, who, proof, AT)
    assert.is(said(claim), outcome)
    const { requests, pendingRefresh } = partsOf(claim.device)
    if (claim.status === "claimed")
      assert.equal(
        [
          requests.map(({ user: each }) => each).includes(who.id),
          requests.some(({ user: each }) => each === "x"),
          pendingRefresh,
        ],
        [false, true, true],
      )
    if (claim.status === "confirmed") assert.ok(pendingRefresh)
  })
}

test("is silent when no code is alive, to all but a member", () => {
  const late = { ...AT, now: NOW + 1 }
  assert.equal(
    [STRANGER, ANNA, ADMIN, OTTO].map((who) => claimed(OWNED, who, code("OOOO"), late).status),
    ["no-code", "no-code", "no-code", "active"],
  )
})

test("takes the code from both that show the same, and changes nothing else", () => {
  const twins = OWNED.with(TOKENS, {
    tokens: [token("P", { code: { value: "OOOO", until: NOW + 1 } }), token("O")],
  })
  const claim = claimed(twins, ANNA, code("OOOO"), AT)
  const { tokens } = claim.device.get(TOKENS)
  assert.equal(
    [claim.status, tokens.map(({ code: kept }) => kept), tokens.length],
    ["ambiguous", [undefined, undefined], 2],
  )
  assert.is(claimed(twins, STRANGER, code("OOOO"), AT).status, "requested", "a stranger cannot do that to an owner")
})

test("says when to try again, and remembers whose code was typed", () => {
  const claim = claimed(RENDERED, STRANGER, code("PPPP"), AT)
  assert.equal(
    [
      claim.status === "requested" && claim.retryAt,
      claim.device.get(MEMBERS).requests.find(({ user: each }) => each === "stranger")?.token,
    ],
    [NOW + 1, "P"],
  )
})

test("keeps the first token that was passed over for a day, whatever its owner confirms, and gives it back when they leave", () => {
  const bound = claimed(SILENT, STRANGER, code("PPPP"), AT).device
  const until = NOW + 24 * 60 * MINUTE
  assert.equal(
    bound.get(TOKENS).tokens.map(({ value, heldUntil, code: kept }) => [value, heldUntil, kept]),
    [
      ["P", undefined, undefined],
      ["O", until, undefined],
    ],
  )
  const again = claimed(
    bound.with(TOKENS, { tokens: [...bound.get(TOKENS).tokens, token("Q")] }),
    STRANGER,
    code("QQQQ"),
    AT,
  ).device
  assert.equal(
    again.get(TOKENS).tokens.map(({ value, heldUntil }) => [value, heldUntil]),
    [
      ["O", until],
      ["Q", undefined],
    ],
  )
  assert.equal(
    [
      withoutOwner(bound, until - 1)
        .get(TOKENS)
        .tokens.map(({ value, provisional }) => [value, provisional]),
      withoutOwner(bound, until).get(TOKENS).tokens,
    ],
    [[["O", false]], []],
  )
})

test.run()
