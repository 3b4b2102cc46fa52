// Text models and painters: how a provider speaks to its service, and how a plugin asks whichever is set up.

export * from "./failure.js"
export * from "./models.js"
export * from "./strict-schema.js"
