import { Buffer } from "harfbuzzjs"

/** What HarfBuzz is given while a text is set: where a text is set more than once, or anew with each of its runs, these grow faster than it does. */
export interface Given {
  readonly runs: number
  /** UTF-16 units that are shaped. */
  readonly units: number
  /** And those that it is shown with them, so that their ends join. */
  readonly shown: number
}

/** Does the work, and counts. */
export function shaped(work: () => void): Given {
  const { addText } = Buffer.prototype
  let [runs, units, shown] = [0, 0, 0]
  Buffer.prototype.addText = function (text, offset = 0, length = text.length - offset) {
    runs++
    units += length
    shown += text.length
    return addText.call(this, text, offset, length)
  }
  try {
    work()
  } finally {
    Buffer.prototype.addText = addText
  }
  return { runs, units, shown }
}
