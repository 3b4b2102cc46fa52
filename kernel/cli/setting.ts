import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { BadInput } from "platen/sdk"
import type { Battery, DrawRequest, Edition } from "platen/sdk"
import type { App } from "../app.js"
import { loadConfig } from "../config.js"
import { appFromConfig } from "../main.js"

/**
 * The app as the config asks for it, on an empty store of its own, so that a command runs beside a server.
 * `work` gets it; it is closed whatever happens.
 */
export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "platen-"))
  let app: App | undefined
  try {
    app = await appFromConfig({ ...loadConfig(), dataFolder: folder }, { quiet: true })
    return await work(app)
  } finally {
    await app?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const FULL_VOLTS = 3.3

export interface Screen {
  readonly width: number
  readonly height: number
  readonly palette: string
}

/** What a command draws: as a preview, with a full battery. */
export function requestFor(
  app: App,
  mode: string,
  { width, height, palette }: Screen,
  language: string,
  codec = "png",
): DrawRequest {
  const { timeZone, place } = app.service.defaults
  return {
    modes: [mode],
    language,
    timeZone,
    width,
    height,
    palette,
    codec,
    battery: fullBattery(app),
    preview: true,
    ...(place && { place }),
  }
}

function fullBattery(app: App): Battery {
  const [edition] = app.registry.editions.list() as readonly [Edition?]
  return edition?.battery(FULL_VOLTS) ?? { percent: 100 }
}

/** "400x300" to numbers. Throws BadInput. */
export function parseSize(text: string): { readonly width: number; readonly height: number } {
  const parts = /^(\d{2,4})x(\d{2,4})$/.exec(text)
  const [width, height] = [Number(parts?.[1]), Number(parts?.[2])]
  if (!parts || width < 100 || width > 1600 || height < 100 || height > 1200) {
    throw new BadInput(`--size ${text} is not a size: write WIDTHxHEIGHT from 100x100 to 1600x1200, such as 400x300.`)
  }
  return { width, height }
}

/** The palette that has so many inks. Throws BadInput. */
export function paletteFor(app: App, colors: string): string {
  const found = app.registry.palettes
    .list()
    .find(({ id, entries }) => id === colors || String(entries.filter(({ ink }) => ink !== "none").length) === colors)
  if (!found)
    throw new BadInput(
      `--colors ${colors} is not known: take one of ${app.registry.palettes
        .list()
        .map(({ id }) => id)
        .join(", ")}, or a number of inks.`,
    )
  return found.id
}
