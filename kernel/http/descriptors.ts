import { readFileSync } from "node:fs"

/** Assumed limit of open files where the system does not report one. */
const DEFAULT_DESCRIPTORS = 1_024
/** File descriptors reserved for the store, fonts, child processes, and calls to other servers: 32 at once, and connections that are kept for the next. */
const RESERVED = 200
const [MIN_CONNECTIONS, MAX_CONNECTIONS] = [64, 10_000]

/** Number of connections that this process can hold and still open files. */
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
