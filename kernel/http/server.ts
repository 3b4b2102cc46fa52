import { createServer } from "node:http"
import type { Server } from "node:http"
import type { Socket } from "node:net"
import { setImmediate } from "node:timers/promises"
import { SetupError } from "platen/sdk"
import type { Asset } from "./assets.js"
import { followConnections } from "./connections.js"
import type { ConnectionBounds, Connections } from "./connections.js"
import { maxConnections } from "./descriptors.js"
import { unmapped } from "./caller.js"
import { handlerOf } from "./handlers.js"
import type { ServeOptions } from "./serve.js"
import type { Mount } from "./table.js"

/** Timeouts in milliseconds. A device waits up to 30 s for the first byte; slow senders and stalled readers are disconnected. */
export interface Timeouts {
  /** For the head of a request, and for the complete request. */
  readonly head: number
  readonly request: number
  /** Without any byte received or sent. */
  readonly stalled: number
  /** Interval at which Node checks for slow senders. */
  readonly check: number
}

const DEFAULT_TIMEOUTS: Timeouts = { head: 10_000, request: 30_000, stalled: 60_000, check: 5_000 }
const KEEP_ALIVE_MS = 5_000
const STOP_MS = 10_000
/** Errors of `listen` caused by the host, not by the port. */
const ADDRESS_FAULTS = new Set(["ENOTFOUND", "EADDRNOTAVAIL", "EAI_AGAIN", "EINVAL", "EAFNOSUPPORT"])

export interface HttpServer {
  /** Resolves to the port. Throws SetupError when it cannot listen. */
  listen(port: number, host: string): Promise<number>
  /**
   * Serves new requests for `drainMs` more and announces the shutdown to each caller, so that no request already on its
   * way is reset. Then stops listening, finishes the requests in flight and closes every connection.
   */
  close(options?: { readonly drainMs?: number }): Promise<void>
}

/** Overrides of the defaults. */
interface Overrides {
  readonly timeouts?: Timeouts
  readonly bounds?: ConnectionBounds
}

/** Connections of one network: enough for a large household, never all of the server's. */
const MAX_OF_PLACE = 256
const LOOPBACK = /^(::ffff:)?127\.|^::1$/

function boundsOf({ trustProxy }: Pick<ServeOptions, "trustProxy">): ConnectionBounds {
  return {
    all: maxConnections(),
    ofPlace: MAX_OF_PLACE,
    exempt: (address) => LOOPBACK.test(address) || trustProxy.has(unmapped(address)),
  }
}

export function httpServer(
  mounts: readonly Mount[],
  assets: readonly Asset[],
  options: ServeOptions,
  { timeouts = DEFAULT_TIMEOUTS, bounds = boundsOf(options) }: Overrides = {},
): HttpServer {
  const server = createServer({
    headersTimeout: timeouts.head,
    requestTimeout: timeouts.request,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: timeouts.check,
    noDelay: true,
    requireHostHeader: false,
  })
  server.timeout = timeouts.stalled
  const connections = followConnections(server, bounds)
  server.on(
    "request",
    handlerOf(mounts, assets, options, (response, settle) => connections.onSent(response, settle)),
  )
  // No interim responses: devices take the first status line for the final one.
  server.on("checkContinue", (request, response) => server.emit("request", request, response))
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  server.on("clientError", (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket: Socket) =>
    refuse(error, socket),
  )
  return {
    listen: (port, host) => listen(server, port, host),
    close: ({ drainMs = 0 } = {}) => close(server, connections, options.clock, drainMs),
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const why = cause.code === "EADDRINUSE" ? "another program uses it" : cause.message
      reject(
        new SetupError(
          `The server cannot listen on ${host}:${port}: ${why}; choose another one with ${ADDRESS_FAULTS.has(cause.code ?? "") ? "HOST" : "PORT"}.`,
          { cause },
        ),
      )
    })
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })
}

async function close(
  server: Server,
  connections: Connections,
  clock: ServeOptions["clock"],
  drainMs: number,
): Promise<void> {
  if (drainMs > 0 && server.listening) {
    connections.announceEnd()
    await clock.pause(drainMs)
    // Read the sockets once more: requests that arrived while the process was busy count as well.
    await setImmediate()
  }
  await new Promise<void>((resolve) => {
    const cancel = clock.after(STOP_MS, () => server.closeAllConnections())
    server.close(() => {
      cancel()
      resolve()
    })
    connections.end()
  })
}

/** Answers malformed HTTP with a short error and closes the connection. */
function refuse(error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  const [status, reason, code] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? [431, "Request Header Fields Too Large", "headers-too-large"]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? [408, "Request Timeout", "timeout"]
        : [400, "Bad Request", "bad-input"]
  const sentence =
    status === 408
      ? "The request arrived too slowly: send it again."
      : status === 431
        ? "The request's headers are too large: send fewer or shorter ones."
        : "The request is not valid HTTP: correct the client."
  const body = JSON.stringify({ error: sentence, code, message: sentence, detail: sentence })
  // A response to HEAD has no body. For a head received in several packets the method is unknown.
  const silent = status === 431 && !/^(?!HEAD )[A-Z]+ /.test(error.rawPacket?.toString("latin1", 0, 16) ?? "")
  socket.write(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${silent ? "" : body}`,
  )
  socket.destroySoon()
}
