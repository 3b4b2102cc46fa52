// The doctor: how a plugin tells people what is wrong with their screens and their server, and what to do.

export * from "./checkup.js"
