import { BadInput } from "platen/sdk"
import type { Catalog } from "platen/sdk"
import type { Palette, Panel } from "platen/sdk/drawing"
import { mmPerPixelOf } from "platen/sdk/mode"

/** Parses "400x300". Throws BadInput. */
export function parseSize(text: string): { readonly width: number; readonly height: number } {
  const parts = /^(\d{2,4})x(\d{2,4})$/.exec(text)
  const [width, height] = [Number(parts?.[1]), Number(parts?.[2])]
  if (!parts || width < 100 || width > 1600 || height < 100 || height > 1200) {
    throw new BadInput(`--size ${text} is not a size: write WIDTHxHEIGHT from 100x100 to 1600x1200, such as 400x300.`)
  }
  return { width, height }
}

/** Finds a palette by name, in either spelling of grey, or by number of inks. Throws BadInput. */
export function paletteFor(palettes: Catalog<Palette>, colors: string): Palette {
  const name = colors.replace(/^gray/, "grey")
  const found = palettes
    .list()
    .find(({ id, entries }) => id === name || String(entries.filter(({ ink }) => ink !== "none").length) === name)
  if (!found) {
    const ids = palettes.list().map(({ id }) => id)
    throw new BadInput(`--colors ${colors} is unknown: use one of ${ids.join(", ")}, or a number of inks.`)
  }
  return found
}

/** The screen of a page as it is seen, which a panel that is turned hangs upright. */
export interface Screen {
  readonly width: number
  readonly height: number
  readonly palette: Palette
  /** Of the panel, or of all panels of that size. */
  readonly mmPerPixel: number | undefined
}

/** The screen that `--panel`, or `--size` and `--colors` name. Throws BadInput. */
export function screenOf(
  { panel: id, size, colors }: { readonly panel?: string; readonly size?: string; readonly colors?: string },
  panels: Catalog<Panel>,
  palettes: Catalog<Palette>,
): Screen {
  if (id === undefined) {
    const { width, height } = parseSize(size ?? "400x300")
    return {
      width,
      height,
      palette: paletteFor(palettes, colors ?? "2"),
      mmPerPixel: mmPerPixelOf(panels, width, height),
    }
  }
  if (size !== undefined) throw new BadInput("--panel has a size of its own: leave out --size.")
  const panel = panels.get(id)
  if (!panel) {
    const ids = panels.list().map((each) => each.id)
    throw new BadInput(`--panel ${id} is unknown: use one of ${ids.join(", ")}.`)
  }
  const { width, height, palette, mmPerPixel } = panel
  return { width, height, palette: paletteFor(palettes, colors ?? palette), mmPerPixel }
}

/** Parses an option that allows certain words. Throws BadInput. */
export function oneOf<T extends string>(all: readonly T[], value: string, option: string): T {
  const found = all.find((each) => each === value)
  if (found === undefined) throw new BadInput(`${option} ${value} is unknown: use one of ${all.join(", ")}.`)
  return found
}

/** Parses the settings of `--set`. Throws BadInput. */
export function settingsIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new BadInput('--set is not JSON: write an object in single quotes, such as \'{"name":"value"}\'.', { cause })
  }
}
