import qrcode from "qrcode-generator"

/** Maximum characters of a code that is scanned from a screen. */
export const MAX_TEXT = 500

/** A QR code of the smallest version that holds the text, with the highest correction level of that version. `dark`: `side` * `side` modules, row-major. */
export interface QrCode {
  readonly side: number
  dark(row: number, column: number): boolean
}

/** Creates a QR code of at most MAX_TEXT characters. */
export function qrCode(text: string): QrCode {
  const least = made(text, "L")
  // Larger modules scan better; a higher correction level is used only when the size stays the same.
  const code =
    (["H", "Q", "M"] as const)
      .map((level) => made(text, level))
      .find((each) => each.getModuleCount() === least.getModuleCount()) ?? least
  return { side: code.getModuleCount(), dark: (row, column) => code.isDark(row, column) }
}

function made(text: string, level: "L" | "M" | "Q" | "H"): ReturnType<typeof qrcode> {
  const code = qrcode(0, level)
  code.addData(text, "Byte")
  code.make()
  return code
}
