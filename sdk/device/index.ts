// Devices, what is kept of them, and what decides what they show.

export * from "./choice.js"
export * from "./device.js"
export * from "./devices.js"
export * from "./points.js"
export * from "./slice.js"
export * from "./strategy.js"
