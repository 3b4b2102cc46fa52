/** Pixels on either side of a row that take the error of its ends. */
export const PAD = 2

/** Error that fell beside a row goes to the row's own ends. `size`: numbers a pixel. */
export function foldEnds(error: Float32Array, base: number, width: number, size: number): void {
  for (let c = 0; c < size; c++) {
    for (let pad = 1; pad <= PAD; pad++) {
      error[base + c]! += error[base - pad * size + c]!
      error[base + (width - 1) * size + c]! += error[base + (width - 1 + pad) * size + c]!
      error[base - pad * size + c] = 0
      error[base + (width - 1 + pad) * size + c] = 0
    }
  }
}

/** What is left beside a row that is done goes to the ends of the next; the row itself is wiped for the one that comes in its place. */
export function handDown(error: Float32Array, base: number, next: number, width: number, size: number): void {
  for (let c = 0; c < size; c++) {
    for (let pad = 1; pad <= PAD; pad++) {
      error[next + c]! += error[base - pad * size + c]!
      error[next + (width - 1) * size + c]! += error[base + (width - 1 + pad) * size + c]!
    }
  }
  error.fill(0, base - PAD * size, base + (width + PAD) * size)
}
