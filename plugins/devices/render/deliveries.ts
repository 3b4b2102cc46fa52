import { SlicedDevice } from "platen/sdk/kit"
import type { Catalog, Delivery, Log, Observer } from "platen/sdk"
import type { Device } from "platen/sdk/device"

/**
 * The device with what observers note of a page that arrived. An observer that throws, or whose value does not fit its
 * slice, changes nothing: the render is recorded even so.
 */
export function withDeliveries(
  device: Device,
  delivery: Delivery,
  observers: Catalog<Observer>,
  log: Pick<Log, "error">,
): Device {
  let told = device
  for (const observer of observers.list()) {
    if (!observer.delivered) continue
    try {
      const next = observer.delivered(told, delivery)
      told = next instanceof SlicedDevice ? next.settled() : next
    } catch (error) {
      log.error({ observer: observer.id, err: error }, "observer.failed")
    }
  }
  return told
}
