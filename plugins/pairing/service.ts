import { addressPlace, Conflict, NotFound, z } from "platen/sdk"
import type { Accounts, Clock, Device, Devices, DeviceToken, Member, Store, Tries, TryLimit, User } from "platen/sdk"
import { foldCode, isLive } from "./codes.js"
import type { Codes } from "./codes.js"

/** What came of binding. */
export type Bound =
  | { readonly status: "claimed" | "active" | "confirmed"; readonly mac: string; readonly role: Member["role"] }
  | { readonly status: "pending_approval"; readonly mac: string; readonly request: number; readonly owner: string | undefined }

/** What somebody shows to be given a device. */
export interface Proof {
  readonly code?: string | undefined
  /** The device's own token. */
  readonly token?: string | undefined
  readonly admin: boolean
  readonly nickname?: string | undefined
  /** Who wrong codes are counted against. */
  readonly address: string
}

export interface Pairing {
  /** Keeps a code alive that the device has posted, or its own. Resolves to it, exactly as posted. */
  claimToken(edition: string, mac: string, token: string, posted: string | undefined): Promise<{ readonly code: string; readonly until: number }>
  /** Throws NotFound for a code that nobody shows, and TooMany. */
  consume(edition: string, user: User, code: string, proof: Proof): Promise<Bound>
  /** Throws NotFound for a device that never called. */
  bind(edition: string, user: User, mac: string, proof: Proof): Promise<Bound>
  /** Throws NotFound for one that is not bound, Conflict for an owner who leaves others behind. */
  unbind(edition: string, user: string, mac: string): Promise<void>
  /** The newest first. */
  devicesOf(edition: string, user: string): Promise<readonly { readonly mac: string; readonly member: Member; readonly device: Device }[]>
}

interface Needs {
  readonly devices: Devices
  readonly accounts: Accounts
  readonly codes: Codes
  readonly tries: Tries
  readonly store: Store
  readonly clock: Clock
  readonly random: () => number
}

const MOST_REQUESTS = 20
/** Wrong codes, of an account and of an address; never of a device, or anybody could lock an owner out. */
const CODES: TryLimit = { most: 5, within: 15 * 60_000 }

export function pairingOf({ devices, accounts, codes, tries, store, clock, random }: Needs): Pairing {
  const bindings = store.collection("bindings", z.object({ at: z.number() }))
  const binding = (user: string, edition: string, mac: string): string => `${user}/${edition}/${mac}`
  /** Each counts as a try before it is known how it ends; `isWrong` says whether it stays one. */
  const guess = async <T>(user: User, { address }: Proof, work: () => Promise<T>, isWrong: (result: T | undefined, error: unknown) => boolean): Promise<T> => {
    const taken: (() => Promise<void>)[] = []
    const takeBack = async (): Promise<void> => { for (const back of taken) await back() }
    let result: T | undefined
    let failure: unknown
    try {
      for (const subject of [`account/${user.id}`, `address/${addressPlace(address)}`]) taken.push(await tries.take(subject, CODES))
      result = await work()
    } catch (error) {
      failure = error
    }
    if (!isWrong(result, failure)) await takeBack()
    if (failure !== undefined) throw failure
    return result!
  }
  const bound = async (edition: string, user: User, mac: string, proof: Proof): Promise<Outcome> => {
    let outcome: Outcome | undefined
    await devices.update(edition, mac, (device) => {
      outcome = device && boundTo(device, user, proof, clock.now())
      return outcome ? outcome.device : device
    }, {
      with: () => outcome?.member ? [{ collection: bindings as never, key: binding(user.id, edition, mac), value: { at: clock.now() } }] : [],
    })
    if (outcome) return outcome
    throw new NotFound(`${mac} has never called this server: switch it on and point it here first.`, { code: "device-none" })
  }
  const told = async (mac: string, outcome: Outcome): Promise<Bound> => {
    if (outcome.member) return { status: outcome.status, mac, role: outcome.member.role }
    const owner = outcome.device.members.find(({ role }) => role === "owner")
    return { status: "pending_approval", mac, request: outcome.request!, owner: owner && (await accounts.get(owner.user))?.username }
  }
  const whose = async (edition: string, given: string): Promise<string> => {
    const code = foldCode(given)
    const owners = code === undefined ? [] : await codes.owners(edition, code)
    if (owners.length === 0) throw new NotFound("No screen shows this code now: look at the screen, and press its button for a new one.", { code: "code-unknown" })
    if (owners.length > 1) throw new Conflict("Several screens show this code: name the one you mean by its MAC.", { code: "code-shared", issues: owners.map(({ mac }) => ({ path: "mac", message: mac })) })
    return owners[0]!.mac
  }
  return {
    bind: async (edition, user, mac, proof) => {
      if (proof.code === undefined) return told(mac, await bound(edition, user, mac, proof))
      // A device that shows no code now cannot be guessed at.
      return told(mac, await guess(user, proof, () => bound(edition, user, mac, proof), (outcome) => outcome?.wrongCode ?? false))
    },
    claimToken: async (edition, mac, token, posted) => {
      const code = posted === undefined ? undefined : foldCode(posted)
      let shown: { code: string; device: Device; changes: readonly never[] | readonly object[] } | undefined
      const owner = { edition, mac, token }
      await devices.update(edition, mac, (device) => {
        if (!device) return undefined
        shown = code === undefined ? codes.shown(device, owner, random) : { ...codes.posted(device, owner, code), code: posted! }
        return { ...shown.device, pendingRefresh: true }
      }, { with: () => (shown?.changes ?? []) as never })
      if (!shown) throw new NotFound(`Nothing is known of ${mac}: ask for a token first.`, { code: "device-none" })
      return { code: shown.code, until: shown.device.tokens.find(({ value }) => value === token)?.code?.until ?? clock.now() }
    },
    consume: async (edition, user, given, proof) => {
      const mac = await guess(user, proof, () => whose(edition, given), (_, error) => error instanceof NotFound)
      return told(mac, await bound(edition, user, mac, { ...proof, code: given }))
    },
    unbind: async (edition, user, mac) => {
      const left = (device: Device | undefined): readonly Member[] => {
        const mine = device?.members.find((each) => each.user === user)
        if (!device || !mine) throw new NotFound(`${mac} is not bound to you.`, { code: "device-unbound" })
        const others = device.members.filter((each) => each.user !== user)
        if (mine.role === "owner" && others.length > 0) throw new Conflict("Others may still see this screen: take them out first.", { code: "members-left" })
        return others
      }
      if (left(await devices.get(edition, mac)).length === 0) {
        await devices.forget(edition, mac)
        return
      }
      await devices.update(edition, mac, (device) => ({ ...device!, members: [...left(device)], pendingRefresh: true }), {
        with: () => [{ collection: bindings as never, key: binding(user, edition, mac), value: undefined }],
      })
    },
    devicesOf: async (edition, user) => {
      const found = await bindings.list({ prefix: `${user}/${edition}/`, limit: 1000 })
      const all = await Promise.all(found.map(async ({ key }) => {
        const mac = key.slice(`${user}/${edition}/`.length)
        const device = await devices.get(edition, mac)
        const mine = device?.members.find((each) => each.user === user)
        return device && mine ? [{ mac, member: mine, device }] : []
      }))
      return all.flat().sort((a, b) => b.member.boundAt - a.member.boundAt)
    },
  }
}

