import type { Observer } from "../observer.js"
import type { Catalog } from "../point.js"
import type { Log } from "../services.js"

/** Calls every observer. An error that one of them throws is logged and changes nothing. */
export function notifyAll(observers: Catalog<Observer>, log: Log, call: (observer: Observer) => void): void {
  for (const observer of observers.list()) {
    try {
      call(observer)
    } catch (error) {
      log.error({ observer: observer.id, err: error }, "observer.failed")
    }
  }
}
