import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import polka from "polka"

/** The baseline server: bare polka with an answer as long as a page of 400 x 300. Resolves to its port. */
export async function bareServer(): Promise<number> {
  const body = Buffer.alloc(15_662, 0x55)
  const server = createServer()
  const app = polka({ server }).get("/api/render", (_, response) => {
    response.writeHead(200, { "content-type": "image/bmp", "content-length": body.length })
    response.end(body)
  })
  app.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}
