/** A plain or a crater: degrees east and north of the middle of the disc, half its width and its height in degrees of an arc, and how dark it is, 0 to 1. */
type Spot = readonly [east: number, north: number, wide: number, high: number, tone: number]

/** The seas by the coordinates of the moon's gazetteer; wide ones in several parts. */
const SEAS: readonly Spot[] = [
  // Frigoris
  [-38, 55, 9, 5, 0.42],
  [-20, 57, 9, 4.5, 0.42],
  [-2, 57, 9, 4.5, 0.44],
  [14, 56.5, 9, 4.5, 0.44],
  [29, 55, 8, 4.5, 0.42],
  // Roris, Iridum
  [-53, 50, 7, 6, 0.42],
  [-31.7, 44.5, 4, 4, 0.5],
  // Imbrium
  [-16, 33.5, 17, 15, 0.52],
  [-25, 40, 9, 9, 0.52],
  // Procellarum
  [-57, 38, 9, 13, 0.52],
  [-58, 24, 12, 13, 0.55],
  [-50, 12, 12, 14, 0.55],
  [-62, 8, 9, 12, 0.52],
  [-46, -1, 12, 12, 0.52],
  [-40, 20, 9, 10, 0.5],
  // Insularum, Cognitum, Aestuum
  [-29, 6.5, 9, 7, 0.46],
  [-23, -10, 6, 5.5, 0.52],
  [-9, 11.5, 4, 3.4, 0.34],
  // Humorum, Nubium, Epidemiarum
  [-38.6, -24, 6.6, 6.8, 0.58],
  [-16, -20.5, 10, 9.5, 0.5],
  [-29, -30.5, 5, 3, 0.4],
  // Vaporum, Medii
  [3.8, 13.2, 4.2, 3.6, 0.36],
  [1, 1.8, 4, 2.4, 0.24],
  // Serenitatis, Somniorum, Mortis
  [17.8, 27.5, 11, 10.5, 0.54],
  [30, 37.5, 5.5, 4.5, 0.32],
  [27, 45, 3.4, 2.6, 0.3],
  // Tranquillitatis
  [27.5, 12, 9, 7.5, 0.58],
  [36, 7.5, 9.5, 8.5, 0.58],
  [26, 3.5, 7, 7, 0.58],
  // Nectaris, Fecunditatis
  [34.6, -15.2, 5.4, 5.4, 0.54],
  [51, -4, 9, 8, 0.5],
  [53, -13, 6.5, 7.5, 0.48],
  // Crisium, Undarum, Spumans
  [59.1, 17, 8.6, 6.6, 0.62],
  [68, 7, 3.4, 2.6, 0.4],
  [65, 1.2, 2.4, 2.2, 0.4],
  // Marginis, Smythii, Humboldtianum, Australe
  [84, 13, 4, 5, 0.4],
  [85, -2, 4.5, 5, 0.42],
  [80, 56.5, 4, 4, 0.4],
  [82, -46, 7, 8, 0.3],
  // Grimaldi, Plato, Endymion
  [-68.3, -5.5, 3.2, 3, 0.62],
  [-9.4, 51.6, 2, 1.8, 0.66],
  [56.5, 53.6, 2.2, 2, 0.5],
]

/** Bright craters with their rays. */
const CRATERS: readonly Spot[] = [
  [-11.2, -43.3, 4, 4, 1],
  [-20.1, 9.6, 4.4, 4.2, 0.9],
  [-38, 8.1, 3, 2.8, 0.8],
  [-47.4, 23.7, 2.6, 2.4, 1],
  [46.9, 16.1, 2, 2, 0.6],
  [60.9, -8.9, 2.6, 2.8, 0.5],
  [39.2, -11.4, 1.6, 2, 0.3],
]

/** Bearings in degrees from north, clockwise, and lengths in degrees of the rays of Tycho that can be seen in small telescopes. */
const RAYS = [
  [12, 75],
  [48, 62],
  [330, 38],
  [301, 44],
  [78, 40],
  [120, 30],
  [200, 26],
  [255, 34],
] as const
const TYCHO = [-11.2, -43.3] as const
/** Half the width of a ray in degrees. */
const RAY_WIDTH = 1.1
const LONGEST = Math.max(...RAYS.map(([, length]) => length))

const RADIANS = Math.PI / 180
/** How bright plains of tone 0 and of tone 1 are. */
const [BRIGHT, DARK] = [1, 0.12] as const

/** Pixels across the map of the near side, which is made once. */
const SIDE = 360
/** How far from the middle the map goes, in radii: two of its pixels beyond the limb. */
const BEYOND = 1 + 4 / SIDE
let map: Float32Array | undefined

/**
 * How bright the ground is at a place of the disc, 0 to 1. `east`, `north`: shares of the radius, from the middle to the limb.
 * Source: the positions are those of the Gazetteer of Planetary Nomenclature, without libration.
 */