interface Outcome {
  readonly device: Device
  readonly status: "claimed" | "active" | "confirmed"
  /** As whom; undefined when it waits for somebody's approval. */
  readonly member?: Member
  readonly request?: number
  readonly wrongCode: boolean
}

/** Pure: what a device becomes when a user asks for it. */
function boundTo(device: Device, user: User, { code: given, token, admin, nickname }: Proof, now: number): Outcome {
  const code = given === undefined ? undefined : foldCode(given) ?? ""
  const byCode = code === undefined ? undefined : device.tokens.find((each) => isLive(each, code, now))
  const wrongCode = code !== undefined && byCode === undefined && device.tokens.some((each) => each.code !== undefined && each.code.until > now)
  const mine = device.members.find((each) => each.user === user.id)
  const owned = device.members.length > 0
  if (mine || (owned && admin)) {
    const steers = admin || mine?.role === "owner"
    const confirmed = steers ? byCode ?? (admin && given === undefined ? lastRendered(device) : undefined) : undefined
    const kept = nickname === undefined || !mine ? device : { ...device, members: device.members.map((each) => each === mine ? { ...each, nickname } : each) }
    const member: Member = mine ?? { user: user.id, role: "member", nickname: "", boundAt: now }
    return { device: confirmed ? settledBy(kept, confirmed) : kept, status: confirmed ? "confirmed" : "active", member, wrongCode }
  }
  const byToken = token === undefined ? undefined : device.tokens.find((each) => each.value === token && !each.provisional)
  const proof = byCode ?? byToken ?? (admin ? lastRendered(device) : undefined)
  if (!owned && (proof || admin)) {
    const member: Member = { user: user.id, role: "owner", nickname: nickname ?? "", boundAt: now }
    const settled = proof ? settledBy(device, proof) : device
    return { device: { ...settled, members: [member], requests: [], pendingRefresh: true }, status: "claimed", member, wrongCode: false }
  }
  const asked = device.requests.find((each) => each.user === user.id)
  if (asked) return { device, status: "active", request: asked.id, wrongCode }
  const request = { id: device.nextRequest, user: user.id, nickname: nickname ?? "", at: now }
  return { device: { ...device, requests: [request, ...device.requests].slice(0, MOST_REQUESTS), nextRequest: device.nextRequest + 1 }, status: "active", request: request.id, wrongCode }
}

/** That token becomes the device's own, and every other is revoked. */
function settledBy(device: Device, { value }: DeviceToken): Device {
  return { ...device, tokens: device.tokens.filter((each) => each.value === value).map(({ code: _code, ...each }) => ({ ...each, provisional: false })), pendingRefresh: true }
}

function lastRendered({ tokens }: Device): DeviceToken | undefined {
  return [...tokens].sort((a, b) => (b.renderedAt ?? 0) - (a.renderedAt ?? 0))[0]
}
