import { readFrame } from "../../kernel/simulate/glass.js"
import type { Build } from "../../kernel/simulate/glass.js"
import { callServer } from "../../kernel/simulate/wire.js"

export interface Screen {
  /** Of the server on this machine. */
  readonly port: number
  /** Path and query as the device writes them. */
  readonly path: string
  readonly width: number
  readonly height: number
  readonly token?: string
}

export interface Shown {
  /** Names in lower case; of a repeated one the last. */
  readonly headers: ReadonlyMap<string, string>
  /** One byte a pixel, row-major, top-down: 0 black, 1 white, 2 yellow, 3 red. */
  readonly pixels: Uint8Array
}

/** A page as a black-and-white build of the firmware reads it. Rejects with Error for everything that would not reach the glass as it was meant. */
export function readBmp(screen: Screen): Promise<Shown> {
  return read(screen, "bw")
}

/** A page as a colour build reads it: raw two bits a pixel. Rejects like `readBmp`, and for a BMP. */
export async function readRaw(screen: Screen): Promise<Shown> {
  return read(screen, "bwry")
}

async function read({ port, path, width, height, token }: Screen, inks: Build["inks"]): Promise<Shown> {
  const { status, failure, headers, body } = await callServer(
    { host: "127.0.0.1", port, prefix: "" },
    { method: "GET", path, token, picture: true },
  )
  if (status !== 200) throw new Error(`the status is ${status}: ${failure ?? "the body is thrown away"}`)
  if (inks === "bwry" && body.length !== (width * height) / 4)
    throw new Error(`${body.length} bytes are not ${width} x ${height} / 4: the device takes them for a BMP`)
  return { headers, pixels: readFrame(path, { width, height, inks }, body).pixels }
}