export function ground(east: number, north: number): number {
  map ??= drawn()
  const [x, y] = [((east + 1) / 2) * (SIDE - 1), ((1 - north) / 2) * (SIDE - 1)]
  const [left, top] = [Math.min(SIDE - 2, Math.max(0, x | 0)), Math.min(SIDE - 2, Math.max(0, y | 0))]
  const [right, down] = [x - left, y - top]
  const at = (column: number, row: number): number => map![row * SIDE + column]!
  return (
    (at(left, top) * (1 - right) + at(left + 1, top) * right) * (1 - down) +
    (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * down
  )
}

/** A spot of which a part is in a row of the map: its place, the pixels of an arc to its width, and how far the row is from its middle. */
interface InRow {
  readonly east: number
  readonly along: number
  readonly down: number
  readonly tone: number
}

/** The spots that reach a row, by their heights times `reach`. */
function inRow(spots: readonly Spot[], north: number, reach: number): InRow[] {
  return spots.flatMap(([east, at, wide, high, tone]) => {
    const down = (north - at) / high
    return Math.abs(down) > reach ? [] : [{ east, along: Math.cos(at * RADIANS) / wide, down, tone }]
  })
}

function drawn(): Float32Array {
  const made = new Float32Array(SIDE * SIDE)
  for (let row = 0; row < SIDE; row++) {
    const up = 1 - (row / (SIDE - 1)) * 2
    let [seas, craters]: InRow[][] = []
    let before: number | undefined
    for (let column = 0; column < SIDE; column++) {
      const right = (column / (SIDE - 1)) * 2 - 1
      // A little beyond the limb the ground goes on, for what is read between four points.
      const reach = Math.max(1, Math.hypot(right, up) + 1e-6)
      if (reach > BEYOND) continue
      const [x, y] = [right / reach, up / reach]
      // A row of the disc is a circle of latitude.
      if (y !== before) {
        const north = Math.asin(y) / RADIANS
        ;[seas, craters] = [inRow(SEAS, north, 1.5), inRow(CRATERS, north, 3)]
        before = y
      }
      made[row * SIDE + column] = brightness(x, y, seas!, craters!)
    }
  }
  return made
}

/** `x`, `y`: as `ground` takes them, on the disc. */
function brightness(x: number, y: number, seas: readonly InRow[], craters: readonly InRow[]): number {
  const north = Math.asin(y) / RADIANS
  const east = Math.atan2(x, Math.sqrt(Math.max(0, 1 - x * x - y * y))) / RADIANS
  const rough = noise(east * 0.16, north * 0.16) * 0.6 + noise(east * 0.4, north * 0.4) * 0.4
  let [tone, glow] = [0, rayAt(east, north)]
  if (seas.length > 0) {
    const coast = noise(east * 0.11 + 40, north * 0.11) * 0.55 + noise(east * 0.27, north * 0.27 + 40) * 0.45
    for (const spot of seas) tone = Math.max(tone, spot.tone * within(spot, east, 0.7 * (coast - 0.5)))
  }
  for (const spot of craters) glow = Math.max(glow, spot.tone * halo(spot, east))
  const shaded = BRIGHT - tone * (BRIGHT - DARK) - 0.14 * rough * (1 - tone)
  return Math.min(1, shaded + glow * (1 - shaded))
}

/** 1 inside of a spot, 0 outside, and between them on its shore. */
function within(spot: InRow, east: number, shore: number): number {
  return smooth((1.22 - distance(spot, east) - shore) / 0.3)
}

/** A light that fades over three times the size of a crater. */
function halo(spot: InRow, east: number): number {
  const far = distance(spot, east)
  return far > 3 ? 0 : (1 - far / 3) ** 1.5
}

/** The distance from the middle of a spot, in its own size. */
function distance({ east: middle, along, down }: InRow, east: number): number {
  const aside = (east - middle) * along
  return Math.sqrt(aside * aside + down * down)
}

/** The light of the rays of Tycho. */
function rayAt(east: number, north: number): number {
  const [lat, far] = [north * RADIANS, (east - TYCHO[0]) * RADIANS]
  const from = TYCHO[1] * RADIANS
  const cosine = Math.sin(from) * Math.sin(lat) + Math.cos(from) * Math.cos(lat) * Math.cos(far)
  const away = Math.acos(Math.min(1, cosine)) / RADIANS
  if (away > LONGEST) return 0
  const across = Math.sin(far) * Math.cos(lat)
  const bearing = Math.atan2(across, Math.cos(from) * Math.sin(lat) - Math.sin(from) * Math.cos(lat) * Math.cos(far))
  const sine = Math.sin(away * RADIANS)
  let most = 0
  for (const [towards, length] of RAYS) {
    const off = bearing - towards * RADIANS
    if (away > length) continue
    const aside = (Math.abs(Math.asin(sine * Math.sin(off))) / RADIANS) * (Math.cos(off) > 0 ? 1 : 99)
    if (aside <= RAY_WIDTH) most = Math.max(most, 0.42 * (1 - aside / RAY_WIDTH) * (1 - away / length))
  }
  return most
}

const smooth = (value: number): number => {
  const share = Math.min(1, Math.max(0, value))
  return share * share * (3 - 2 * share)
}

/** Smooth noise, 0 to 1, that is the same on every draw. */
function noise(x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, down] = [smooth(x - left), smooth(y - top)]
  const row = (y0: number): number => hashed(left, y0) * (1 - right) + hashed(left + 1, y0) * right
  return row(top) * (1 - down) + row(top + 1) * down
}

/** A number from 0 to 1 for a point of a lattice. */
function hashed(x: number, y: number): number {
  let bits = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39)
  return ((bits ^ (bits >>> 15)) >>> 0) / 0xffffffff
}
