import { AREAS } from "platen/sdk/http"
import { previewRequest } from "platen/sdk/kit"
import type { PreviewNeeds } from "platen/sdk/kit"
import { mmPerPixelOf } from "platen/sdk/mode"
import type { DrawRequest } from "platen/sdk/mode"
import { PANELS } from "platen/sdk/drawing"
import { SERVICE } from "platen/sdk"
import type { App } from "../../kernel/app.js"

/** A preview of a mode with a full battery, in the defaults of a stage. `screen`: pixels, and the id of a palette. `codec`: default PNG. */
export function requestFor(
  app: Pick<App, "get">,
  mode: string,
  screen: { readonly width: number; readonly height: number; readonly palette: string },
  language: string,
  codec?: string,
): DrawRequest {
  const mmPerPixel = mmPerPixelOf(app.get(PANELS), screen.width, screen.height)
  return previewRequest(previewNeeds(app), mode, { ...screen, language, mmPerPixel }, codec)
}

/** The services of a stage from which previews are made. */
export function previewNeeds(app: Pick<App, "get">): PreviewNeeds {
  return { service: app.get(SERVICE), areas: app.get(AREAS) }
}
