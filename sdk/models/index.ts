export * from "./failure.js"
export * from "./models.js"
