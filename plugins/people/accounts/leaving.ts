import { MEMBERS } from "platen/sdk/device"
import { ownerOf } from "platen/sdk/kit"
import type { Devices, Member } from "platen/sdk/device"
import type { User } from "platen/sdk/http"

/** A device that somebody owned who has left. */
export interface Left {
  readonly realm: string
  readonly mac: string
  /** Id of the new owner; undefined when no member is left. */
  readonly heir: string | undefined
}

/** Removes the user from the members and access requests of every device. Resolves to the devices that the user owned. */
export async function leaveDevices(devices: Pick<Devices, "all" | "update">, user: User): Promise<readonly Left[]> {
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
          members: inherited(others(before.members, user)),
          requests: others(before.requests, user),
        })
      )
    })
    if (owned && after) left.push({ realm, mac, heir: ownerOf(after)?.user })
  }
  return left
}

/** The members with an owner: without one, no member could approve access requests or confirm a token. */
function inherited(members: Member[]): Member[] {
  if (members.some(({ role }) => role === "owner")) return members
  const [heir] = [...members].sort((a, b) => a.boundAt - b.boundAt)
  return members.map((each) => (each === heir ? { ...each, role: "owner" } : each))
}

function others<T extends { readonly user: string }>(list: readonly T[], { id }: User): T[] {
  return list.filter(({ user }) => user !== id)
}
