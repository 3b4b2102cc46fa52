import { Conflict } from "platen/sdk"
import { MEMBERS, TOKENS } from "platen/sdk/device"
import { addressPlace, isExpired, isOwned, NEW_DEVICE, ownerOf, refreshing } from "platen/sdk/kit"
import type { Clock, Log } from "platen/sdk"
import type { Device, Devices, DeviceToken } from "platen/sdk/device"
import { placeDigest, USE_INTERVAL_MS, withUse } from "./tokens.js"

/** Records of device calls that decide who may bind a device. */
export interface ClaimEvidence {
  /** Stores time and place of a call with a token of an unclaimed device. Never rejects: a full disk must not refuse devices. */
  note(realm: string, mac: string, token: DeviceToken, address: string): Promise<void>
  /** Undoes a binding because the device's first token called: deletes owner, config and journals. Never rejects. */
  undoBinding(realm: string, mac: string, token: DeviceToken): Promise<void>
}

interface Needs {
  readonly devices: Pick<Devices, "update" | "forget">
  readonly clock: Clock
  readonly log: Pick<Log, "warn" | "error">
}

export function claimEvidence({ devices, clock, log }: Needs): ClaimEvidence {
  return {
    note: async (realm, mac, { value, usedAt, place: before }, address) => {
      const [now, place] = [clock.now(), placeDigest(addressPlace(address))]
      if (usedAt !== undefined && now - usedAt < USE_INTERVAL_MS && place === before) return
      try {
        await devices.update(realm, mac, (device) =>
          device && !isOwned(device) ? withUse(device, value, { usedAt: now, place }) : device,
        )
      } catch (error) {
        log.error({ mac, err: error }, "call-write.failed")
      }
    },
    undoBinding: async (realm, mac, { value }) => {
      const now = clock.now()
      try {
        await devices.forget(realm, mac, (device) => restored(device, value, now))
        log.warn({ mac }, "binding.undone")
      } catch (error) {
        // A Conflict means that a concurrent call with the token already undid the binding.
        if (!(error instanceof Conflict)) log.error({ mac, err: error }, "binding-undo.failed")
      }
    },
  }
}

/** The device with its first token and without an owner. Throws Conflict when the token is no longer held. */
function restored(device: Device, value: string, now: number): Device {
  const held = device
    .get(TOKENS)
    .tokens.find((token) => token.value === value && token.heldUntil !== undefined && !isExpired(token, now))
  if (!held) throw new Conflict("The token is no longer held.")
  const owner = ownerOf(device)
  const left = refreshing(NEW_DEVICE.with(TOKENS, { tokens: [released(held)] }))
  return owner ? left.with(MEMBERS, { undone: { user: owner.user, at: now } }) : left
}

/** The held token as the device's own. */
function released({ heldUntil: _until, code: _code, ...token }: DeviceToken): DeviceToken {
  return { ...token, provisional: false }
}
