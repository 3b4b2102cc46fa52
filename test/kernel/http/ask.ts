import { Agent, request } from "node:http"
import { PATIENCE_MS } from "../../until.js"

export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Uint8Array
  /** Default: a connection that earlier calls have left open, or a new one. */
  readonly agent?: Agent
}

export interface Answer {
  readonly status: number
  /** Names in lower case; repeated ones joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  text(): string
  json(): unknown
}

const KEPT = new Agent({ keepAlive: true })

/**
 * One HTTP call to a server on this machine; the path goes out as it is. Rejects when no answer begins or goes on for as long as tests wait. A
 * connection that an agent has kept may have been closed by the server meanwhile: then the call goes out on another.
 */
export function ask(port: number, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body, agent = KEPT } = asked
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, path, method, headers, agent, timeout: PATIENCE_MS },
      (response) => {
        const parts: Buffer[] = []
        response.on("data", (part: Buffer) => parts.push(part))
        response.on("error", reject)
        response.on("end", () => {
          const bytes = Buffer.concat(parts)
          const plain = Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          )
          const text = (): string => bytes.toString("utf8")
          resolve({
            status: response.statusCode ?? 0,
            headers: plain,
            body: bytes,
            text,
            json: () => JSON.parse(text()) as unknown,
          })
        })
      },
    )
    call.on("timeout", () => call.destroy(new Error(`${method} ${path.slice(0, 200)} hangs`)))
    call.on("error", (error: NodeJS.ErrnoException) => {
      if (call.reusedSocket && error.code === "ECONNRESET") resolve(ask(port, path, asked))
      else reject(error)
    })
    call.end(body)
  })
}
