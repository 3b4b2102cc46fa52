// Modes, sources and the scenes that they draw.

export * from "./draw.js"
export * from "./frame.js"
export * from "./mode.js"
export * from "./points.js"
export * from "./scene.js"
// The functions that make nodes, and the sizes of screens.
export * from "../kit/scene.js"
export * from "../kit/screen.js"
