import { isUtf8 } from "node:buffer"

/** Bytes in which an XML declaration must end. */
const HEAD_BYTES = 1_024
/** The bytes 128 to 159 in windows-1252. Source: WHATWG Encoding, index windows-1252. */
const HIGH = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/**
 * The text of a body. Its character set is that of its byte order mark, else of the Content-Type header, else of its XML declaration, else UTF-8 where
 * the bytes are UTF-8, else windows-1252. A label that is not known counts as none. Source: RFC 7303, 3; WHATWG Encoding, decode.
 */
export function decoded(bytes: Uint8Array, contentType: string | undefined): string {
  const decoder =
    decoderOf(marked(bytes)) ?? decoderOf(labelIn(contentType)) ?? decoderOf(declared(bytes)) ?? guessed(bytes)
  const text = decoder.decode(bytes)
  // Some versions of node read it as ISO 8859-1.
  return decoder.encoding === "windows-1252"
    ? text.replaceAll(/[\u0080-\u009f]/g, (char) => HIGH[char.charCodeAt(0) - 128]!)
    : text
}

function marked([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined
}

function labelIn(contentType = ""): string | undefined {
  return /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([^\s"';,]{1,40})/i.exec(contentType)?.[1]
}

/** The set that an XML declaration names. Of two-byte characters without a mark, the order of their bytes says it. Source: XML 1.0, F.1. */
function declared(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0 && bytes[1] === 0x3c) return "utf-16be"
  if (bytes[0] === 0x3c && bytes[1] === 0) return "utf-16le"
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
  const label = /^\s*<\?xml\s[^>]{0,400}?encoding\s{0,9}=\s{0,9}["']([^"'\s]{1,40})["']/i.exec(head)?.[1]
  // A declaration that can be read in bytes is not in two-byte characters, whatever it says.
  return label !== undefined && /^(?:utf-?16|ucs-?2|iso-10646)/i.test(label) ? undefined : label
}

function guessed(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  return new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252")
}

function decoderOf(label: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}
