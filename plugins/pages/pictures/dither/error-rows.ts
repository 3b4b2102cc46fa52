/** Padding in pixels on each side of an error row. */
export const PAD = 2

/** Moves the error in the padding of a row to its ends. `size`: numbers per pixel. */
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

/** Moves the error in the padding of a finished row to the ends of the next row, and clears the finished row for reuse. */
export function handDown(error: Float32Array, base: number, next: number, width: number, size: number): void {
  for (let c = 0; c < size; c++) {
    for (let pad = 1; pad <= PAD; pad++) {
      error[next + c]! += error[base - pad * size + c]!
      error[next + (width - 1) * size + c]! += error[base + (width - 1 + pad) * size + c]!
    }
  }
  error.fill(0, base - PAD * size, base + (width + PAD) * size)
}
