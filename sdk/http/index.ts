// Routes, policies and who calls.

export * from "./points.js"
export * from "./route.js"
export * from "../kit/define-route.js"
