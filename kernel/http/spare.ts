/** Token bucket: up to `burst` at once, then `perSecond`. */
export interface Spare {
  /** Takes one token. Returns false when none is left. */
  take(): boolean
}

/** `ticks`: monotonic milliseconds. */
export function spareOf(
  ticks: () => number,
  { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
): Spare {
  let left = burst
  let at = ticks()
  return {
    take: () => {
      const now = ticks()
      left = Math.min(burst, left + ((now - at) / 1000) * perSecond)
      at = now
      if (left < 1) return false
      left--
      return true
    },
  }
}
