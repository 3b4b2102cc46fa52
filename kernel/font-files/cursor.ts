/** Error of a font file whose parts do not fit together. */
export const damaged = (): Error => new Error("the font file is damaged")

/** Reads a part of a file from its start on; numbers are big-endian. Every call throws Error where the part ends early. */
export class Cursor {
  /** Offset of what is read next. */
  at = 0
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  take(size: number): Buffer {
    this.skip(size)
    return this.bytes.subarray(this.at - size, this.at)
  }

  skip(size: number): void {
    if (this.at + size > this.bytes.length) throw damaged()
    this.at += size
  }

  u8(): number {
    const value = this.bytes[this.at++]
    if (value === undefined) throw damaged()
    return value
  }

  u16(): number {
    return this.u8() * 256 + this.u8()
  }

  u32(): number {
    return this.u16() * 65_536 + this.u16()
  }

  /** A number to 65,535 in one to three bytes: 255UInt16 of WOFF 2. */
  short(): number {
    const first = this.u8()
    if (first === 253) return this.u16()
    if (first === 254) return this.u8() + 506
    return first === 255 ? this.u8() + 253 : first
  }

  /** A number of up to five bytes with seven bits each: UIntBase128 of WOFF 2. */
  base128(): number {
    let value = 0
    for (let i = 0; i < 5; i++) {
      const byte = this.u8()
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
    throw damaged()
  }
}
