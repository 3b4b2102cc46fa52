import { send, within } from "./browser.js"
import { faultWords } from "./language.js"

/** A fault of one field of what was sent. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** A call that failed. `message`: the server's own sentence; "" when no answer arrived. `status` 0: none did. */
export class Fault extends Error {
  readonly status: number
  readonly code: string
  readonly issues: readonly Issue[]

  constructor(
    status: number,
    { code = "", message = "", issues = [] }: Partial<Pick<Fault, "code" | "message" | "issues">>,
  ) {
    super(message)
    this.name = "Fault"
    this.status = status
    this.code = code
    this.issues = issues
  }
}

const TIMEOUT_MS = 30_000
const BASE = new URL("./", document.baseURI)

/** The full address of a path of the server, such as "api/auth/me". */
export function address(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const url = new URL(path, BASE)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

/** Calls the server. `body`: JSON, or a file. Rejects with Fault. */
export async function call<T>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
): Promise<T> {
  const answer = await sent(method, path, body)
  const json: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return json as T
  throw new Fault(answer.status, (json ?? {}) as object)
}

async function sent(method: string, path: string, body: object | undefined): Promise<Response> {
  const isFile = body instanceof Blob
  try {
    return await send(address(path), {
      method,
      credentials: "same-origin",
      cache: "no-store",
      signal: within(TIMEOUT_MS),
      ...(body && {
        headers: { "content-type": isFile ? body.type : "application/json" },
        body: isFile ? body : JSON.stringify(body),
      }),
    })
  } catch {
    throw new Fault(0, {})
  }
}

/** What the page says of which an address has the picture, for who cannot see it. Rejects where nobody can say. */
export async function textOf(url: string, signal: AbortSignal): Promise<string> {
  const asked = new URL(url)
  asked.searchParams.set("text", "1")
  const answer = await send(asked.href, { credentials: "same-origin", signal })
  const text = await answer.text()
  if (!answer.headers.get("content-type")?.startsWith("text/plain")) throw new Fault(answer.status, {})
  return text
}

/** A picture of the server, and the sentence of what failed while it was drawn. Rejects with Fault. */
export async function picture(
  url: string,
  signal?: AbortSignal,
): Promise<{ readonly blob: Blob; readonly fault: string; readonly mode: string }> {
  let answer: Response
  try {
    answer = await send(url, { credentials: "same-origin", ...(signal && { signal }) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Fault(0, {})
  }
  const blob = await answer.blob()
  if (!blob.type.startsWith("image/")) throw new Fault(answer.status, JSON.parse((await blob.text()) || "{}") as object)
  return {
    blob,
    fault: faultWords({
      code: answer.headers.get("x-render-error") ?? "",
      message: decodeURIComponent(answer.headers.get("x-render-message") ?? ""),
    }),
    mode: answer.headers.get("x-mode-id") ?? "",
  }
}
