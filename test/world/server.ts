import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** What a server of the world answers: a value as JSON, a text as it is, or whatever the function writes. */
export type Answers = object | string | Handler
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A server of the world on this machine. */
export interface World {
  readonly origin: string
  readonly host: string
  /** Paths with queries, in the order in which they were asked. */
  readonly calls: readonly string[]
  /** What a path answers from now on. */
  set(path: string, answers: Answers): void
  /** Begins anew: these paths alone, and no calls. */
  reset(paths: Readonly<Record<string, Answers>>): void
  close(): Promise<void>
}

/** Starts a server that answers paths as it is told, and 404 for others. */
export async function startWorld(paths: Readonly<Record<string, Answers>> = {}): Promise<World> {
  const all = new Map(Object.entries(paths))
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(request.url!)
    const answers = all.get(new URL(request.url!, "http://world").pathname)
    if (answers === undefined) response.writeHead(404).end("nothing here")
    else if (typeof answers === "function") answers(request, response)
    else if (typeof answers === "string") response.end(answers)
    else response.setHeader("content-type", "application/json").end(JSON.stringify(answers))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${host}`,
    host,
    calls,
    set: (path, answers) => all.set(path, answers),
    reset: (paths) => {
      all.clear()
      for (const [path, answers] of Object.entries(paths)) all.set(path, answers)
      calls.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Ways in which a server misbehaves, by name. `good`: what it should have answered. */
export function misbehaviour(good: object): Readonly<Record<string, Answers>> {
  const body = JSON.stringify(good)
  return {
    "an empty answer": "",
    "a page in place of JSON": "<!doctype html><title>Maintenance</title>",
    "JSON of another shape": { error: true, reason: "Parameter latitude is out of range" },
    "an answer cut off": (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length })
      response.write(body.slice(0, body.length >> 1), () => response.destroy())
    },
    "a thousand times too much": (_, response) => {
      response.writeHead(200, { "content-type": "application/json" })
      for (let i = 0; i < 1000; i++) response.write(body)
      response.end()
    },
    "status 500": (_, response) => response.writeHead(500).end("sorry"),
    "status 429": (_, response) => response.writeHead(429, { "retry-after": "120" }).end("slow down"),
    "status 403": (_, response) => response.writeHead(403).end("no"),
    "a redirect inward": (_, response) =>
      response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end(),
    "a connection that is closed": (request) => request.socket.destroy(),
  }
}

/** Ways in which a server never finishes its answer, by name. `good`: what it should have answered. */
export function unending(good: object): Readonly<Record<string, Handler>> {
  const head = { "content-type": "application/json" }
  const trickle = (response: ServerResponse, text: string): void => {
    if (!response.destroyed) response.write(text, () => setImmediate(() => trickle(response, text)))
  }
  return {
    "no answer at all": () => {},
    "a head without a body": (_, response) => {
      response.writeHead(200, head)
      response.flushHeaders()
    },
    "half an answer": (_, response) => {
      response.writeHead(200, head)
      response.write(JSON.stringify(good).slice(0, 40))
    },
    "a space every moment": (_, response) => {
      response.writeHead(200, head)
      trickle(response, " ")
    },
    "list entries without end": (_, response) => {
      response.writeHead(200, head)
      response.write('{"hourly":{"time":[')
      trickle(response, "0,".repeat(2_000))
    },
  }
}
