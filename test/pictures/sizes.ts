/** Sizes of panels in pixels, as they hang: from 1.54 to 13.3 inches, lying and upright. */
export const SIZES = [
  [128, 296],
  [200, 200],
  [212, 104],
  [250, 122],
  [264, 176],
  [296, 128],
  [400, 300],
  [480, 800],
  [640, 384],
  [648, 480],
  [800, 480],
  [1200, 825],
  [1200, 1600],
  [1600, 1200],
  [1872, 1404],
] as const

/** The sizes at which pages are pinned as pictures. */
export const GOLDEN_SIZES = [
  [400, 300],
  [296, 128],
  [648, 480],
  [800, 480],
] as const
