// Questions to sources and their answers, which modes and providers share. Several plugins may provide one of them.

export * from "./air.js"
export * from "./calendar.js"
export * from "./almanac.js"
export * from "./on-this-day.js"
export * from "./places.js"
export * from "./sandbox-tools.js"
export * from "./sky.js"
export * from "./weather.js"
