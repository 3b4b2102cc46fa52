import { defineRoute } from "platen/sdk/http"
import type { RequestEvent } from "platen/sdk"
import type { Area, PictureShape, Policy, Reply, Route, RouteRequest } from "platen/sdk/http"
import { countersInMemory } from "platen/sdk/servers"
import type { Picture } from "platen/sdk/mode"
import { fakeClock, fakeLog } from "platen/testing"
import type { FakeClock, FakeLog } from "platen/testing"
import { trustedProxies } from "../../../kernel/http/caller.js"
import { limitsOf } from "../../../kernel/http/limits.js"
import type { ConnectionBounds } from "../../../kernel/http/connections.js"
import type { ServeOptions } from "../../../kernel/http/serve.js"
import { httpServer } from "../../../kernel/http/server.js"
import type { HttpServer, Timeouts } from "../../../kernel/http/server.js"
import { mountTable } from "../../../kernel/http/table.js"

export interface Listening {
  readonly port: number
  readonly server: HttpServer
  readonly log: FakeLog
  readonly clock: FakeClock
  /** What observers were told, in order. */
  readonly told: readonly RequestEvent[]
}

export interface Given extends Partial<Pick<ServeOptions, "origins">> {
  readonly trustProxy?: readonly string[]
  readonly policies?: readonly Policy[]
  /** Default: a free one. */
  readonly port?: number
  /** Default: the server's own. */
  readonly waits?: Timeouts
  /** Default: the server's own. */
  readonly bounds?: ConnectionBounds
}

export const TEST_AREA: Area = { id: "test", realm: "test", mount: "/", battery: () => ({ percent: 100 }) }

/** An open GET, but for what is said. */
export function routeTo(path: string, handle: Route["handle"], more: Partial<Route> = {}): Route {
  return defineRoute({ method: "GET", path, areas: ["*"], auth: "open", summary: "", handle, ...more } as Route)
}

/** Answers with what it was asked. */
export function echo({ method, path, params, query, body, address, principal }: RouteRequest): Reply {
  return { body: { method, path, params, query, body, address, principal } }
}

export const SHAPE: PictureShape = { width: 400, height: 300, codec: "bmp", palette: "bw", language: "en" }

/** A picture route that fails. Its pictures are as wide as `w` says. */
export function failingPicture(path: string, failure: 200 | 500, error: () => Error): Route {
  return routeTo(
    path,
    () => {
      throw error()
    },
    { picture: { failure, shape: ({ w }) => ({ ...SHAPE, width: Number(w ?? SHAPE.width) }) } },
  )
}

/** A notice is its own words: `{ shape, title, message }` as JSON. */
const notice: ServeOptions["notice"] = (shape, error): Picture => {
  const names = (error.issues ?? []).map(({ path }) => path).join(`${shape.language} list.separator {}`)
  const parameters = JSON.stringify({ detail: error.message, names })
  const [title, message] = [
    `${shape.language} error.${error.code}.title {}`,
    `${shape.language} error.${error.code} ${parameters}`,
  ]
  return {
    bytes: Buffer.from(JSON.stringify({ shape, title, message })),
    type: "image/words",
    etag: '"words"',
    mode: undefined,
    text: "",
    origin: "notice",
    isFallback: true,
    cached: false,
    contentMs: 0,
    drawMs: 0,
  }
}

/** The HTTP server with these routes and nothing behind it, on a free port. */
export async function listening(
  routes: readonly Route[],
  { policies = [], trustProxy = [], origins = new Set(), port = 0, waits, bounds }: Given = {},
): Promise<Listening> {
  const [log, clock] = [fakeLog(), fakeClock()]
  const told: RequestEvent[] = []
  const server = httpServer(
    mountTable(routes, [TEST_AREA], policies),
    [],
    {
      notice,
      log,
      trustProxy: trustedProxies(trustProxy),
      origins,
      clock,
      limits: limitsOf(countersInMemory(clock), {}),
      ticks: clock.now,
      policy: (wanted) => policies.find(({ id }) => id === wanted),
      onRequest: (event) => told.push(event),
    },
    { ...(waits && { timeouts: waits }), ...(bounds && { bounds }) },
  )
  return { clock, port: await server.listen(port, "127.0.0.1"), server, log, told }
}
