/** Linear light, 0 to 1, of each sRGB byte. Source: IEC 61966-2-1. */
export const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const coded = byte / 255
  return coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4
})

/** sRGB, 0 to 1, of linear light. */
export function coded(linear: number): number {
  if (linear <= 0) return 0
  if (linear >= 1) return 1
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055
}

/** Linear light of sRGB, both 0 to 1. */
export function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Weights of the channels in luminance, in linear light. Source: ITU-R BT.709. */
export const LUMA = [0.2126, 0.7152, 0.0722] as const

/** Steps of the tables over linear light: fine enough for the dark end, where sRGB is steep. */
const STEPS = 8192
const CODED = Float32Array.from({ length: STEPS + 1 }, (_, i) => coded(i / STEPS))

/** `coded` from a table, to about one part in a thousand. */
export function quickCoded(value: number): number {
  return CODED[value <= 0 ? 0 : value >= 1 ? STEPS : (value * STEPS + 0.5) | 0]!
}

/** Luminance of the pixel whose channels begin there. `data`: of a picture in linear light. */
export function luminanceAt(data: Float32Array, at: number): number {
  return data[at]! * LUMA[0] + data[at + 1]! * LUMA[1] + data[at + 2]! * LUMA[2]
}

/** A picture in linear light. `data`: width * height * 3, row-major from the top: red, green, blue, 0 to 1. */
export interface LinearImage {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}
