// Several servers on one store: what they share, and how one learns what another has changed.

export * from "./servers.js"
export * from "./counters.js"
