import { Unavailable } from "platen/sdk"
import type { Catalog, Log, Observer } from "platen/sdk"
import type { DeviceId } from "platen/sdk/device"

/**
 * Notifies every observer that the server is deleting a device. Logs the error of an observer and continues: a faulty plugin does not prevent
 * the deletion. Rejects with Unavailable when the store cannot be written: then the device stays.
 */
export async function notifyForgotten(observers: Catalog<Observer>, log: Log, device: DeviceId): Promise<void> {
  for (const observer of observers.list()) {
    try {
      await observer.forgotten?.(device)
    } catch (error) {
      if (error instanceof Unavailable) throw error
      log.error({ observer: observer.id, mac: device.mac, err: error }, "device-deletion.failed")
    }
  }
}
