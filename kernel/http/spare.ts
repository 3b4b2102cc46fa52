/** Token bucket, up to `burst` at once, then `perSecond`: a call takes one token, and gives false when none is left. `ticks`: monotonic milliseconds. */
export function spareOf(
  ticks: () => number,
  { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
): () => boolean {
  let [left, at] = [burst, ticks()]
  return () => {
    const now = ticks()
    left = Math.min(burst, left + ((now - at) / 1000) * perSecond)
    at = now
    if (left < 1) return false
    left--
    return true
  }
}
