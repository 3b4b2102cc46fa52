import { PlatenError } from "platen/sdk"
import { MEMBERS, TOKENS } from "platen/sdk/device"
import { isOwned, NEW_DEVICE } from "platen/sdk/kit"
import type { Device, Member } from "platen/sdk/device"
import { quoted } from "../report.js"
import type { OldDevice } from "./contents.js"
import { counted } from "./outcome.js"
import type { Outcome, Result } from "./outcome.js"
import { COMING } from "./people.js"
import type { People } from "./people.js"
import type { Needs, Options } from "./take-over.js"

/** What a header can bear, long enough that nobody guesses it: InkSight's have 43 characters. */
const TOKEN = /^[\x21-\x7e]{16,200}$/
/** Members that a device may have here. */
const MAX_MEMBERS = 50

/** Makes the device known, with the token by which it signs in and with its people. What it has here already stays, but for a token where the import replaces. Resolves to false where the server refuses the device. */
export async function settleDevice(
  old: OldDevice,
  { people, outcome }: { readonly people: People; readonly outcome: Outcome },
  { devices, clock }: Needs,
  { how, realm, owner }: Options,
): Promise<boolean> {
  const members = membersOf(old, people, owner?.id)
  const known = await devices.get(realm, old.mac)
  const [token, ownership] = [tokenIn(known, old, how), ownersIn(known, members)]
  const now = clock.now()
  const settled = (before: Device | undefined): Device => {
    const device = before ?? NEW_DEVICE
    const signedIn = tokenIn(before, old, how).result === "taken" ? withToken(device, old.token, now) : device
    return ownersIn(before, members).result === "taken" ? signedIn.with(MEMBERS, { members }) : signedIn
  }
  try {
    if (how !== "check") await devices.update(realm, old.mac, settled)
    outcome.add(known ? "unchanged" : "taken", "device", known ? "it is known here already." : "new here.")
    outcome.add(token.result, "token", token.message)
    if (old.members.length > 0 || owner) outcome.add(ownership.result, "owner", ownership.message)
    outcome.details(strangersIn(old, people))
    return true
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error
    outcome.add("refused", "device", error.message)
    return false
  }
}

interface Fate {
  readonly result: Result
  readonly message: string
}

function tokenIn(device: Device | undefined, { token }: OldDevice, how: Options["how"]): Fate {
  const known = device?.get(TOKENS).tokens ?? []
  if (token === "")
    return {
      result: "approximated",
      message: "none in the database: the screen requests one, and shows a code to its owner.",
    }
  if (!TOKEN.test(token)) return { result: "refused", message: "it is no token: the screen requests a new one." }
  if (known.some(({ value, provisional }) => value === token && !provisional))
    return { result: "unchanged", message: "it is here already." }
  if (known.some(({ provisional }) => !provisional) && how !== "replace")
    return { result: "kept", message: "the device has another one here, which stays." }
  return { result: "taken", message: "the same as before: the device signs in with it." }
}

/** The device with one more token of its own. It counts as used: the device has signed in with it. */
function withToken(device: Device, value: string, now: number): Device {
  const others = device.get(TOKENS).tokens.filter((token) => token.value !== value)
  return device.with(TOKENS, { tokens: [{ value, createdAt: now, usedAt: now, provisional: false }, ...others] })
}

/** Members as they are here. `owner`: who owns the device where nobody else does. */
function membersOf({ members }: OldDevice, { users }: People, owner: string | undefined): Member[] {
  const found = members.flatMap(({ user, isOwner, name, at }) => {
    const here = users.get(user)
    if (here === undefined) return []
    return [{ user: here, role: isOwner ? ("owner" as const) : ("member" as const), nickname: name, boundAt: at }]
  })
  if (found.some(({ role }) => role === "owner")) return found.slice(0, MAX_MEMBERS)
  const others = found.filter(({ user }) => user !== owner || user === COMING).slice(0, MAX_MEMBERS - 1)
  return owner === undefined ? [] : [{ user: owner, role: "owner", nickname: "", boundAt: 0 }, ...others]
}

function ownersIn(device: Device | undefined, members: readonly Member[]): Fate {
  const here = device?.get(MEMBERS).members ?? []
  if (members.length === 0)
    return {
      result: "refused",
      message: "nobody of the database is a user here: --owner NAME says who owns the device.",
    }
  const isSame = members.every(({ user, role }) => here.some((each) => each.user === user && each.role === role))
  if (device && isOwned(device))
    return isSame
      ? { result: "unchanged", message: "the same as here." }
      : { result: "kept", message: "the device has an owner here, who stays." }
  return {
    result: "taken",
    message: members.length === 1 ? "one." : `one, and ${counted(members.length - 1, "member")}.`,
  }
}

function strangersIn({ members }: OldDevice, { users, names }: People): readonly { result: Result; message: string }[] {
  return members
    .filter(({ user }) => !users.has(user))
    .map(({ user }) => ({ result: "refused", message: `${quoted(names.get(user) ?? user)} is no user here.` }))
}
