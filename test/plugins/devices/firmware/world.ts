import { createServer } from "node:http"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import type { OutboundAnswer, OutboundFetch, OutboundOptions } from "platen/sdk"
import { fakeClock, openStage } from "platen/testing"
import type { FakeClock, Stage } from "platen/testing"
import { guardedFetch } from "../../../../kernel/outbound/fetch.js"
import { ask } from "../../../kernel/http/ask.js"
import type { Answer } from "../../../kernel/http/ask.js"

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A server on this machine, and every request that reached it. */
export interface World {
  readonly url: string
  readonly host: string
  readonly seen: { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders }[]
  handler: Handler
  close(): void
}

export async function openWorld(handler: Handler = (_, response) => response.end()): Promise<World> {
  const server = createServer((request, response) => {
    made.seen.push({ method: request.method!, path: request.url!, headers: request.headers })
    made.handler(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const host = `127.0.0.1:${(server.address() as { port: number }).port}`
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  const made: World = { url: `http://${host}`, host, seen: [], handler, close }
  return made
}

/** The real way out, to this machine too, that waits for nobody longer than `most` milliseconds of the clock. */
export function patientFor(
  most: number,
  lanHosts: readonly string[] = ["127.0.0.1"],
  clock: FakeClock = fakeClock(),
): OutboundFetch {
  const fetch = guardedFetch({ lanHosts, clock, ticks: clock.now, onCall: () => {} })
  return (url, options = {}) => fetch(url, { ...options, timeout: Math.min(options.timeout ?? most, most) })
}

/** The same, to whom `host` is the world's own host, public, on a port that may be asked. */
export function masked(fetch: OutboundFetch, { url: own }: World, host: string): OutboundFetch {
  const swapped = (address: string | URL, from: string, to: string): string => String(address).replace(from, to)
  return async (address, options) => {
    const answer = await fetch(swapped(address, `http://${host}`, own), { ...options, publicOnly: false })
    return { ...answer, url: swapped(answer.url, own, `http://${host}`) }
  }
}

export interface Answering extends OutboundFetch {
  readonly calls: { readonly url: string; readonly options: OutboundOptions }[]
}

type Given = Partial<Pick<OutboundAnswer, "status" | "url" | "headers">> & { readonly body?: string }

/** A world whose answers follow one another; the last one stays. A function is called, an error thrown. */
export function answering(...answers: readonly (Given | Error | (() => Promise<Given>))[]): Answering {
  const calls: Answering["calls"] = []
  const fetch = async (address: string | URL, options: OutboundOptions = {}): Promise<OutboundAnswer> => {
    const next = answers[Math.min(calls.length, answers.length - 1)]!
    calls.push({ url: String(address), options })
    if (next instanceof Error) throw next
    const {
      status = 200,
      url = String(address),
      headers = {},
      body = "",
    } = typeof next === "function" ? await next() : next
    return { status, url, headers, bytes: Buffer.from(body), text: () => body, json: () => JSON.parse(body) as unknown }
  }
  return Object.assign(fetch, { calls })
}

export const published = "2026-03-14T10:15:04Z"

/** A release as GitHub lists it. */
export function releaseOf(tag: string, names: readonly string[], more: object = {}): object {
  return {
    id: 1,
    tag_name: tag,
    name: `Release ${tag}`,
    draft: false,
    prerelease: false,
    created_at: published,
    published_at: published,
    body: "Words.",
    assets: names.map((name, i) => ({
      id: i,
      name,
      state: "uploaded",
      size: 1_000 + i,
      content_type: "application/octet-stream",
      browser_download_url: `https://example.org/${tag}/${name}`,
    })),
    ...more,
  }
}

/** Answers with this as JSON. */
export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Handler {
  return (_, response) =>
    response
      .writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
      .end(JSON.stringify(value))
}

export interface Served {
  readonly stage: Stage
  readonly port: number
  get(
    call: string,
    options?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Answer>
}

/** A whole server with this config of the plugin. */
export async function serve(
  config: Readonly<Record<string, unknown>>,
  fetch: OutboundFetch,
  clock?: FakeClock,
): Promise<Served> {
  const stage = await openStage({ config: { firmware: config }, fetch, ...(clock && { clock }) })
  const port = await stage.app.listen()
  return { stage, port, get: (call, options) => ask(port, `/api/firmware/${call}`, options) }
}
