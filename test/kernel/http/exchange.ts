import { connect } from "node:net"
import type { Socket } from "node:net"
import { PATIENCE_MS } from "../../until.js"

/**
 * Writes bytes as they are, whether HTTP or not, and resolves to what came back (one byte a character): all of it up to
 * the end of the connection, or as soon as `enough` holds. A connection that the server resets counts as ended.
 */
export function exchange(
  port: number,
  sent: string | Uint8Array,
  enough: (got: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" })
    let got = ""
    socket.setTimeout(PATIENCE_MS, () =>
      socket.destroy(new Error(`the server neither answers nor closes; it sent ${JSON.stringify(got.slice(0, 200))}`)),
    )
    socket.on("data", (part) => {
      got += part.toString("latin1")
      if (enough(got)) socket.destroy()
    })
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error)
    })
    socket.on("close", () => resolve(got))
    socket.write(sent)
  })
}

/** A connection that stands, with `sent` written. Its errors are nobody's business. */
export function opened(port: number, sent: string | Uint8Array = ""): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" })
    socket.once("error", reject)
    socket.once("connect", () => {
      socket.off("error", reject).on("error", () => {})
      if (sent.length > 0) socket.write(sent, () => resolve(socket))
      else resolve(socket)
    })
  })
}

/** A request line with the headers that every client sends. */
export function head(path: string, method = "GET", ...more: readonly string[]): string {
  return [`${method} ${path} HTTP/1.1`, "Host: 127.0.0.1", ...more, "", ""].join("\r\n")
}
