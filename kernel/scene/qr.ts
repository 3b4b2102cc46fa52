import qrcode from "qrcode-generator"
import { Invalid } from "platen/sdk"

const MOST_TEXT = 500

/** A QR code of the smallest version that holds the text, medium correction. `dark`: row by row, `side` * `side`. */
export interface QrCode {
  readonly side: number
  dark(row: number, column: number): boolean
}

/** Throws Invalid for a text that is too long to be read off a screen. */
export function qrCode(text: string): QrCode {
  if (text.length > MOST_TEXT) throw new Invalid(`A QR code of ${text.length} characters cannot be read off a screen: ${MOST_TEXT} are the most.`)
  const code = qrcode(0, "M")
  code.addData(text, "Byte")
  code.make()
  return { side: code.getModuleCount(), dark: (row, column) => code.isDark(row, column) }
}
