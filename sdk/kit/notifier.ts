import type { Observer } from "../observer.js"
import type { Catalog } from "../point.js"
import type { Log } from "../services.js"

/** A function that tells the observers of a kind of event, looked up with the first one. An error that one throws is logged and changes nothing. */
export function notifier<K extends "render" | "request" | "outbound" | "ahead" | "model">(
  observers: Catalog<Observer>,
  log: Log,
  kind: K,
): (event: Parameters<NonNullable<Observer[K]>>[0]) => void {
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
