declare module "upng-js" {
  /** A PNG as it stands in its file. */
  interface Image {
    readonly width: number
    readonly height: number
  }
  const UPNG: {
    decode(file: ArrayBuffer): Image
    /** Red, green, blue and alpha of each pixel, a buffer a frame. */
    toRGBA8(image: Image): ArrayBuffer[]
  }
  export default UPNG
}
