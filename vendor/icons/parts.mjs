import { add, stamped } from "./layer.mjs"
import { Raster } from "./raster.mjs"
import { SIZES } from "./sizes.mjs"
import { STAMPS } from "./stamps.mjs"

const DIRECTIONS = {
  n: [0, -1],
  ne: [1, -1],
  e: [1, 0],
  se: [1, 1],
  s: [0, 1],
  sw: [-1, 1],
  w: [-1, 0],
  nw: [-1, -1],
}
/** Corners of the bolt on 24 pixels. */
const BOLT = [
  [13, 9],
  [7.5, 17],
  [11.5, 17],
  [9.25, 23],
  [16.5, 14.5],
  [12.5, 14.5],
  [15.5, 9],
]

/** The parts of weather pictures of one size, as layers. A part that has a stamp for the size is taken from there. */
export class Parts {
  constructor(side) {
    this.side = side
    this.size = SIZES[side]
    this.raster = new Raster(side)
    this.stamps = STAMPS[side]
  }

  stamp(rows, x, y) {
    return stamped(this.side, rows, x, y)
  }

  rect(x0, y0, x1, y1) {
    return this.raster.pixels(this.raster.rect(x0, y0, x1, y1))
  }

  dot(x, y, d) {
    return this.raster.pixels(this.raster.disc(x, y, d))
  }

  /** Three discs on a flat base. */
  cloud([x, base, width, height], stamp) {
    if (this.stamps[stamp]) return this.stamp(this.stamps[stamp], x, base - height)
    const r = this.raster
    const [left, middle, right, shift] = [0.42, 0.52, 0.4, 0.19].map((part) => Math.round(part * width))
    const shape = r.union(
      r.disc(x, base - left, left),
      r.disc(x + shift, base - height, middle),
      r.disc(x + width - right, base - right, right),
      r.rect(x + left / 2, base - Math.min(left, right) / 2, x + width - right / 2, base),
      r.rect(x + left / 2, base - height + middle / 2, x + shift + middle - 1, base),
    )
    return r.pixels(r.outline(shape, this.size.stroke))
  }

  /** A ring with the named rays, `gap` from it and `length` long. */
  sun([x, y, d, gap, length], names) {
    const r = this.raster
    const from = d / 2 + gap
    const ring = r.pixels(r.outline(r.disc(x, y, d), this.size.stroke))
    return add(ring, ...names.split(" ").map((name) => this.ray(x + d / 2, y + d / 2, from, length, DIRECTIONS[name])))
  }

  ray(cx, cy, from, length, [dx, dy]) {
    const { stroke } = this.size
    const diagonal = dx !== 0 && dy !== 0
    const stamp = this.stamps[length < stroke + 1 ? "short-ray-ne" : "ray-ne"]
    if (!diagonal || !stamp) {
      const unit = diagonal ? Math.SQRT1_2 : 1
      const at = (distance) => [cx + dx * unit * distance, cy + dy * unit * distance]
      return this.raster.pixels(this.raster.stroke(...at(from), ...at(from + length), stroke))
    }
    const middle = (from + length / 2) * Math.SQRT1_2
    const place = (centre, direction) => {
      const forward = Math.round(centre + middle - stamp.length / 2 + (stroke % 2) / 4)
      return direction > 0 ? forward : 2 * centre - forward - stamp.length
    }
    return this.stamp(dx === dy ? stamp.map(reversed) : stamp, place(cx, dx), place(cy, dy))
  }

  /** A disc cut by another. */
  moon([x, y, d, shift, cut]) {
    const r = this.raster
    const corner = (d - cut) / 2
    return r.pixels(r.minus(r.disc(x, y, d), r.disc(x + corner + shift, y + corner - shift, cut)))
  }

  /** Slanted strokes, a pixel to the left every second row; x of their lower ends. */
  rain(xs, y, length) {
    const rows = Array.from({ length }, (_, j) => ".".repeat((length - 1 - j) >> 1) + "#".repeat(this.size.stroke))
    return add(...xs.map((x) => this.stamp(rows, x, y)))
  }

  flakes(xs) {
    const { flake } = this.stamps
    return add(...xs.map((x) => this.stamp(flake, x, this.size.bottom - flake.length)))
  }

  bolt() {
    if (this.stamps.bolt) return this.stamp(this.stamps.bolt, ...this.size.bolt)
    const corners = BOLT.map((corner) => corner.map((at) => (at * this.side) / 24))
    return this.raster.pixels(this.raster.polygon(...corners))
  }

  /** An arrow head that points up or down. */
  chevron(up) {
    const [x, y, height, thickness] = this.size.chevron
    const { chevron } = this.stamps
    if (chevron) return this.stamp(up ? chevron : chevron.toReversed(), x, y)
    const axis = x + height + (this.size.stroke % 2) / 2
    const at = (right, down) => [axis + right, up ? y + down : y + height - down]
    const inner = height - thickness
    const corners = [at(0, 0), at(height, height), at(inner, height), at(0, thickness), at(-inner, height)]
    return this.raster.pixels(this.raster.polygon(...corners, at(-height, height)))
  }

  /** Three lines that end in hooks; the last hook turns down. */
  wind() {
    if (this.stamps.wind) return this.stamp(this.stamps.wind, 0, 4)
    const r = this.raster
    const { stroke, edge, wind } = this.size
    const hooks = wind.map(([y, cx, d], i) => {
      const down = i === 2
      const top = down ? y : y + stroke - d
      const ring = r.outline(r.disc(cx - d / 2, top, d), stroke)
      const left = down ? r.rect(0, 0, cx, top + d - stroke - 0.5) : r.rect(0, top + stroke + 0.5, cx, this.side)
      return r.union(r.minus(ring, left), r.rect(edge, y, cx, y + stroke))
    })
    return r.pixels(r.union(...hooks))
  }
}

const reversed = (row) => [...row].reverse().join("")
