import { token } from "../token.js"
import type { Choose } from "./choice.js"
import type { DeviceId } from "./device.js"
import type { Devices } from "./devices.js"

/** The bytes that users may store, counted by device, by its owner, and together. */
export interface Quotas {
  /** Records that a device stores so many bytes under a name from now on. Rejects with Conflict ("storage-limit-reached") when there is no room; a smaller number than before always succeeds. */
  set(device: DeviceId, name: string, bytes: number): Promise<void>
}

/** The devices. */
export const DEVICES = token<Devices>("platen.devices")
/** Chooses the modes of a render: asks the choosers. */
export const CHOOSE = token<Choose>("platen.choose")
/** The bytes that users may store. */
export const QUOTAS = token<Quotas>("platen.quotas")
