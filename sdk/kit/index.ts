// Pure helpers that several plugins use.

export * from "./attempts.js"
export * from "./background-tasks.js"
export * from "./calendar.js"
export * from "./json-schema.js"
export * from "./language.js"
export * from "./lru-set.js"
export * from "./mac.js"
export * from "./one-by-one.js"
export * from "./preview.js"
export * from "./query.js"
export * from "./secret.js"
export * from "./timeout.js"
