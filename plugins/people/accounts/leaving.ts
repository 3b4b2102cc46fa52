import { Unavailable } from "platen/sdk"
import { MEMBERS } from "platen/sdk/device"
import { ownerOf } from "platen/sdk/kit"
import type { Catalog, Clock, Log, Observer } from "platen/sdk"
import type { Devices, Member } from "platen/sdk/device"
import type { User } from "platen/sdk/http"
import type { People } from "./service.js"

/** A device that somebody owned who has left. */
export interface Left {
  readonly realm: string
  readonly mac: string
  /** Id of the new owner; undefined when no member is left. */
  readonly heir: string | undefined
}

interface Needs extends SweepNeeds {
  readonly people: Pick<People, "get" | "remove">
  readonly devices: Pick<Devices, "all" | "update">
  readonly clock: Pick<Clock, "now">
}

interface SweepNeeds {
  readonly people: Pick<People, "get">
  readonly observers: Catalog<Observer>
  readonly log: Pick<Log, "error">
}

/** Removes the account of a user. */
export type RemoveAccount = (user: User) => Promise<readonly Left[]>

/** Removes an account, with what plugins keep of the person. Resolves to the devices that they owned. */
export async function removeAccount(needs: Needs, user: User): Promise<readonly Left[]> {
  const { people, devices, clock } = needs
  const left = await leaveDevices(devices, user, clock.now())
  await people.remove(user)
  // Calls in flight may have let the person in meanwhile.
  const late = await leaveDevices(devices, user, clock.now())
  await sweepPeople(needs)
  return [...left, ...late]
}

/** Has every plugin delete what it keeps of people who have no account any more. Logs the error of one, and goes on. Rejects with Unavailable when the store cannot be written. */
export async function sweepPeople({ people, observers, log }: SweepNeeds): Promise<void> {
  const isThere = async (user: string): Promise<boolean> => (await people.get(user)) !== undefined
  for (const observer of observers.list()) {
    try {
      await observer.sweepPeople?.(isThere)
    } catch (error) {
      if (error instanceof Unavailable) throw error
      log.error({ observer: observer.id, err: error }, "account-deletion.failed")
    }
  }
}

/** Removes the user from the members and access requests of every device. Resolves to the devices that the user owned. */
async function leaveDevices(devices: Needs["devices"], user: User, now: number): Promise<readonly Left[]> {
  const left: Left[] = []
  for await (const { realm, mac, device } of devices.all()) {
    const { members, requests } = device.get(MEMBERS)
    if (![...members, ...requests].some((each) => each.user === user.id)) continue
    let owned = false
    const after = await devices.update(realm, mac, (known) => {
      owned = known !== undefined && ownerOf(known)?.user === user.id
      const before = known?.get(MEMBERS)
      return (
        before &&
        known?.with(MEMBERS, {
          members: inherited(others(before.members, user), now),
          requests: others(before.requests, user),
        })
      )
    })
    if (owned && after) left.push({ realm, mac, heir: ownerOf(after)?.user })
  }
  return left
}

/** The members with an owner: without one, no member could approve access requests or confirm a token. */
function inherited(members: Member[], now: number): Member[] {
  if (members.some(({ role }) => role === "owner")) return members
  const [heir] = [...members].sort((a, b) => a.boundAt - b.boundAt)
  return members.map((each) => (each === heir ? { ...each, role: "owner", ownedAt: now } : each))
}

function others<T extends { readonly user: string }>(list: readonly T[], { id }: User): T[] {
  return list.filter(({ user }) => user !== id)
}
