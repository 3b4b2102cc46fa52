/** Bytes that a QR code of each version from 1 on holds at correction level L. Source: ISO/IEC 18004, table 7. */
const BYTES = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520]
const QUIET = 4

/** Width in modules of the QR code of an ASCII text, with its quiet zone; Infinity for a text that is too long. */
export function qrModules(text: string): number {
  const version = BYTES.findIndex((bytes) => text.length <= bytes) + 1
  return version === 0 ? Infinity : 17 + 4 * version + 2 * QUIET
}
