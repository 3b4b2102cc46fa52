/** Chance that is the same for the same seed, on every machine. */
export class Chance {
  #state: number
  #lattice: Float64Array | undefined

  constructor(seed: number) {
    this.#state = seed >>> 0
    for (let i = 0; i < 4; i++) this.next()
  }

  /** 0 to below 1. Source: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** True with this probability. */
  falls(probability: number): boolean {
    return this.next() < probability
  }

  side(): 1 | -1 {
    return this.falls(0.5) ? 1 : -1
  }

  pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.next() * all.length)]!
  }

  /** Smooth noise over the plane, -1 to 1, with bumps about as wide as 1. */
  noise(x: number, y: number): number {
    const lattice = (this.#lattice ??= Float64Array.from({ length: 4096 }, () => this.next() * 2 - 1))
    const column = Math.floor(x)
    const row = Math.floor(y)
    const right = smooth(x - column)
    const down = smooth(y - row)
    const [first, second] = [(row & 63) << 6, ((row + 1) & 63) << 6]
    const [near, far] = [column & 63, (column + 1) & 63]
    const above = lattice[first | near]! + (lattice[first | far]! - lattice[first | near]!) * right
    const below = lattice[second | near]! + (lattice[second | far]! - lattice[second | near]!) * right
    return above + (below - above) * down
  }

  /** Noise with smaller bumps on larger ones, about -1 to 1. */
  rough(x: number, y: number, octaves = 4): number {
    let [sum, share] = [0, 0.55]
    for (let i = 0, scale = 1; i < octaves; i++, scale *= 2, share *= 0.5)
      sum += this.noise(x * scale + i * 17, y * scale + i * 31) * share
    return sum
  }
}

function smooth(share: number): number {
  return share * share * share * (share * (share * 6 - 15) + 10)
}
