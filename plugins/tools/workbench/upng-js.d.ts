declare module "upng-js" {
  const UPNG: {
    /** `colours`: 0 for lossless. */
    encode(frames: readonly ArrayBuffer[], width: number, height: number, colours: number): ArrayBuffer
  }
  export default UPNG
}
