import type { Ink, Painter } from "platen/sdk/drawing"
import { arc, resampled } from "./geometry.js"
import type { Point } from "./geometry.js"

/** What a pixel of a sheet is. ACCENT: red where the panel has it, else ink. LIGHT: yellow where the panel has it, else paper. */
export const [PAPER, INK, ACCENT, LIGHT] = [0, 1, 2, 3] as const
export type Tone = typeof PAPER | typeof INK | typeof ACCENT | typeof LIGHT

/** Parallel lines across an area. Degrees anticlockwise from the horizontal; pixels from one line to the next, and of a line. */
export interface Hatch {
  readonly angle: number
  readonly gap: number
  readonly weight?: number
  readonly tone?: Tone
}

/** A sheet of paper on which a motif is drawn, a byte a pixel. Nothing is drawn outside it. */
export class Sheet {
  readonly width: number
  readonly height: number
  /** Thickness in pixels of the thinnest line. */
  readonly hair: number
  /** Geometric mean of the sides, and the shorter side. */
  readonly side: number
  readonly short: number
  /** Usual distance of lines beside one another: wider on a large sheet, but less than in proportion. */
  readonly pitch: number
  /** Usual size of the parts of a pattern, such as a band: about in proportion to the sheet. */
  readonly grain: number
  /** False: what stands out is black, too. */
  readonly hasAccent: boolean
  readonly pixels: Uint8Array
  #mask: Uint8Array | undefined
  /** Masks of nothing, to be used again. */
  readonly #masks: Uint8Array[] = []

  constructor(width: number, height: number, hair: number, hasAccent = true) {
    this.hasAccent = hasAccent
    this.width = width
    this.height = height
    this.hair = hair
    this.side = Math.sqrt(width * height)
    this.short = Math.min(width, height)
    this.pitch = Math.max(4, hair * (3.2 + this.side / 340))
    this.grain = (this.pitch + this.side / 60) / 2
    this.pixels = new Uint8Array(width * height)
  }

  /** Ink becomes paper and paper ink: a night. */
  invert(): void {
    const { pixels } = this
    for (let i = 0; i < pixels.length; i++) if (pixels[i]! < 2) pixels[i]! ^= 1
  }

  /** Whether the pixel at a point is ink. */
  isInk(x: number, y: number): boolean {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    return (
      column >= 0 &&
      row >= 0 &&
      column < this.width &&
      row < this.height &&
      this.pixels[row * this.width + column] === INK
    )
  }

