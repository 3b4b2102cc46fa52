/** Bytes that a QR code of each version holds, from 1 on, with the least correction. Source: ISO/IEC 18004, table 7. */
const BYTES = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520]
const QUIET = 4

/** Modules across the QR code of a text of plain letters, with the paper round it; Infinity for a text that makes none. */
export function qrModules(text: string): number {
  const version = BYTES.findIndex((bytes) => text.length <= bytes) + 1
  return version === 0 ? Infinity : 17 + 4 * version + 2 * QUIET
}
