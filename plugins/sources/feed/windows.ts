/** The bytes 128 to 159 in windows-1252. Source: WHATWG Encoding, index windows-1252. */
const HIGH = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/** A text in which control characters 128 to 159 are what windows-1252 has in their place: those who write them mean quotes and dashes. */
export function windowsText(text: string): string {
  return text.replaceAll(/[\u0080-\u009f]/g, (char) => HIGH[char.charCodeAt(0) - 128]!)
}
