// Devices, what is kept of them, and what decides what they show.

export * from "./choice.js"
export * from "./device.js"
export * from "./devices.js"
export * from "./page.js"
export * from "./points.js"
export * from "./presence.js"
export * from "./services.js"
export * from "./settings.js"
export * from "./strategy.js"
