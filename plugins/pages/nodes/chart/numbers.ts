import { lruSet } from "platen/sdk/kit"
import type { Chart } from "platen/sdk/mode"
import type { Series } from "./series.js"

/** Numbers from here on are abbreviated, as 100 K. */
const COMPACT = 100_000

/** Writes a number with so many digits after the decimal mark, as a language does; one that is abbreviated with at most `compact`. */
export function numeral(value: number, decimals: number, language: string, compact = 1): string {
  const digits =
    Math.abs(value) >= COMPACT
      ? ({ notation: "compact", maximumFractionDigits: compact } as const)
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false }
  const words = formatOf(language, { ...digits, numberingSystem: "latn" }).format(value)
  return words.replace("-", "−").replace(/^−(?=[0.,]*$)/, "")
}

/** Formats by language and options: to make one takes a hundred times as long as to use it. */
const formats = new Map<string, Intl.NumberFormat>()
const MAX_FORMATS = 100

function formatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${options.notation ?? ""} ${options.maximumFractionDigits ?? ""}`
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

/** Digits after the decimal mark of values from 1 on, and of any. */
const [MAX_DECIMALS, MOST_DECIMALS] = [2, 9]

/** Digits after the decimal mark that the values of a chart need: at most 2, or as many as the largest below 1 has before three that matter. */
export function decimalsOfValues({ decimals }: Chart, series: readonly Series[]): number {
  if (decimals !== undefined) return decimals
  const values = series.flatMap((each) => [...each.values, ...(each.low ?? [])]).filter((value) => value !== null)
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const most = largest > 0 ? Math.min(MOST_DECIMALS, 2 - Math.floor(Math.log10(largest))) : 0
  const enough = Math.max(MAX_DECIMALS, most)
  for (let digits = 0; digits < enough; digits++)
    if (values.every((value) => Math.abs(value - Number(value.toFixed(digits))) < 1e-9)) return digits
  return enough
}

/** The words of the numbers of a scale: as many digits as tell them apart. `least`: digits after the decimal mark. */
export function distinctNumerals(values: readonly number[], least: number, language: string): readonly string[] {
  for (let more = 0; ; more++) {
    const words = values.map((value) => numeral(value, least + more, language, 1 + more))
    if (more === MOST_DECIMALS || new Set(words).size === words.length) return words
  }
}
