import { lruSet } from "platen/sdk/kit"
import type { Chart } from "platen/sdk/mode"
import type { Series } from "./series.js"

/** Numbers from here on are abbreviated, as 100 K. */
const COMPACT = 100_000

/** Writes a number with so many digits after the decimal mark, as a language does. */
export function numeral(value: number, decimals: number, language: string): string {
  const digits =
    Math.abs(value) >= COMPACT
      ? ({ notation: "compact", maximumFractionDigits: 1 } as const)
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false }
  const words = formatOf(language, { ...digits, numberingSystem: "latn" }).format(value)
  return words.replace("-", "−").replace(/^−(?=[0.,]*$)/, "")
}

/** Formats by language and options: to make one takes a hundred times as long as to use it. */
const formats = new Map<string, Intl.NumberFormat>()
const MAX_FORMATS = 100

function formatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${options.notation ?? ""} ${options.minimumFractionDigits ?? ""}`
  const known = formats.get(key)
  if (known) return known
  const made = newFormat(language, options)
  lruSet(formats, key, made, MAX_FORMATS)
  return made
}

function newFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(language, options)
  } catch {
    // A page may name a language that is no BCP 47 tag.
    return new Intl.NumberFormat("en", options)
  }
}

/** A number with its unit: signs stand at the number, words after a space. */
export function withUnit(words: string, unit = ""): string {
  return /^[\p{L}\d]/u.test(unit) ? `${words} ${unit}` : `${words}${unit}`
}

const MAX_DECIMALS = 2

/** Digits after the decimal mark that the values of a chart need, at most 2. */
export function decimalsOfValues({ decimals }: Chart, series: readonly Series[]): number {
  if (decimals !== undefined) return decimals
  const values = series.flatMap((each) => [...each.values, ...(each.low ?? [])])
  for (let digits = 0; digits < MAX_DECIMALS; digits++)
    if (values.every((value) => value === null || Math.abs(value - Number(value.toFixed(digits))) < 1e-9)) return digits
  return MAX_DECIMALS
}
