import qrcode from "qrcode-generator"
import { Invalid } from "platen/sdk"

const MAX_TEXT = 500

/** A QR code of the smallest version that holds the text, with as much correction as that version can bear. `dark`: row by row, `side` * `side`. */
export interface QrCode {
  readonly side: number
  dark(row: number, column: number): boolean
}

/** Throws Invalid for a text that is too long to be read off a screen. */
export function qrCode(text: string): QrCode {
  if (text.length > MAX_TEXT)
    throw new Invalid(`A QR code of ${text.length} characters cannot be read off a screen: ${MAX_TEXT} are the most.`)
  const least = made(text, "L")
  // The larger its modules, the sooner it is read; correction is taken where it costs none of that.
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
