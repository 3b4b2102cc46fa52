import { z } from "platen/sdk"
import { device as deviceSchema } from "platen/sdk/device"
import { entriesOf } from "platen/sdk/kit"
import type { Migration } from "platen/sdk"
import { ttlOf } from "./service.js"

/**
 * Version 1 adds an expiry to devices without members, tokens and a config that a person saved. Earlier versions kept them forever, although an
 * unauthenticated caller could create them.
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    up: async (store, log) => {
      const devices = store.collection("devices", deviceSchema)
      const totals = store.collection("totals", z.object({ devices: z.number() }))
      const expiring = new Map<string, number>()
      for await (const { key } of entriesOf(devices, { page: 100 })) {
        const edition = key.split("/")[0]!
        let expires = false
        // Writes the value unchanged, with an expiry: a concurrent change is kept.
        await devices.update(
          key,
          (device) => {
            expires =
              device !== undefined &&
              ttlOf(device) !== undefined &&
              device.tokens.length === 0 &&
              device.configs.length > 0
            return device
          },
          { ttl: ttlOf },
        )
        if (expires) expiring.set(edition, (expiring.get(edition) ?? 0) + 1)
      }
      for (const [edition, count] of expiring) {
        log.warn({ edition, devices: count }, "devices.expired")
        await totals.update(edition, (sum) => ({ devices: Math.max(0, (sum?.devices ?? 0) - count) }))
      }
    },
  },
]
