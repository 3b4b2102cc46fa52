declare module "pngjs" {
  export class PNG {
    constructor(options: { readonly width: number; readonly height: number })
    readonly width: number
    readonly height: number
    /** RGBA, row by row. */
    readonly data: Buffer
    static readonly sync: {
      read(bytes: Buffer): PNG
      write(picture: PNG): Buffer
    }
    static bitblt(
      from: PNG,
      to: PNG,
      left: number,
      top: number,
      width: number,
      height: number,
      toLeft: number,
      toTop: number,
    ): void
  }
}
