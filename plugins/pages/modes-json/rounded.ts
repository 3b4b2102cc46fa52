/** Significant digits of a number that stay as they are: those that a sensor means. */
const MEANT = 5
/** Decimals at the most. */
const MOST = 20

/**
 * A number with the digits that matter. `decimals`: those that are wanted; none: its own digits, or of more than a sensor means three that matter: one
 * after the mark from 10 on, none from 1,000 on. What is not 0 never becomes 0: it keeps three digits.
 */
export function rounded(value: number, decimals: number | undefined): number {
  const size = Math.abs(value)
  if (size === 0 || !Number.isFinite(size)) return value
  const first = -Math.floor(Math.log10(size))
  if (decimals === undefined && Number(size.toPrecision(MEANT)) === size) return value
  const places = decimals ?? (size >= 1_000 ? 0 : size >= 10 ? 1 : first + 2)
  const made = Number(value.toFixed(clamped(places)))
  return made === 0 ? Number(value.toFixed(clamped(first + 2))) : made
}

const clamped = (places: number): number => Math.min(MOST, Math.max(0, Math.trunc(places)))
