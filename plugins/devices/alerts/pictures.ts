import { Unavailable } from "platen/sdk"
import { activeConfig, timeZoneOf } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Device } from "platen/sdk/device"
import type { Draw, Picture } from "platen/sdk/mode"
import { alertPage } from "./page.js"
import type { Alert } from "./slice.js"

/** Size of a screen in pixels. */
export interface Size {
  readonly w: number
  readonly h: number
}

/** Draws an alert for a device, in its language and zone, at one bit per pixel. Rejects with Unavailable when drawing fails. */
export type AlertPicture = (alert: Alert, device: Device, size: Size) => Promise<Picture>

export function pictures(draw: Draw, service: Service): AlertPicture {
  return async ({ sender, message, level, at }, device, { w, h }) => {
    const config = activeConfig(device)
    const timeZone = timeZoneOf(device, service)
    const { hour, minute } = service.localTime(at, timeZone)
    const settings = { sender, message, critical: level === "critical", hour, minute }
    const picture = await draw
      .picture({
        modes: [alertPage.id],
        settings: { [alertPage.id]: settings },
        language: config?.language ?? service.defaults.language,
        timeZone,
        width: w,
        height: h,
        palette: "bw",
        codec: "bmp",
        purpose: "trial",
      })
      .catch((cause: unknown) => {
        throw drawFailed(cause)
      })
    // The device would show a notice in place of the alert, and the alert would be lost.
    if (picture.mode !== alertPage.id || picture.failure !== undefined) throw drawFailed(picture.failureMessage)
    return picture
  }
}

function drawFailed(cause: unknown): Unavailable {
  return new Unavailable("The alert could not be drawn and still waits: fetch it again.", { cause })
}
