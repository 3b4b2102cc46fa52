import { readFileSync } from "node:fs"

/** Where the system does not say. */
const DEFAULT_DESCRIPTORS = 1_024
/** For the store, fonts, decoding and calls to other servers. */
const RESERVED = 200
const [MIN_CONNECTIONS, MAX_CONNECTIONS] = [64, 10_000]

/** How many connections this process can hold and still open files. */
export function maxConnections(limits: string = readLimits()): number {
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? []
  const descriptors = soft === undefined ? DEFAULT_DESCRIPTORS : Number(soft)
  return Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, descriptors - RESERVED))
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8")
  } catch {
    return ""
  }
}
