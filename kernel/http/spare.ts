/** Work that is done while there is little of it: up to `burst` at once, then `perSecond`. */
export interface Spare {
  /** True: it may be done. */
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
