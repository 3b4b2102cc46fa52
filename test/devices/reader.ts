import { readPicture } from "../../plugins/tools/simulator/screen.js"
import type { Panel } from "../../plugins/tools/simulator/screen.js"
import { sendRequest } from "../../plugins/tools/simulator/http-client.js"

/** A screen and its request for a page. */
export interface Screen {
  /** The port of the server on this machine. */
  readonly port: number
  /** Path and query as the device writes them. */
  readonly path: string
  readonly width: number
  readonly height: number
  readonly token?: string
}

/** A page as the firmware decodes it. */
export interface Shown {
  /** Names in lower case. Of a repeated header the last one counts. */
  readonly headers: ReadonlyMap<string, string>
  /** One byte a pixel, row-major, top-down: 0 black, 1 white, 2 yellow, 3 red. */
  readonly pixels: Uint8Array
}

/** Resolves to a page as the firmware's black-and-white build decodes it. Rejects with Error for every response that the screen would not show correctly. */
export function readBmp(screen: Screen): Promise<Shown> {
  return read(screen, "bw")
}

/** Resolves to a page as the firmware's colour build decodes it, from raw pixels of two bits. Rejects like `readBmp`, and for a BMP. */
export async function readRaw(screen: Screen): Promise<Shown> {
  return read(screen, "bwry")
}

async function read({ port, path, width, height, token }: Screen, palette: Panel["palette"]): Promise<Shown> {
  const { status, failure, headers, body } = await sendRequest(
    { host: "127.0.0.1", port, prefix: "" },
    { method: "GET", path, token, picture: true },
  )
  if (status !== 200) throw new Error(`the status is ${status}, not 200: ${failure ?? "the device ignores the body"}`)
  if (palette === "bwry" && body.length !== (width * height) / 4)
    throw new Error(`${body.length} bytes are not ${width} x ${height} / 4: the device reads them as a BMP`)
  return { headers, pixels: readPicture(path, { width, height, palette }, body).pixels }
}
