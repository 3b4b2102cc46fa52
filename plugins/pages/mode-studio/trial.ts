import { Invalid, Unavailable } from "platen/sdk"
import type { Load, Service } from "platen/sdk"
import type { Battery } from "platen/sdk/http"
import type { Draw, DrawRequest, Mode, Picture, Turn } from "platen/sdk/mode"
import { pluginOf } from "./mode-store.js"

/** Options of a preview. */
export interface TrialOptions {
  readonly width: number
  readonly height: number
  readonly palette: string
  readonly mmPerPixel?: number
  /** Milliseconds since 1970 in UTC. Default: now. */
  readonly at?: number
  readonly language: string
  readonly battery: Battery
  readonly settings: unknown
  readonly turn: Turn
}

/** The id of the mode during the preview: with its own id, an installed mode might be drawn instead. */
const ON_TRIAL = "ON_TRIAL"
const MAX_MESSAGE = 300
/** Temporary failures: the same definition may be drawn a moment later. */
const UNAVAILABLE = new Set(["draw-busy", "caller-gone"])

/** Draws a mode without listing or saving it. Throws Invalid for a mode that cannot be drawn and for settings that fail its schema. */
export function trialOf({
  draw,
  load,
  service,
}: {
  readonly draw: Draw
  readonly load: Load
  readonly service: Pick<Service, "defaults">
}): (mode: Mode, options: TrialOptions) => Promise<Picture> {
  const { timeZone, place } = service.defaults
  let count = 0
  return async (mode, { settings, ...options }) => {
    // A scope of its own: no other request sees the mode.
    const scope = `trial/${count++}`
    const remove = await load(pluginOf({ ...mode, id: ON_TRIAL, scope }))
    const request: DrawRequest = {
      ...options,
      modes: [ON_TRIAL],
      scopes: [scope],
      timeZone,
      ...(place && { place }),
      codec: "png",
      purpose: "trial",
      fresh: true,
      ...(settings !== undefined && { settings: { [ON_TRIAL]: settings } }),
    }
    try {
      const picture = await draw.picture(request)
      if (picture.origin !== "notice") return { ...picture, mode: mode.id }
      if (picture.failure !== undefined && UNAVAILABLE.has(picture.failure))
        throw new Unavailable(picture.failureMessage ?? "The server is busy: try again in a few seconds.", {
          code: picture.failure,
          retryAfter: 5,
        })
      const code = picture.failure?.startsWith("budget-") ? picture.failure : "mode-invalid"
      const message = (picture.failureMessage ?? "it failed").slice(0, MAX_MESSAGE).replace(/\.$/, "")
      throw new Invalid(`Mode ${mode.id} cannot be drawn: ${message}.`, { code, issues: [{ path: "view", message }] })
    } finally {
      await remove()
    }
  }
}
