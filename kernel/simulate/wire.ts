import { connect } from "node:net"
import type { Socket } from "node:net"
import { Choked } from "./choked.js"

/** Where a device sends its calls: "http://HOST:PORT/prefix". */
export interface Server {
  readonly host: string
  readonly port: number
  /** "" or "/prefix". */
  readonly prefix: string
}

/** Milliseconds after which the firmware gives up: until it is connected, until the next byte of the head, and of the body. */
export interface Patience {
  readonly connectMs: number
  readonly headMs: number
  readonly bodyMs: number
}

export const PATIENCE: Patience = { connectMs: 5_000, headMs: 30_000, bodyMs: 10_000 }

export interface Call {
  readonly method: "GET" | "POST"
  /** Path and query, as the device writes them. */
  readonly path: string
  readonly token?: string | undefined
  readonly body?: string
  /** True: the body goes to the glass; the firmware then asks twice not to be sent anything compressed. */
  readonly picture?: boolean
}

export interface Answered {
  /** 0: there was no answer, and `failure` says why. */
  readonly status: number
  readonly failure?: string
  /** Names in lower case; of a repeated one the last. */
  readonly headers: ReadonlyMap<string, string>
  /** Of an answer that is thrown away, what the firmware logs of it. */
  readonly body: Buffer
  /** Head and body, as announced. */
  readonly bytes: number
}

/** The firmware's buffer. */
const CHUNK = 128
/** What it logs of an answer that it throws away. */
const LOGGED = 500
/** Head and body that are no longer than this reach the device in one read when they left in one write: here, and over a network. */
const ONE_READ_HERE = 32_000
const ONE_READ_AWAY = 1_300
const LOOPBACK = /^(127\.|::1$|localhost$)/

/**
 * One call as the Arduino HTTPClient 2.0 makes it: a connection of its own that is dropped without draining. Resolves to
 * whatever the firmware takes for an answer or a failed call. Throws Choked for what it would take for something else.
 */
export async function callServer(server: Server, call: Call, patience: Patience = PATIENCE): Promise<Answered> {
  const socket = connect({ host: server.host, port: server.port, noDelay: true })
  const stream = new ByteStream(socket)
  try {
    await stream.connected(patience.connectMs)
    const [head, body] = requestOf(server, call)
    socket.write(head)
    if (body.length > 0) socket.write(body)
    return await answerOf(stream, server, call, patience)
  } catch (error) {
    if (error instanceof Broken)
      return { status: 0, failure: error.message, headers: new Map(), body: Buffer.alloc(0), bytes: stream.taken }
    throw error
  } finally {
    socket.destroy()
  }
}

function requestOf({ host, port, prefix }: Server, { method, path, token, body, picture }: Call): [string, Buffer] {
  const bytes = Buffer.from(body ?? "")
  const lines = [
    `${method} ${prefix}${path} HTTP/1.1`,
    `Host: ${host.includes(":") ? `[${host}]` : host}${port === 80 ? "" : `:${port}`}`,
    "User-Agent: ESP32HTTPClient",
    "Connection: keep-alive",
    "Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0",
    ...(picture ? ["Accept-Encoding: identity"] : []),
    ...(method === "POST" ? ["Content-Type: application/json"] : []),
    ...(token === undefined || token === "" ? [] : [`X-Device-Token: ${token}`]),
    ...(method === "POST" ? [`Content-Length: ${bytes.length}`] : []),
  ]
  return [[...lines, "", ""].join("\r\n"), bytes]
}

