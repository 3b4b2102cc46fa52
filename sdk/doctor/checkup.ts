import { extensionPoint } from "../kit/define-plugin.js"
import type { DeviceId } from "../device/device.js"
import type { Device } from "../device/slice.js"

/** Something that is wrong, in sentences for people. */
export interface Finding {
  /** "battery-falls": small letters and hyphens. The same for the same cause. */
  readonly cause: string
  /** "fault": something does not work; "warning": it will stop to; "note": worth knowing. */
  readonly level: "fault" | "warning" | "note"
  /** What was seen, what it means, and what to do. */
  readonly seen: string
  readonly means: string
  readonly todo: string
  /** When it was last seen, in milliseconds since 1970 in UTC. Default: now. */
  readonly at?: number
}

/** A check that looks for what is wrong. It writes nothing. A check that rejects is logged and finds nothing. */
export interface Checkup {
  /** The plugin, then a name of its own: "stats/refusals". */
  readonly id: string
  ofDevice?(id: DeviceId, device: Device): Promise<readonly Finding[]> | readonly Finding[]
  /** Of the server, for admins. */
  ofServer?(realm: string): Promise<readonly Finding[]> | readonly Finding[]
}

/** Checks of screens and of the server. By id. The plugin `doctor` opens the point. */
export const CHECKUPS = extensionPoint<Checkup>("platen.checkups", { combine: "byKey", key: ({ id }) => id })
/** Sentences for the operator about what is wrong now and should be mended, each with its remedy. `GET /api/health` has them. */
export const WARNINGS = extensionPoint<() => readonly string[]>("platen.warnings", { combine: "all" })
