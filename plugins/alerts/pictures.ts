import { Unavailable } from "platen/sdk"
import { activeConfig, timeZoneOf } from "platen/sdk/device"
import type { Service } from "platen/sdk"
import type { Alert, Device } from "platen/sdk/device"
import type { Draw, Picture } from "platen/sdk/mode"
import { alertPage } from "./page.js"

/** Pixels. */
export interface Size {
  readonly w: number
  readonly h: number
}

/** An alert on the device's glass, in its language and zone: always one bit a pixel. Rejects with Unavailable when it cannot be drawn. */
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
        preview: true,
      })
      .catch((cause: unknown) => {
        throw undrawn(cause)
      })
    // A notice would stand on the glass in place of the alert, and the alert would be lost.
    if (picture.mode !== alertPage.id || picture.failure !== undefined) throw undrawn(picture.failureMessage)
    return picture
  }
}

function undrawn(cause: unknown): Unavailable {
  return new Unavailable("The alert could not be drawn: it waits, ask again.", { cause })
}
