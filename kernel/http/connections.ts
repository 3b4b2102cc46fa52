import type { Server } from "node:http"
import type { Socket } from "node:net"

/**
 * Follows a server's connections. The function returned closes those that have no request in flight, and each other one
 * once its last answer has left. (Node's closeIdleConnections spares a connection that never sent a whole request.)
 */
export function followConnections(server: Server): () => void {
  const inFlight = new Map<Socket, number>()
  let stopping = false
  server.on("connection", (socket) => {
    inFlight.set(socket, 0)
    socket.once("close", () => inFlight.delete(socket))
  })
  server.on("request", ({ socket }, response) => {
    inFlight.set(socket, (inFlight.get(socket) ?? 0) + 1)
    response.once("close", () => {
      const left = (inFlight.get(socket) ?? 1) - 1
      if (inFlight.has(socket)) inFlight.set(socket, left)
      if (stopping && left === 0) socket.destroySoon()
    })
  })
  return () => {
    stopping = true
    for (const [socket, requests] of inFlight) if (requests === 0) socket.destroySoon()
  }
}
