import { Unavailable } from "platen/sdk"
import type { Catalog, Log, Observer } from "platen/sdk"
import type { DeviceId } from "platen/sdk/device"

/**
 * Tells every observer that a device is being forgotten. What one of them throws is logged, and the others are told nevertheless: a plugin's
 * mistake does not keep a device. Rejects with Unavailable where nothing can be written: then the device stays, too.
 */
export async function forgotten(observers: Catalog<Observer>, log: Log, device: DeviceId): Promise<void> {
  for (const observer of observers.list()) {
    try {
      await observer.forgotten?.(device)
    } catch (error) {
      if (error instanceof Unavailable) throw error
      log.error({ observer: observer.id, mac: device.mac, err: error }, "device-deletion.failed")
    }
  }
}
