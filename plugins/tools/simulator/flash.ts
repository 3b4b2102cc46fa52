import type { Picture } from "./screen.js"

/** The persistent memory of a device. It survives a power cut. */
export interface Flash {
  /** "" when the device has no token. */
  token: string
  /** Pairing code of six digits that the device generated and the server has not confirmed; "" when there is none. */
  code: string
  /** Minutes between two refreshes, 10 to 1440. */
  refreshMinutes: number
  /** False until the first boot after the firmware was installed succeeds. */
  booted: boolean
  /** The last picture that the device showed. */
  lastPicture: Picture | undefined
}

/** The content of flash right after the firmware is installed. */
export function erasedFlash(code = ""): Flash {
  return { token: "", code, refreshMinutes: 60, booted: false, lastPicture: undefined }
}
