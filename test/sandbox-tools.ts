import type { SandboxTools } from "platen/sdk/sources"
import { decoded } from "../kernel/outbound/decoded.js"

/** What modules get in the sandbox beside their input. */
export const TOOLS: SandboxTools = { textOf: decoded }
