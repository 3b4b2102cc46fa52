import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { addressPlace } from "platen/sdk/kit"

/** How many connections may be open at once. */
export interface ConnectionBounds {
  readonly all: number
  /** Of one place, as `addressPlace` has it. */
  readonly ofPlace: number
  /** Whether an address is bound by `all` alone: this machine, or a proxy that stands for many. */
  exempt(address: string): boolean
}

/** A server's connections, on their way to the end. */
export interface Connections {
  /** Announces the end: every answer from now on says `Connection: close`, and new connections are still served. */
  announceEnd(): void
  /**
   * Closes the connections that have no request in flight, and each other one once its last answer has left. (Node's
   * closeIdleConnections spares a connection that never sent a whole request.)
   */
  end(): void
}

interface Connection {
  /** Undefined: bound by the number of all alone. */
  readonly place: string | undefined
  inFlight: number
  /** The response to the newest request: behind it, nothing waits in the pipeline. */
  newest: ServerResponse | undefined
}

/** Follows a server's connections and keeps them within the bounds: beyond them, the oldest idle one gives way, and where none is idle, the newest. */
export function followConnections(server: Server, bounds: ConnectionBounds): Connections {
  const open = new Map<Socket, Connection>()
  let [announced, ending] = [false, false]
  const perPlace = new Map<string, number>()
  server.on("connection", (socket) => {
    const place = bounds.exempt(socket.remoteAddress ?? "") ? undefined : addressPlace(socket.remoteAddress ?? "")
    const full = place !== undefined && (perPlace.get(place) ?? 0) >= bounds.ofPlace
    if (full || open.size >= bounds.all) {
      const idle = oldestIdle(open, full ? place : undefined)
      if (!idle) {
        socket.destroy()
        return
      }
      idle.destroy()
      forget(idle)
    }
    open.set(socket, { place, inFlight: 0, newest: undefined })
    if (place !== undefined) perPlace.set(place, (perPlace.get(place) ?? 0) + 1)
    socket.once("close", () => forget(socket))
  })
  const forget = (socket: Socket): void => {
    const place = open.get(socket)?.place
    if (!open.delete(socket) || place === undefined) return
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
    response.once("close", () => {
      connection.inFlight--
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
  }
}

/** Of a place, or of all. */
function oldestIdle(open: ReadonlyMap<Socket, Connection>, place: string | undefined): Socket | undefined {
  for (const [socket, connection] of open)
    if (connection.inFlight === 0 && (place === undefined || connection.place === place)) return socket
  return undefined
}

/** Whether the newest answer leaves the connection open, where its head has not left yet. */
function keepAlive({ newest }: Connection, keep: boolean): void {
  if (newest && !newest.headersSent) newest.shouldKeepAlive = keep
}
