import type { Observer } from "../observer.js"
import type { Catalog } from "../point.js"
import type { Log } from "../services.js"

type Kind = "render" | "request" | "outbound"
type EventOf<K extends Kind> = Parameters<NonNullable<Observer[K]>>[0]

/**
 * A function that tells every observer of one kind of event. Who listens is looked up with the first event. An error that an observer throws is
 * logged and changes nothing.
 */
export function notifier<K extends Kind>(observers: Catalog<Observer>, log: Log, kind: K): (event: EventOf<K>) => void {
  let listeners: readonly Observer[] | undefined
  return (event) => {
    listeners ??= observers.list().filter((observer) => observer[kind] !== undefined)
    for (const observer of listeners) {
      try {
        observer[kind]!(event as never)
      } catch (error) {
        log.error({ observer: observer.id, err: error }, "observer.failed")
      }
    }
  }
}
