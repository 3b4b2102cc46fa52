// Modes, sources and the scenes that they draw.

export * from "./draw.js"
export * from "./frame.js"
export * from "./mode.js"
export * from "./points.js"
export * from "./scene.js"
export * from "./screen.js"
