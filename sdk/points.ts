import type { Observer } from "./observer.js"
import { extensionPoint } from "./point.js"

/** Listeners for renders, requests, outbound calls and forgotten devices. By id. All are called, after the reply. */
export const OBSERVERS = extensionPoint<Observer>("platen.observers", { combine: "byKey", key: ({ id }) => id })
/** Functions that run when every plugin is ready, before the server listens. One that throws SetupError stops the start. */
export const CHECKS = extensionPoint<() => void>("platen.checks", { combine: "all" })
