import { device } from "platen/sdk"
import type { Devices, Store } from "platen/sdk"

/** Devices in the store: a key is the edition, then the MAC. */
export function devicesIn(store: Store): Devices {
  const all = store.collection("devices", device)
  const key = (edition: string, mac: string): string => `${edition}/${mac}`
  return {
    get: (edition, mac) => all.get(key(edition, mac)),
    update: (edition, mac, change) => all.update(key(edition, mac), change),
  }
}