async function answerOf(
  stream: ByteStream,
  server: Server,
  { method, path }: Call,
  { headMs, bodyMs }: Patience,
): Promise<Answered> {
  const where = `${method} ${path}`
  const choked = (why: string): Choked => new Choked(where, why)
  const line = await stream.line(headMs)
  const status = Number(/^HTTP\/1\.\d (\d{3})( |$)/.exec(line)?.[1] ?? 0)
  if (status === 0) throw choked(`"${line.slice(0, 60)}" is no status line`)
  if (status < 200) throw choked(`an interim answer, ${status}, that is taken for the last`)
  if (status >= 300 && status < 400) throw choked(`a redirect, ${status}: the token would be lost on the way`)
  const headers = await headersOf(stream, headMs, choked)
  for (const name of ["transfer-encoding", "content-encoding"]) {
    if (headers.has(name)) throw choked(`${name}: ${headers.get(name)}, which would be taken for the body`)
  }
  const announced = headers.get("content-length")
  if (status === 204) {
    if (announced !== undefined && announced !== "0") throw choked(`204 with a Content-Length of ${announced}`)
    return { status, headers, body: Buffer.alloc(0), bytes: stream.taken }
  }
  if (announced === undefined || !/^\d+$/.test(announced)) throw choked(`Content-Length is ${announced}`)
  const length = Number(announced)
  if (status === 200 && length === 0) throw choked("200 with an empty body, on which the firmware crashes")
  const whole = stream.taken + length
  if (whole <= (LOOPBACK.test(server.host) ? ONE_READ_HERE : ONE_READ_AWAY) && stream.firstRead < whole)
    throw choked(`head and body came in pieces: ${stream.firstRead} of ${whole} bytes first`)
  const body = await stream.take(status < 300 ? length : Math.min(length, LOGGED), bodyMs)
  if (status < 300 && stream.waiting > 0) throw choked(`${stream.waiting} bytes came after the announced length`)
  return { status, headers, body, bytes: whole }
}

async function headersOf(
  stream: ByteStream,
  headMs: number,
  choked: (why: string) => Choked,
): Promise<ReadonlyMap<string, string>> {
  const headers = new Map<string, string>()
  for (let line = await stream.line(headMs); line !== ""; line = await stream.line(headMs)) {
    const colon = line.indexOf(":")
    if (colon < 1) throw choked(`"${line.slice(0, 60)}" is no header`)
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}

/** The connection did not bear the call. */
class Broken extends Error {}

/** Bytes in the order in which they come, 128 at a time. */
class ByteStream {
  #parts: Buffer = Buffer.alloc(0)
  #isConnected = false
  #over: Broken | undefined
  #wake: () => void = () => {}
  /** Bytes that the first read brought. */
  firstRead = 0
  taken = 0

  constructor(socket: Socket) {
    const over = (why: string): void => {
      this.#over ??= new Broken(why)
      this.#wake()
    }
    socket.on("connect", () => {
      this.#isConnected = true
      this.#wake()
    })
    socket.on("data", (part: Buffer) => {
      if (this.firstRead === 0) this.firstRead = part.length
      this.#parts = this.#parts.length === 0 ? part : Buffer.concat([this.#parts, part])
      this.#wake()
    })
    socket.on("end", () => over("the connection ended in the middle"))
    socket.on("close", () => over("the connection ended in the middle"))
    socket.on("error", (error) => over(error.message))
  }

  /** Bytes that came and were not taken. */
  get waiting(): number {
    return this.#parts.length
  }

  async connected(milliseconds: number): Promise<void> {
    await this.#until(() => this.#isConnected, milliseconds)
  }

  async take(count: number, milliseconds: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = count; left > 0;) {
      await this.#until(() => this.#parts.length > 0, milliseconds)
      const part = this.#parts.subarray(0, Math.min(left, CHUNK))
      this.#parts = this.#parts.subarray(part.length)
      parts.push(part)
      left -= part.length
      this.taken += part.length
    }
    return Buffer.concat(parts)
  }

  /** Up to the line feed, without it and what stands before it. */
  async line(milliseconds: number): Promise<string> {
    for (;;) {
      const end = this.#parts.indexOf(10)
      if (end >= 0) return (await this.take(end + 1, milliseconds)).toString("latin1").trimEnd()
      const had = this.#parts.length
      await this.#until(() => this.#parts.length > had, milliseconds)
    }
  }

  /** Throws Broken once nothing more can come, and when nothing comes for so long. */
  async #until(holds: () => boolean, milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    try {
      while (!holds()) {
        if (this.#over) throw this.#over
        await new Promise<void>((resolve) => {
          this.#wake = resolve
          clearTimeout(timer)
          timer = setTimeout(() => {
            this.#over ??= new Broken(`nothing came for ${milliseconds / 1000} s`)
            resolve()
          }, milliseconds)
        })
      }
    } finally {
      clearTimeout(timer)
    }
  }
}
