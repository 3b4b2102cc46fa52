import { put, z } from "platen/sdk"
import { CONFIG, TOKENS } from "platen/sdk/device"
import { newSecret } from "platen/sdk/kit"
import type { Change, Migration, Store } from "platen/sdk"
import { askedIn, isAskedFor } from "./device-index.js"
import { devicesSlices } from "./earlier-documents.js"
import type { EarlierDocument } from "./earlier-documents.js"
import { openKey } from "./device-limit.js"
import { runtimeRow, settingsRow } from "./rows.js"
import { ttlOf } from "./service.js"

/** Devices that are converted in one write. */
const PAGE = 250

/**
 * Version 1 gave an expiry to devices that only an unauthenticated caller had created; version 2 does so too.
 * Version 2 keeps a device as slices in two rows, and counts the devices that are kept for good anew.
 */
export const migrations: readonly Migration[] = [
  { version: 1, up: async () => {} },
  {
    version: 2,
    up: async (store, log, progress) => {
      const documents = store.collection("devices", z.custom<EarlierDocument>(isObject, "is no device"))
      const [permanent, expiring] = [new Map<string, number>(), new Map<string, number>()]
      let done = 0
      // On from the last key: rows that were deleted take time to pass by.
      for (let after: string | undefined; ;) {
        const page = await documents.list({ limit: PAGE, ...(after !== undefined && { after }) })
        if (page.length === 0) break
        after = page.at(-1)!.key
        const changes = page.flatMap(({ key, value }) => {
          const realm = key.slice(0, key.indexOf("/"))
          const device = devicesSlices(value)
          const ttl = ttlOf(device)
          if (ttl === undefined) permanent.set(realm, (permanent.get(realm) ?? 0) + 1)
          else if (device.get(TOKENS).tokens.length === 0 && device.get(CONFIG).records.length > 0)
            expiring.set(realm, (expiring.get(realm) ?? 0) + 1)
          return [put(documents, key, undefined), ...rowsOf(store, key, device, ttl)]
        })
        await store.batch(changes)
        progress((done += page.length))
      }
      const totals = store.collection("totals", z.object({ devices: z.number() }))
      const known = (await totals.list({ limit: 1_000 })).map(({ key }) => key)
      for (const realm of new Set([...known, ...permanent.keys()]))
        await totals.set(realm, { devices: permanent.get(realm) ?? 0 })
      for (const [realm, devices] of expiring) {
        await totals.set(openKey(realm), { devices })
        log.warn({ realm, devices }, "devices.expired")
      }
      if (done > 0) log.info({ devices: done }, "devices.migrated")
    },
  },
]

function rowsOf(
  store: Store,
  key: string,
  device: ReturnType<typeof devicesSlices>,
  ttl: number | undefined,
): Change[] {
  const id = newSecret()
  const settings = store.collection("settings", settingsRow)
  const runtime = store.collection("runtime", runtimeRow)
  return [
    put(settings, key, { id, renewed: 0, slices: device.settings }, { ttl }),
    put(runtime, key, { of: id, slices: device.runtime }, { ttl }),
    ...(isAskedFor(device) ? [put(askedIn(store), key, {}, { ttl })] : []),
  ]
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
