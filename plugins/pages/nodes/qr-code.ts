import qrcode from "qrcode-generator"

/** Maximum characters of a code that is scanned from a screen. */
export const MAX_TEXT = 500
/** Codes in memory: those of the pages that are drawn again and again. */
const MAX_KEPT = 64

/** A QR code of the smallest version that holds the text, with the highest correction level of that version. `dark`: `side` * `side` modules, row-major. */
export interface QrCode {
  readonly side: number
  dark(row: number, column: number): boolean
}

/** By text, in order of use, the least recent first. */
const kept = new Map<string, QrCode>()

/** Creates a QR code of at most MAX_TEXT characters. */
export function qrCode(text: string): QrCode {
  const code = kept.get(text) ?? best(text)
  kept.delete(text)
  kept.set(text, code)
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
  return code
}

function best(text: string): QrCode {
  const least = made(text, 0, "L")
  // Larger modules scan better; a higher correction level is used only when the size stays the same.
  const version = (least.getModuleCount() - 17) / 4
  const code = whereItFits(text, version, ["H", "Q", "M"]) ?? least
  return { side: code.getModuleCount(), dark: (row, column) => code.isDark(row, column) }
}

type Made = ReturnType<typeof qrcode>
type Level = Parameters<typeof qrcode>[1]
type Version = Parameters<typeof qrcode>[0]

/** The code of the first level at which a version holds the text. */
function whereItFits(text: string, version: number, levels: readonly Level[]): Made | undefined {
  for (const level of levels) {
    try {
      return made(text, version as Version, level)
    } catch (error) {
      // The package throws a text where a version is too small.
      if (typeof error !== "string") throw error
    }
  }
  return undefined
}

/** `version`: 0 for the smallest that holds the text. */
function made(text: string, version: Version, level: Level): Made {
  const code = qrcode(version, level)
  code.addData(text, "Byte")
  code.make()
  return code
}
