import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer as createTcpServer } from "node:net"
import type { Server, Socket } from "node:net"
import { isPublic } from "../../../kernel/outbound/addresses.js"
import type { Lookup } from "../../../kernel/outbound/fetch.js"

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A server on this machine that counts. */
export interface Counted {
  readonly port: number
  /** Connections that were made to it, whatever was sent. */
  connections: number
  readonly requests: {
    readonly path: string
    readonly method: string
    readonly headers: IncomingMessage["headers"]
    readonly body: string
  }[]
  handler: Handler
  /** Called on each connection. */
  connected: () => void
  reset(): void
  close(): void
}

const WHOLE: Handler = (_, response) => response.end("whole")

/** An HTTP server on 127.0.0.1 that counts what reaches it. Answers "whole" until it gets another handler. */
export async function counted(): Promise<Counted> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on("data", (part: Buffer) => parts.push(part))
      .on("end", () => {
        made.requests.push({
          path: request.url ?? "",
          method: request.method ?? "",
          headers: request.headers,
          body: Buffer.concat(parts).toString(),
        })
        made.handler(request, response)
      })
  })
  server.on("connection", () => {
    made.connections++
    made.connected()
  })
  const made: Counted = {
    port: await portOf(server),
    connections: 0,
    requests: [],
    handler: WHOLE,
    connected: () => {},
    reset: () => {
      server.closeAllConnections()
      Object.assign(made, { connections: 0, handler: WHOLE, connected: () => {} })
      made.requests.length = 0
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return made
}

export interface Spoken {
  readonly port: number
  close(): void
}

/** A TCP server on 127.0.0.1 that calls `speak` on the first bytes of each connection. */
export async function spoken(speak: (socket: Socket) => void): Promise<Spoken> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket
      .on("error", () => {})
      .on("close", () => sockets.delete(socket))
      .once("data", () => speak(socket))
  })
  return {
    port: await portOf(server),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  return (server.address() as { port: number }).port
}

export interface Names {
  readonly lookup: Lookup
  /** What was asked, in order. */
  readonly asked: string[]
}

/** Resolves names from a table: the n-th question for a name gets its n-th answer, later ones the last. Other names have 127.0.0.1. */
export function names(table: Readonly<Record<string, readonly (readonly string[] | Error)[]>> = {}): Names {
  const asked: string[] = []
  const lookup: Lookup = (host, _, callback) => {
    const answers = table[host] ?? [["127.0.0.1"]]
    const answer = answers[Math.min(asked.filter((each) => each === host).length, answers.length - 1)]!
    asked.push(host)
    setImmediate(() => {
      if (answer instanceof Error) callback(answer, [])
      else
        callback(
          null,
          answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
        )
    })
  }
  return { lookup, asked }
}

export interface Watch {
  /** Sockets made by this process since `reset`. */
  made: number
  /** Addresses outside this machine that a socket was about to connect to. */
  readonly outside: string[]
  reset(): void
  end(): void
}

/** Watches the sockets of this process. One that is told to connect to a public address is destroyed before it does. */
export function watched(): Watch {
  const see = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket }
    watch.made++
    socket.on("lookup", (_: Error | null, address: string | undefined) => {
      if (address === undefined || !isPublic(address)) return
      watch.outside.push(address)
      socket.destroy(new Error("stopped by the test"))
    })
  }
  const watch: Watch = {
    made: 0,
    outside: [],
    reset: () => {
      watch.made = 0
      watch.outside.length = 0
    },
    end: () => {
      unsubscribe("net.client.socket", see)
    },
  }
  subscribe("net.client.socket", see)
  return watch
}
