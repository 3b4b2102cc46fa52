import type { Panel } from "../drawing/bitmap.js"
import type { Draw, DrawRequest } from "../mode/draw.js"
import type { Mode } from "../mode/mode.js"
import type { Catalog } from "../point.js"
import type { PageScreen, Rasterizer } from "../drawing/rasterizer.js"
import type { Area } from "../http/route.js"
import type { Service } from "../services.js"

const FULL_VOLTS = 3.3

/** The services from which a preview request is made. */
export interface PreviewNeeds {
  readonly service: Pick<Service, "defaults">
  readonly areas: Catalog<Area>
}

/** A request for a preview of a mode with a full battery. Nothing that it makes is stored. */
export function previewRequest(
  { service: { defaults }, areas }: PreviewNeeds,
  mode: string,
  { width, height, palette, language, mmPerPixel }: PageScreen,
  codec = "png",
): DrawRequest {
  return {
    modes: [mode],
    language,
    timeZone: defaults.timeZone,
    width,
    height,
    palette,
    codec,
    battery: areas.list()[0]?.battery(FULL_VOLTS) ?? { percent: 100 },
    purpose: "trial",
    ...(mmPerPixel !== undefined && { mmPerPixel }),
    ...(defaults.place && { place: defaults.place }),
  }
}

/** Lints the pages of a mode on every panel in some languages. Resolves to one line for each finding: "4.2-bw en: clipped: ...". `moment`: fields that replace those of the request, such as `at`. */
export async function lintMode(
  {
    draw,
    rasterizer,
    panels,
    ...needs
  }: PreviewNeeds & {
    readonly draw: Draw
    readonly rasterizer: Rasterizer
    readonly panels: Catalog<Panel>
  },
  mode: Mode,
  languages: readonly string[],
  moment: Partial<DrawRequest> = {},
): Promise<string[]> {
  const lines: string[] = []
  for (const panel of panels.list()) {
    for (const language of languages) {
      const screen = { ...panel, language }
      const drawn = await draw.page(mode, { ...previewRequest(needs, mode.id, screen), ...moment })
      if (!drawn) continue
      for (const { rule, message } of rasterizer.lint(drawn.page, screen))
        lines.push(`${panel.id} ${language}: ${rule}: ${message}`)
    }
  }
  return lines
}
