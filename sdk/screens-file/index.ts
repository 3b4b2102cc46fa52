// The file that `platen export` writes and `platen apply` reads: how a plugin has a part in it.

export * from "./device-entry.js"
export * from "./part.js"
