export * from "./failure.js"
export * from "./models.js"
export * from "./strict-schema.js"
