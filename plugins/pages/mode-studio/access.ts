import { Forbidden } from "platen/sdk"
import { deviceNotFound, roleOf } from "platen/sdk/kit"
import type { Device, DeviceId, Devices } from "platen/sdk/device"
import type { Principal } from "platen/sdk/http"

/** Admins and signed-in users; `Access` below checks what each may reach. */
export const SIGNED_IN = { anyOf: ["admin", "user"] } as const
/** Open routes whose answer is longer for callers with an identity. */
export const WIDENED = { anyOf: ["device", "member", "admin", "user"], optional: true } as const

export interface Access {
  /** Throws Forbidden for a user who is not bound to the device; NotFound for an admin when the device is unknown. */
  toDevice(principal: Principal | undefined, owner: DeviceId): Promise<void>
  /** Throws Forbidden for a caller who is not an admin. */
  toAll(principal: Principal | undefined): void
  /** The MACs of the devices to which the user is bound. */
  boundTo(user: string, realm: string): Promise<ReadonlySet<string>>
}

function sees(device: Device | undefined, user: string): boolean {
  return device !== undefined && roleOf(device, user) !== undefined
}

export function accessBy(devices: Pick<Devices, "get" | "of">): Access {
  const isBound = async (user: string, { realm, mac }: DeviceId): Promise<boolean> =>
    sees(await devices.get(realm, mac), user)
  return {
    boundTo: async (user, realm) => new Set((await devices.of(realm, user)).map(({ mac }) => mac)),
    toDevice: async (principal, owner) => {
      if (principal?.kind === "admin") {
        if (!(await devices.get(owner.realm, owner.mac))) throw deviceNotFound(owner.mac)
      } else if (principal?.user === undefined || !(await isBound(principal.user, owner))) {
        throw new Forbidden("You have no access to this device: ask its owner for access.")
      }
    },
    toAll: (principal) => {
      if (principal?.kind !== "admin")
        throw new Forbidden(
          'Only an admin may create or delete modes for all devices: set "mac" to one of your own devices.',
        )
    },
  }
}