  /** Pixels `left` to below `right` of a row. */
  span(row: number, left: number, right: number, tone: Tone = INK): void {
    if (row < 0 || row >= this.height) return
    const [from, to] = [Math.max(0, left), Math.min(this.width, right)]
    if (from >= to) return
    const at = row * this.width
    if (!this.#mask) {
      this.pixels.fill(tone, at + from, at + to)
      return
    }
    for (let i = at + from; i < at + to; i++) if (this.#mask[i] === 1) this.pixels[i] = tone
  }

  /** Draws an open line through points with a round pen. */
  line(points: readonly Point[], weight = this.hair, tone: Tone = INK): void {
    const pen = penOf(weight)
    const shift = 0.5 - pen.length / 2
    let isBegun = false
    let [beforeX, beforeY, lastX, lastY] = [NaN, NaN, 0, 0]
    for (let i = 0; i < points.length; i++) {
      const x0 = points[i === 0 ? 0 : i - 1]![0]
      const y0 = points[i === 0 ? 0 : i - 1]![1]
      const across = points[i]![0] - x0
      const down = points[i]![1] - y0
      const steps = i === 0 ? 1 : Math.ceil(Math.max(Math.abs(across), Math.abs(down)))
      let [first, last] = [1, steps]
      if (!this.#holds(x0, y0) || !this.#holds(x0 + across, y0 + down)) {
        const [from, to] = shareInside(this, [x0, y0, across, down], weight + 2)
        first = Math.max(1, Math.floor(from * steps))
        last = Math.min(steps, Math.ceil(to * steps))
      }
      for (let step = first; step <= last; step++) {
        const x = Math.floor(x0 + (across * step) / steps + shift)
        const y = Math.floor(y0 + (down * step) / steps + shift)
        if (isBegun && x === lastX && y === lastY) continue
        // A pixel between two that touch at their corners would thicken the line.
        if (isBegun && !(Math.abs(x - beforeX) === 1 && Math.abs(y - beforeY) === 1)) {
          this.#stamp(pen, lastX, lastY, tone)
          beforeX = lastX
          beforeY = lastY
        }
        isBegun = true
        lastX = x
        lastY = y
      }
    }
    if (isBegun) this.#stamp(pen, lastX, lastY, tone)
  }

  /** Draws a line with gaps. `on`, `off`: pixels. */
  dashed(points: readonly Point[], [on, off]: readonly [number, number], weight = this.hair, tone: Tone = INK): void {
    let [walked, run]: [number, Point[]] = [0, []]
    for (const point of resampled(points, 1)) {
      if (walked % (on + off) < on) run.push(point)
      else if (run.length > 0) {
        this.line(run, weight, tone)
        run = []
      }
      walked++
    }
    if (run.length > 0) this.line(run, weight, tone)
  }

  /** Fills the inside of closed lines by the even-odd rule. A pixel is inside when its centre is. */
  area(polygons: readonly (readonly Point[])[], tone: Tone = INK): void {
    this.#rows(polygons, (row, from, to) => this.span(row, Math.ceil(from - 0.5), Math.ceil(to - 0.5), tone))
  }

  /** Fills an area with paper, or `fill`, and draws its outline. */
  shape(points: readonly Point[], weight = this.hair, fill: Tone = PAPER, tone: Tone = INK): void {
    this.area([points], fill)
    this.line([...points, points[0]!], weight, tone)
  }

  disc(x: number, y: number, radius: number, tone: Tone = INK): void {
    for (let row = Math.floor(y - radius); row < y + radius; row++) {
      const square = radius * radius - (row + 0.5 - y) * (row + 0.5 - y)
      if (square <= 0) continue
      const half = Math.sqrt(square)
      this.span(row, Math.round(x - half), Math.round(x + half), tone)
    }
  }

  /** A sun behind other things: without an ink of its own it is in lines, so that they are seen before it. */
  sun(x: number, y: number, radius: number): void {
    if (this.hasAccent) return this.disc(x, y, radius, ACCENT)
    const disc = arc(x, y, radius)
    this.hatch([disc], { angle: 0, gap: Math.max(3 * this.hair, Math.round(radius / 14)) })
    this.line(disc, this.hair)
  }

  ring(x: number, y: number, radius: number, weight = this.hair, tone: Tone = INK): void {
    this.line(arc(x, y, radius), weight, tone)
  }

  /** Draws parallel lines inside closed lines. Lines of one angle and gap lie on the same grid, in whatever area. */
  hatch(polygons: readonly (readonly Point[])[], { angle, gap, weight = this.hair, tone = INK }: Hatch): void {
    if (angle % 180 === 0) {
      const every = Math.max(weight + 1, Math.round(gap))
      this.#rows(polygons, (row, from, to) => {
        if (row % every < weight) this.span(row, Math.ceil(from - 0.5), Math.ceil(to - 0.5), tone)
      })
      return
    }
    const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
    const turned = polygons.map((points) =>
      points.map(([x, y]): Point => [x * cosine - y * sine, (x * sine + y * cosine) / gap]),
    )
    const heights = turned.flat().map(([, y]) => y)
    const [first, end] = [Math.ceil(extreme(heights, Math.min)), extreme(heights, Math.max)]
    for (let row = first; row < Math.min(end, first + 4000); row++) {
      const crossings = turned.flatMap((points) => crossed(points, row)).sort((a, b) => a - b)
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const at = (along: number): Point => [along * cosine + row * gap * sine, row * gap * cosine - along * sine]
        this.line([at(crossings[i]!), at(crossings[i + 1]!)], weight, tone)
      }
    }
  }

  /** What `draw` draws is seen inside closed lines only. */
  within(polygons: readonly (readonly Point[])[], draw: () => void): void {
    const outer = this.#mask
    const mask = this.#masks.pop() ?? new Uint8Array(this.pixels.length)
    let [top, bottom] = [this.height, 0]
    this.#rows(polygons, (row, from, to) => {
      top = Math.min(top, row)
      bottom = row + 1
      const at = row * this.width
      const [left, right] = [Math.max(0, Math.ceil(from - 0.5)), Math.min(this.width, Math.ceil(to - 0.5))]
      if (!outer) {
        if (left < right) mask.fill(1, at + left, at + right)
      } else for (let i = at + left; i < at + right; i++) mask[i] = outer[i]!
    })
    this.#mask = mask
    draw()
    this.#mask = outer
    if (top < bottom) mask.fill(0, top * this.width, bottom * this.width)
    this.#masks.push(mask)
  }

  /** Paints the sheet into the box of a node. */
  paint(painter: Painter, inks: Readonly<Record<Tone, Ink>>): void {
    const { pixels, width } = this
    for (let row = 0; row < this.height; row++) {
      const [at, end] = [row * width, (row + 1) * width]
      for (let from = at; from < end;) {
        const tone = pixels[from] as Tone
        let to = from + 1
        while (to < end && pixels[to] === tone) to++
        if (tone !== PAPER) painter.fill(from - at, row, to - at, row + 1, inks[tone])
        from = to
      }
    }
  }

  #holds(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height
  }

  #stamp(pen: Pen, x: number, y: number, tone: Tone): void {
    if (pen.length > 1) {
      for (let row = 0; row < pen.length; row++) this.span(y + row, x + pen[row]![0], x + pen[row]![1], tone)
      return
    }
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return
    const at = y * this.width + x
    if (!this.#mask || this.#mask[at] === 1) this.pixels[at] = tone
  }

  /** The parts of each row of pixels that are inside closed lines. */
  #rows(polygons: readonly (readonly Point[])[], visit: (row: number, from: number, to: number) => void): void {
    let [top, bottom] = [this.height, 0]
    for (const points of polygons)
      for (const [, y] of points) {
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
    const start = Math.max(0, Math.ceil(top - 0.5))
    const stop = Math.min(this.height, Math.ceil(bottom - 0.5))
    if (stop <= start) return
    const rows: number[][] = Array.from({ length: stop - start }, () => [])
    for (const points of polygons) {
      for (let i = 0; i < points.length; i++) {
        const a = points[i]!
        const b = points[i + 1 < points.length ? i + 1 : 0]!
        const [x0, y0, x1, y1] = [a[0], a[1], b[0], b[1]]
        const first = Math.max(start, Math.ceil(Math.min(y0, y1) - 0.5))
        const end = Math.min(stop, Math.ceil(Math.max(y0, y1) - 0.5))
        for (let row = first; row < end; row++) rows[row - start]!.push(x0 + ((row + 0.5 - y0) / (y1 - y0)) * (x1 - x0))
      }
    }
    rows.forEach((crossings, row) => {
      if (crossings.length > 2) crossings.sort((a, b) => a - b)
      else if (crossings[0]! > crossings[1]!) crossings.reverse()
      for (let i = 0; i + 1 < crossings.length; i += 2) visit(start + row, crossings[i]!, crossings[i + 1]!)
    })
  }
}

