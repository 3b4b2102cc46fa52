import { BadInput } from "platen/sdk"
import type { Catalog } from "platen/sdk"
import type { Palette } from "platen/sdk/drawing"

/** "400x300" to numbers. Throws BadInput. */
export function parseSize(text: string): { readonly width: number; readonly height: number } {
  const parts = /^(\d{2,4})x(\d{2,4})$/.exec(text)
  const [width, height] = [Number(parts?.[1]), Number(parts?.[2])]
  if (!parts || width < 100 || width > 1600 || height < 100 || height > 1200) {
    throw new BadInput(`--size ${text} is not a size: write WIDTHxHEIGHT from 100x100 to 1600x1200, such as 400x300.`)
  }
  return { width, height }
}

/** The palette of that name, or of so many inks. Throws BadInput. */
export function paletteFor(palettes: Catalog<Palette>, colors: string): Palette {
  const found = palettes
    .list()
    .find(({ id, entries }) => id === colors || String(entries.filter(({ ink }) => ink !== "none").length) === colors)
  if (!found) {
    const ids = palettes.list().map(({ id }) => id)
    throw new BadInput(`--colors ${colors} is not known: take one of ${ids.join(", ")}, or a number of inks.`)
  }
  return found
}

/** One of some words. Throws BadInput. */
export function oneOf<T extends string>(all: readonly T[], given: string, option: string): T {
  const found = all.find((each) => each === given)
  if (found === undefined) throw new BadInput(`${option} ${given} is not known: take one of ${all.join(", ")}.`)
  return found
}
