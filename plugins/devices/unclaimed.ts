import { Conflict } from "platen/sdk"
import { device as deviceSchema, isExpired, ownerOf } from "platen/sdk/device"
import { addressPlace } from "platen/sdk/kit"
import type { Clock, Log } from "platen/sdk"
import type { Device, Devices, DeviceToken } from "platen/sdk/device"
import { placeDigest } from "./tokens.js"

/** A call is written down at most once in so many milliseconds, unless it comes from another place. */
const NOTED_MS = 60_000

/** Calls on which it depends who may bind a device. */
export interface UnclaimedCalls {
  /** Writes down when and where a token of a device without an owner called. Never rejects: a full disk turns no device away. */
  note(edition: string, mac: string, token: DeviceToken, address: string): Promise<void>
  /** Undoes a binding, because the device's first token called: owner, config and journals go. Never rejects. */
  undoBinding(edition: string, mac: string, token: DeviceToken): Promise<void>
}

interface Needs {
  readonly devices: Pick<Devices, "update" | "forget" | "seen">
  readonly clock: Clock
  readonly log: Pick<Log, "warn" | "error">
}

export function unclaimedCalls({ devices, clock, log }: Needs): UnclaimedCalls {
  return {
    note: async (edition, mac, { value, usedAt, place: before }, address) => {
      const [now, place] = [clock.now(), placeDigest(addressPlace(address))]
      if (usedAt !== undefined && now - usedAt < NOTED_MS && place === before) return
      try {
        await devices.update(
          edition,
          mac,
          (device) =>
            device?.members.length === 0
              ? {
                  ...device,
                  tokens: device.tokens.map((each) => (each.value === value ? { ...each, usedAt: now, place } : each)),
                }
              : device,
          {
            with: (device) => (device?.members.length === 0 ? [devices.seen(edition, mac)] : []),
          },
        )
      } catch (error) {
        log.error({ mac, err: error }, "call-write.failed")
      }
    },
    undoBinding: async (edition, mac, { value }) => {
      const now = clock.now()
      try {
        await devices.forget(edition, mac, (device) => restored(device, value, now))
        log.warn({ mac }, "binding.undone")
      } catch (error) {
        // Another call with the token was faster.
        if (!(error instanceof Conflict)) log.error({ mac, err: error }, "binding-undo.failed")
      }
    },
  }
}

/** The device as its first token knows it: without an owner. Throws Conflict when the token is held no longer. */
function restored(device: Device, value: string, now: number): Device {
  const held = device.tokens.find(
    (token) => token.value === value && token.heldUntil !== undefined && !isExpired(token, now),
  )
  if (!held) throw new Conflict("The token is not held any more.")
  const owner = ownerOf(device)
  return deviceSchema.parse({
    tokens: [released(held)],
    pendingRefresh: true,
    ...(owner && { undone: { user: owner.user, at: now } }),
  })
}

/** A held token that is the device's own again. */
function released({ heldUntil: _until, code: _code, ...token }: DeviceToken): DeviceToken {
  return { ...token, provisional: false }
}
