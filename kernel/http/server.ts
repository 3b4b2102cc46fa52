import { createServer } from "node:http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { NotFound, PlatenError, SetupError } from "platen/sdk"
import polka from "polka"
import { followConnections } from "./connections.js"
import { cors } from "./cors.js"
import { sendError } from "./answer.js"
import { askedOf, serveMount } from "./serve.js"
import type { Incoming, ServeOptions } from "./serve.js"
import type { Mount } from "./table.js"

/** Milliseconds. A device waits up to 30 s for the first byte; a caller that dawdles over its own request, or takes nothing of its answer, is cut off. */
export interface Patience {
  /** For a head, and for all of a request. */
  readonly head: number
  readonly request: number
  /** Without a byte, in or out, that moves. */
  readonly stalled: number
  /** How often Node looks for callers that dawdle. */
  readonly check: number
}

const PATIENCE: Patience = { head: 10_000, request: 30_000, stalled: 60_000, check: 5_000 }
const KEEP_ALIVE_MS = 5_000
const STOP_MS = 10_000

export interface HttpServer {
  /** Resolves to the port. Throws SetupError when it cannot listen. */
  listen(port: number, host: string): Promise<number>
  /** Takes no more, finishes what is in flight, then closes every connection. */
  close(): Promise<void>
}

export function httpServer(mounts: readonly Mount[], options: ServeOptions, patience: Patience = PATIENCE): HttpServer {
  const server = createServer({
    headersTimeout: patience.head, requestTimeout: patience.request, keepAliveTimeout: KEEP_ALIVE_MS, connectionsCheckingInterval: patience.check,
    noDelay: true, requireHostHeader: false,
  })
  server.timeout = patience.stalled
  const letGo = followConnections(server)
  const app = polka({ server, onNoMatch: (request, response) => { notFound(request, response, options) }, onError: (error, _request, response) => { broken(error, response, options) } })
  for (const mount of mounts) {
    const serve = serveMount(mount, options)
    app.all(mount.path, (request, response) => serve(request as unknown as Incoming, response))
  }
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!cors(request, response, options.origins)) void app.handler(request as never, response, undefined as never)
  })
  // No interim answers: the firmware takes the first status line for the last.
  server.on("checkContinue", (request, response) => server.emit("request", request, response))
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket))
  return { listen: (port, host) => listen(server, port, host), close: () => close(server, letGo) }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const why = cause.code === "EADDRINUSE" ? "another program uses it" : cause.message
      reject(new SetupError(`The server cannot listen on ${host}:${port}: ${why}; choose another with PORT.`, { cause }))
    })
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })
}

function close(server: Server, letGo: () => void): Promise<void> {
  return new Promise((resolve) => {
    const hurry = setTimeout(() => server.closeAllConnections(), STOP_MS)
    server.close(() => {
      clearTimeout(hurry)
      resolve()
    })
    letGo()
  })
}

function notFound(request: IncomingMessage, response: ServerResponse, options: ServeOptions): void {
  request.resume()
  options.told({ ...askedOf(request, options), route: "none", edition: undefined, status: 404, error: "not-found", ms: 0, mac: undefined })
  sendError(response, new NotFound("There is nothing at this address: look at its spelling."))
}

function broken(error: unknown, response: ServerResponse, { log }: ServeOptions): void {
  log.error({ err: error }, "request.broken")
  if (response.headersSent) response.destroy()
  else sendError(response, new PlatenError(500, "internal", "The server made a mistake: its log says which."))
}

/** Bytes that are not HTTP get a short answer and the door. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  const [status, reason, code] = error.code === "HPE_HEADER_OVERFLOW" ? [431, "Request Header Fields Too Large", "too-large"]
    : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? [408, "Request Timeout", "timeout"] : [400, "Bad Request", "bad-input"]
  const sentence = status === 408 ? "The request came too slowly: send it again." : "This is not an HTTP request that can be read: correct the client."
  const body = JSON.stringify({ error: sentence, code, message: sentence, detail: sentence })
  socket.write(`HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`)
  socket.destroySoon()
}
