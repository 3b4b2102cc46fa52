import { createServer } from "node:http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A call as the server saw it, whichever dialect it was in. */
export interface Asked {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
}

/** What the server does with a call: answers in the dialect of the path, or misbehaves. */
export type Reply =
  | {
      readonly say: string
      readonly ended?: "whole" | "cut" | "refused"
      readonly tokens?: readonly [number, number] | null
    }
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly json: unknown }
  /** PNG bytes. */
  | { readonly paint: Uint8Array }
  | "hang"
  /** A byte now and then, for ever. */
  | "trickle"
  /** Megabytes without an end. */
  | "endless"
  /** Half an answer, then the connection breaks. */
  | "broken"

/** A server that speaks the dialects of OpenAI, Anthropic and Gemini by a script. */
export interface ModelServer {
  readonly url: string
  readonly host: string
  readonly asked: Asked[]
  /** Replies in turn; the last one again and again. */
  script(...replies: readonly (Reply | ((asked: Asked) => Reply))[]): void
  /** Resolves once so many calls have come since the last script. */
  calls(count: number): Promise<void>
  close(): Promise<void>
}

export async function openModelServer(): Promise<ModelServer> {
  const asked: Asked[] = []
  let replies: readonly (Reply | ((asked: Asked) => Reply))[] = [{ say: '{"words":"Hello"}' }]
  let waiting: { readonly count: number; readonly done: () => void }[] = []
  const server = createServer((request, response) => {
    read(request)
      .then((call) => {
        const next = replies[Math.min(asked.length, replies.length - 1)]!
        asked.push(call)
        for (const { count, done } of waiting) if (asked.length >= count) done()
        waiting = waiting.filter(({ count }) => asked.length < count)
        answer(response, call, typeof next === "function" ? next(call) : next)
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    script: (...given) => {
      replies = given
      asked.length = 0
    },
    calls: (count) =>
      asked.length >= count ? Promise.resolve() : new Promise((done) => waiting.push({ count, done })),
    close: () => closed(server),
  }
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => void server.close(() => resolve()))
}

async function read(request: IncomingMessage): Promise<Asked> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString("utf8")
  return {
    path: request.url ?? "",
    headers: request.headers,
    body: text === "" ? {} : (JSON.parse(text) as Asked["body"]),
  }
}

function answer(response: ServerResponse, { path }: Asked, reply: Reply): void {
  if (reply === "hang") return
  if (reply === "broken") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "5000" })
    response.write('{"choices":[{"mess')
    setImmediate(() => response.destroy())
    return
  }
  if (reply === "trickle" || reply === "endless") {
    response.writeHead(200, { "content-type": "application/json" })
    const part = reply === "trickle" ? " " : " ".repeat(1 << 20)
    const more = (): void => {
      if (response.destroyed) return
      if (reply === "trickle") response.write(part)
      else if (response.write(part)) setImmediate(more)
      else response.once("drain", more)
    }
    more()
    return
  }
  if ("status" in reply) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers })
    response.end(reply.body ?? '{"error":{"message":"It went wrong with key sk-planted"}}')
    return
  }
  response.writeHead(200, { "content-type": "application/json" })
  response.end(
    JSON.stringify("json" in reply ? reply.json : "paint" in reply ? painted(reply.paint) : said(path, reply)),
  )
}

const painted = (bytes: Uint8Array): object => ({ data: [{ b64_json: Buffer.from(bytes).toString("base64") }] })

function said(
  path: string,
  { say, ended = "whole", tokens = [100, 20] }: Extract<Reply, { readonly say: string }>,
): object {
  if (path.includes("/messages")) {
    const reason = { whole: "end_turn", cut: "max_tokens", refused: "refusal" }[ended]
    const usage = tokens && { input_tokens: tokens[0], output_tokens: tokens[1] }
    return { type: "message", role: "assistant", content: [{ type: "text", text: say }], stop_reason: reason, usage }
  }
  if (path.includes(":generateContent")) {
    const reason = { whole: "STOP", cut: "MAX_TOKENS", refused: "SAFETY" }[ended]
    const usage = tokens && { promptTokenCount: tokens[0], candidatesTokenCount: tokens[1] }
    return {
      candidates: [{ content: { role: "model", parts: [{ text: say }] }, finishReason: reason }],
      usageMetadata: usage,
    }
  }
  const reason = { whole: "stop", cut: "length", refused: "content_filter" }[ended]
  const usage = tokens && { prompt_tokens: tokens[0], completion_tokens: tokens[1] }
  return { choices: [{ index: 0, message: { role: "assistant", content: say }, finish_reason: reason }], usage }
}
