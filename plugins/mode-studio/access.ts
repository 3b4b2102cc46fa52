import { Forbidden } from "platen/sdk"
import { deviceNotFound } from "platen/sdk/device"
import type { DeviceId, Devices } from "platen/sdk/device"
import type { Principal } from "platen/sdk/http"

/** Whoever is signed in, an admin first; how far that reaches is said below. */
export const SIGNED_IN = { anyOf: ["admin", "user"] } as const
/** A list that is open, and longer for who may see more. */
export const WIDENED = { anyOf: ["device", "member", "admin", "user"], optional: true } as const

export interface Access {
  /** Throws Forbidden for who is neither bound to the device nor an admin, NotFound for an admin's device that is not known. */
  toDevice(principal: Principal | undefined, owner: DeviceId): Promise<void>
  /** Throws Forbidden for who is no admin. */
  toAll(principal: Principal | undefined): void
  /** MACs of the devices that the user is bound to. */
  boundTo(user: string, edition: string): Promise<ReadonlySet<string>>
}

export function accessBy(devices: Pick<Devices, "get" | "of">): Access {
  const isBound = async (user: string, { edition, mac }: DeviceId): Promise<boolean> =>
    (await devices.get(edition, mac))?.members.some((member) => member.user === user) ?? false
  return {
    boundTo: async (user, edition) => new Set((await devices.of(edition, user)).map(({ mac }) => mac)),
    toDevice: async (principal, owner) => {
      if (principal?.policy === "admin") {
        if (!(await devices.get(owner.edition, owner.mac))) throw deviceNotFound(owner.mac)
      } else if (principal?.user === undefined || !(await isBound(principal.user, owner))) {
        throw new Forbidden("You have no access to this device: ask its owner to let you in.")
      }
    },
    toAll: (principal) => {
      if (principal?.policy !== "admin")
        throw new Forbidden(
          'Only an admin may make or delete modes for all devices: name the "mac" of a device of yours.',
        )
    },
  }
}
