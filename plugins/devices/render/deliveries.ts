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

/** "Kitchen shows DAILY, 12 ms, battery 3.90 V": a page that arrived, for who reads the log. */
export function deliveryLine(
  name: string,
  { mode, ms, failed }: { readonly mode: string; readonly ms: number; readonly failed: boolean },
  { volts = 0, rssi }: { readonly volts: number | undefined; readonly rssi?: number | undefined },
): string {
  return [
    `${name} shows ${mode}${failed ? " without new content" : ""}`,
    `${ms} ms`,
    ...(volts > 0 ? [`battery ${volts.toFixed(2)} V`] : []),
    ...(rssi === undefined ? [] : [`${rssi} dBm`]),
  ].join(", ")
}