/** The part of a line, given by its beginning and its way, that is on a sheet or as near to it as `margin`: shares of its length, the second less than the first where none is. Source: Liang and Barsky 1984. */
function shareInside(
  { width, height }: Sheet,
  [x, y, across, down]: readonly [number, number, number, number],
  margin: number,
): readonly [number, number] {
  let [from, to] = [0, 1]
  for (const [start, along, size] of [
    [x, across, width],
    [y, down, height],
  ] as const) {
    if (along === 0) {
      if (start < -margin || start > size + margin) return [1, 0]
      continue
    }
    const [near, far] = [(-margin - start) / along, (size + margin - start) / along]
    from = Math.max(from, Math.min(near, far))
    to = Math.min(to, Math.max(near, far))
  }
  return from <= to ? [from, to] : [1, 0]
}

/** The rows of a round pen: columns from, to. */
type Pen = readonly (readonly [number, number])[]

const pens = new Map<number, Pen>()

function penOf(weight: number): Pen {
  const side = Math.max(1, Math.min(64, Math.round(weight)))
  const known = pens.get(side)
  if (known) return known
  const made = Array.from({ length: side }, (_, row): readonly [number, number] => {
    const down = row + 0.5 - side / 2
    const half = side < 4 ? side / 2 : Math.sqrt(Math.max(0.25, (side * side) / 4 - down * down))
    return [Math.round(side / 2 - half), Math.round(side / 2 + half)]
  })
  pens.set(side, made)
  return made
}

/** Where a closed line crosses a height. */
function crossed(points: readonly Point[], height: number): number[] {
  const found: number[] = []
  let before = points.at(-1)!
  for (const point of points) {
    if (before[1] <= height !== point[1] <= height)
      found.push(before[0] + ((height - before[1]) / (point[1] - before[1])) * (point[0] - before[0]))
    before = point
  }
  return found
}

function extreme(values: readonly number[], of: (a: number, b: number) => number): number {
  return values.reduce((a, b) => of(a, b))
}
