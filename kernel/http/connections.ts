import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

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
  inFlight: number
  /** The response to the newest request: behind it, nothing waits in the pipeline. */
  newest: ServerResponse | undefined
}

export function followConnections(server: Server): Connections {
  const open = new Map<Socket, Connection>()
  let [announced, ending] = [false, false]
  server.on("connection", (socket) => {
    open.set(socket, { inFlight: 0, newest: undefined })
    socket.once("close", () => open.delete(socket))
  })
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

/** Whether the newest answer leaves the connection open, where its head has not left yet. */
function keepAlive({ newest }: Connection, keep: boolean): void {
  if (newest && !newest.headersSent) newest.shouldKeepAlive = keep
}
