import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { addressPlace } from "platen/sdk/kit"

/** Bounds on concurrent connections. */
export interface ConnectionBounds {
  readonly all: number
  /** Maximum for one network, as `addressPlace` defines it. */
  readonly ofPlace: number
  /** Whether only `all` bounds an address: this machine, or a proxy of many callers. */
  exempt(address: string): boolean
}

/** Shutdown of a server's connections. */
export interface Connections {
  /** Announces the shutdown: every further response says `Connection: close`; new connections are still served. */
  announceEnd(): void
  /**
   * Closes the idle connections, and each other one after its last response. (Node's closeIdleConnections skips a
   * connection that never sent a complete request.)
   */
  end(): void
  /**
   * Calls `settle` once: with true when the last byte of a response was handed to the socket, with false when the caller
   * disconnected before.
   */
  onSent(response: ServerResponse, settle: Settle): void
}

export type Settle = (whole: boolean) => void

interface Connection {
  /** Undefined: bounded only by the total. */
  readonly place: string | undefined
  inFlight: number
  /** Response to the newest request: the last in the pipeline. */
  newest: ServerResponse | undefined
  /** Callbacks of the responses that are not sent yet. */
  readonly unsent: Map<ServerResponse, Settle>
}

/** Keeps a server's connections within bounds: beyond them the oldest idle connection is closed, or the new one when none is idle. */
export function followConnections(server: Server, bounds: ConnectionBounds): Connections {
  const open = new Map<Socket, Connection>()
  let [announced, ending] = [false, false]
  const perPlace = new Map<string, number>()
  server.on("connection", (socket) => {
    const place = bounds.exempt(socket.remoteAddress ?? "") ? undefined : addressPlace(socket.remoteAddress ?? "")
    const full = place !== undefined && (perPlace.get(place) ?? 0) >= bounds.ofPlace
    if (full || open.size >= bounds.all) {
      const idle = oldestIdle(open, full ? place : undefined)
      if (!idle) return void socket.destroy()
      idle.destroy()
      forget(idle)
    }
    open.set(socket, { place, inFlight: 0, newest: undefined, unsent: new Map() })
    if (place !== undefined) perPlace.set(place, (perPlace.get(place) ?? 0) + 1)
    socket.once("close", () => forget(socket))
  })
  const forget = (socket: Socket): void => {
    const connection = open.get(socket)
    if (!connection) return
    open.delete(socket)
    for (const settle of connection.unsent.values()) settle(false)
    connection.unsent.clear()
    const { place } = connection
    if (place === undefined) return
    const left = perPlace.get(place)! - 1
    if (left > 0) perPlace.set(place, left)
    else perPlace.delete(place)
  }
  server.on("request", ({ socket }, response) => {
    const connection = open.get(socket)
    if (!connection) return
    if (announced && connection.inFlight > 0) keepAlive(connection, true)
    connection.inFlight++
    connection.newest = response
    if (announced) keepAlive(connection, false)
    // The only listener of a response. Not "close": a response queued in a pipeline never emits it.
    response.once("finish", () => {
      connection.inFlight--
      const settle = connection.unsent.get(response)
      connection.unsent.delete(response)
      // Node emits "finish" for data that a broken socket discards, too.
      settle?.(!socket.destroyed && !socket.errored)
      if (ending && connection.inFlight === 0) socket.destroySoon()
    })
  })
  return {
    announceEnd: () => {
      announced = true
      for (const connection of open.values()) keepAlive(connection, false)
    },
    end: () => {
      ending = true
      for (const [socket, { inFlight }] of open) if (inFlight === 0) socket.destroySoon()
    },
    onSent: (response, settle) => {
      const connection = open.get(response.req.socket)
      if (connection) connection.unsent.set(response, settle)
      else settle(false)
    },
  }
}

/** Oldest idle connection of a network, or of all. */
function oldestIdle(open: ReadonlyMap<Socket, Connection>, place: string | undefined): Socket | undefined {
  for (const [socket, connection] of open)
    if (connection.inFlight === 0 && (place === undefined || connection.place === place)) return socket
  return undefined
}

/** Sets whether the newest response keeps the connection open, unless its head is already sent. */
function keepAlive({ newest }: Connection, keep: boolean): void {
  if (newest && !newest.headersSent) newest.shouldKeepAlive = keep
}
