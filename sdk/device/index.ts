// Devices, what is kept of them, and what decides what they show.

export * from "./choice.js"
export * from "./device.js"
export * from "./devices.js"
export * from "./points.js"
export * from "./renders.js"
export * from "./slice.js"
export * from "./strategy.js"
export * from "../kit/define-slice.js"
