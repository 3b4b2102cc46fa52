import { connect } from "node:net"
import type { Socket } from "node:net"

/** The firmware's buffer, in bytes. */
const CHUNK = 128
/** Milliseconds without progress after which it gives up. */
const QUIET_MS = 10_000

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
  /**
   * One byte a pixel, row-major, top-down. From a BMP: 0 black, 1 white. Raw: the codes, 0 black, 1 white, 2 yellow,
   * 3 red.
   */
  readonly pixels: Uint8Array
}

/**
 * A page as a black-and-white build of the ESP32 firmware reads it, which looks at nothing but the pixel offset: strictly
 * where the device would show rubbish or crash, and as stupidly. Rejects with Error for everything that would not
 * reach the glass as it was meant.
 */
export async function readBmp(screen: Screen): Promise<Shown> {
  const { width, height } = screen
  const row = width >> 3
  const stride = (row + 3) & ~3
  return request(screen, async (stream, headers, length) => {
    const offset = (await stream.take(14)).readUInt32LE(10)
    if (offset + stride * height !== length) throw new Error(`${length} bytes with the pixels at ${offset} are not ${height} rows of ${stride}`)
    await stream.take(offset - 14)
    const pixels = new Uint8Array(width * height)
    for (let y = height - 1; y >= 0; y--) {
      const bits = (await stream.take(stride)).subarray(0, row)
      for (let x = 0; x < row * 8; x++) pixels[y * width + x] = (bits[x >> 3]! >> (7 - (x & 7))) & 1
    }
    return { headers, pixels }
  })
}

/** A page as a colour build reads it: known as raw two bits a pixel by its length alone. Rejects like `readBmp`. */
export async function readRaw(screen: Screen): Promise<Shown> {
  const { width, height } = screen
  return request(screen, async (stream, headers, length) => {
    if (length !== (width * height) / 4) throw new Error(`${length} bytes are not ${width} x ${height} / 4: the device takes them for a BMP`)
    const pixels = new Uint8Array(width * height)
    const bytes = await stream.take(length)
    for (let i = 0; i < pixels.length; i++) pixels[i] = (bytes[i >> 2]! >> (6 - 2 * (i & 3))) & 3
    return { headers, pixels }
  })
}

type Read = (stream: ByteStream, headers: ReadonlyMap<string, string>, length: number) => Promise<Shown>

async function request({ port, path, token }: Screen, read: Read): Promise<Shown> {
  const socket = connect({ port, host: "127.0.0.1" })
  try {
    socket.write([
      `GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, "User-Agent: ESP32HTTPClient", "Connection: keep-alive",
      "Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0", "Accept-Encoding: identity", ...(token === undefined ? [] : [`X-Device-Token: ${token}`]), "", "",
    ].join("\r\n"))
    const stream = new ByteStream(socket)
    const headers = await headOf(stream)
    const shown = await read(stream, headers, lengthOf(headers))
    if (stream.waiting > 0) throw new Error(`${stream.waiting} bytes came after the announced length`)
    return shown
  } finally {
    // As the device does: without draining.
    socket.destroy()
  }
}

/** Takes the first status line that comes for the answer's: an interim one is a failure. */
async function headOf(stream: ByteStream): Promise<ReadonlyMap<string, string>> {
  const status = await stream.line()
  if (!status.startsWith("HTTP/1.")) throw new Error(`"${status}" is no status line`)
  const code = Number(status.slice(9, 12))
  if (code !== 200) throw new Error(`the status is ${code}: the body is thrown away`)
  const headers = new Map<string, string>()
  for (let line = await stream.line(); line !== ""; line = await stream.line()) {
    const colon = line.indexOf(":")
    if (colon < 1) throw new Error(`"${line}" is no header`)
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}

function lengthOf(headers: ReadonlyMap<string, string>): number {
  for (const name of ["transfer-encoding", "content-encoding"]) {
    if (headers.has(name)) throw new Error(`${name}: ${headers.get(name)} would end up among the pixels`)
  }
  const length = headers.get("content-length")
  if (length === undefined || !/^[1-9]\d*$/.test(length)) throw new Error(`Content-Length is ${length}: nothing to read, and a device that crashes`)
  return Number(length)
}

/** Bytes in the order in which they come, 128 at a time. */
class ByteStream {
  readonly #socket: Socket
  #over: Error | undefined
  #wake: () => void = () => {}

  constructor(socket: Socket) {
    this.#socket = socket
    const over = (error: Error): void => {
      this.#over ??= error
      this.#wake()
    }
    socket.on("readable", () => this.#wake())
    socket.on("end", () => over(new Error("the connection ended in the middle")))
    socket.on("error", over)
    socket.setTimeout(QUIET_MS, () => over(new Error("nothing came for ten seconds")))
  }

  /** Bytes that came and were not taken. */
  get waiting(): number {
    return this.#socket.readableLength
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = count; left > 0;) {
      const part = this.#socket.read(Math.min(left, CHUNK)) as Buffer | null
      if (part) {
        parts.push(part)
        left -= part.length
      } else {
        if (this.#over) throw this.#over
        await new Promise<void>((resolve) => { this.#wake = resolve })
      }
    }
    return Buffer.concat(parts)
  }

  /** Up to the line feed, without it and what stands before it. */
  async line(): Promise<string> {
    let text = ""
    for (let next = ""; next !== "\n"; next = (await this.take(1)).toString("latin1")) text += next
    return text.trimEnd()
  }
}
