// Modes, sources and the scenes that they draw.

export * from "./draw.js"
export * from "./frame.js"
export * from "./images.js"
export * from "./mode-catalog.js"
export * from "./mode.js"
export * from "./phrases.js"
export * from "./points.js"
export * from "./scene.js"
export * from "./screen.js"
export * from "./services.js"
