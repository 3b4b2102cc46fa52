import type { Socket } from "node:net"

/** Bytes that the firmware copies from its receive buffer at a time. */
const CHUNK = 128

/** A connection that closed, failed or timed out before the response was complete. */
export class ConnectionError extends Error {}

/** A reader for the bytes of a socket, in order of arrival. Timeouts are in milliseconds. */
export class ByteStream {
  #buffer: Buffer = Buffer.alloc(0)
  #isConnected = false
  #error: ConnectionError | undefined
  #wake: () => void = () => {}
  /** Size of the first packet that arrived. */
  firstReadBytes = 0
  /** Bytes that `take` and `line` have returned. */
  bytesTaken = 0

  constructor(socket: Socket) {
    const fail = (reason: string): void => {
      this.#error ??= new ConnectionError(reason)
      this.#wake()
    }
    socket.on("connect", () => {
      this.#isConnected = true
      this.#wake()
    })
    socket.on("data", (part: Buffer) => {
      if (this.firstReadBytes === 0) this.firstReadBytes = part.length
      this.#buffer = this.#buffer.length === 0 ? part : Buffer.concat([this.#buffer, part])
      this.#wake()
    })
    socket.on("end", () => fail("the connection closed before the response was complete"))
    socket.on("close", () => fail("the connection closed before the response was complete"))
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // A host with several addresses fails with an AggregateError, whose message is empty.
      fail(error.message || (error.code ?? error.name))
    })
  }

  /** Bytes that arrived and were not taken yet. */
  get unread(): number {
    return this.#buffer.length
  }

  async connected(timeout: number): Promise<void> {
    await this.#until(() => this.#isConnected, timeout)
  }

  async take(count: number, timeout: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = count; left > 0;) {
      await this.#until(() => this.#buffer.length > 0, timeout)
      const part = this.#buffer.subarray(0, Math.min(left, CHUNK))
      this.#buffer = this.#buffer.subarray(part.length)
      parts.push(part)
      left -= part.length
      this.bytesTaken += part.length
    }
    return Buffer.concat(parts)
  }

  /** The text up to the next line feed, without the line feed and the white space before it. */
  async line(timeout: number): Promise<string> {
    for (;;) {
      const end = this.#buffer.indexOf(10)
      if (end >= 0) return (await this.take(end + 1, timeout)).toString("latin1").trimEnd()
      const before = this.#buffer.length
      await this.#until(() => this.#buffer.length > before, timeout)
    }
  }

  /** Throws ConnectionError when the connection ends, and when nothing arrives within the timeout. */
  async #until(isReady: () => boolean, timeout: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    try {
      while (!isReady()) {
        if (this.#error) throw this.#error
        await new Promise<void>((resolve) => {
          this.#wake = resolve
          clearTimeout(timer)
          timer = setTimeout(() => {
            this.#error ??= new ConnectionError(`no data arrived for ${timeout / 1000} s`)
            resolve()
          }, timeout)
        })
      }
    } finally {
      clearTimeout(timer)
    }
  }
}
