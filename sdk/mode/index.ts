// Modes, sources and the scenes that they draw.

export * from "./draw.js"
export * from "./frame.js"
export * from "./mode.js"
export * from "./points.js"
export * from "./drawn-nodes.js"
export * from "./scene.js"
export * from "./sky.js"
export * from "../kit/scene.js"
export * from "../kit/screen.js"
export * from "../kit/define-mode.js"
