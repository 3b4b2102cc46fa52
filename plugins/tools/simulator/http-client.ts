import { connect } from "node:net"
import { ByteStream, ConnectionError } from "./byte-stream.js"
import { ProtocolViolation } from "./protocol-violation.js"

/** The address of a server: "http://HOST:PORT/prefix". */
export interface ServerAddress {
  readonly host: string
  readonly port: number
  /** "" or "/prefix". */
  readonly prefix: string
}

/** The firmware's timeouts in milliseconds: for the connection, and for the next bytes of the head and of the body. */
export interface Timeouts {
  readonly connectMs: number
  readonly headMs: number
  readonly bodyMs: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 5_000, headMs: 30_000, bodyMs: 10_000 }

export interface HttpRequest {
  readonly method: "GET" | "POST"
  /** Path and query, as the device writes them. */
  readonly path: string
  readonly token?: string | undefined
  readonly body?: string
  /** True for a request for a picture. The firmware then refuses compression in a second header. */
  readonly picture?: boolean
}

export interface HttpResponse {
  /** 0 when no response arrived; `failure` then gives the reason. */
  readonly status: number
  readonly failure?: string
  /** Names in lower case. Of a repeated header the last one counts. */
  readonly headers: ReadonlyMap<string, string>
  /** The whole body of a 2xx response; of others the first bytes, which the firmware logs. */
  readonly body: Buffer
  /** Length of the head plus the announced Content-Length. */
  readonly bytes: number
}

/** Bytes of a failed response's body that the firmware logs. */
const MAX_LOGGED_BYTES = 500
/** A response of at most this many bytes, sent in one write, arrives in one read: on this machine, and over a network. */
const MAX_LOOPBACK_READ = 32_000
const MAX_NETWORK_READ = 1_300
const LOOPBACK = /^(127\.|::1$|localhost$)/

/**
 * One HTTP request as the Arduino HTTPClient 2.0 sends it. Each request opens its own connection and drops it without
 * reading the rest. Resolves also for a failed connection, with status 0. Throws ProtocolViolation for a response that
 * the firmware would misread.
 */
export async function sendRequest(
  server: ServerAddress,
  request: HttpRequest,
  timeouts: Timeouts = DEFAULT_TIMEOUTS,
): Promise<HttpResponse> {
  const socket = connect({ host: server.host, port: server.port, noDelay: true })
  const stream = new ByteStream(socket)
  try {
    await stream.connected(timeouts.connectMs)
    const [head, body] = encodeRequest(server, request)
    socket.write(head)
    if (body.length > 0) socket.write(body)
    return await readResponse(stream, server, request, timeouts)
  } catch (error) {
    if (error instanceof ConnectionError)
      return { status: 0, failure: error.message, headers: new Map(), body: Buffer.alloc(0), bytes: stream.bytesTaken }
    throw error
  } finally {
    socket.destroy()
  }
}

/** Resolves to the reason why a server does not accept connections; to undefined when it does. */
export async function connectionFault(
  { host, port }: ServerAddress,
  { connectMs }: Timeouts = DEFAULT_TIMEOUTS,
): Promise<string | undefined> {
  const socket = connect({ host, port })
  try {
    await new ByteStream(socket).connected(connectMs)
    return undefined
  } catch (error) {
    if (error instanceof ConnectionError) return error.message
    throw error
  } finally {
    socket.destroy()
  }
}

function encodeRequest(
  { host, port, prefix }: ServerAddress,
  { method, path, token, body, picture }: HttpRequest,
): [string, Buffer] {
  const bytes = Buffer.from(body ?? "")
  const lines = [
    `${method} ${prefix}${path} HTTP/1.1`,
    `Host: ${host.includes(":") ? `[${host}]` : host}${port === 80 ? "" : `:${port}`}`,
    "User-Agent: ESP32HTTPClient",
    "Connection: keep-alive",
    "Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0",
    ...(picture ? ["Accept-Encoding: identity"] : []),
    ...(method === "POST" ? ["Content-Type: application/json"] : []),
    ...(token === undefined || token === "" ? [] : [`X-Device-Token: ${token}`]),
    ...(method === "POST" ? [`Content-Length: ${bytes.length}`] : []),
  ]
  return [[...lines, "", ""].join("\r\n"), bytes]
}

type Violation = (fault: string) => ProtocolViolation

async function readResponse(
  stream: ByteStream,
  server: ServerAddress,
  { method, path }: HttpRequest,
  { headMs, bodyMs }: Timeouts,
): Promise<HttpResponse> {
  const violation: Violation = (fault) => new ProtocolViolation(`${method} ${path}`, fault)
  const status = statusOf(await stream.line(headMs), violation)
  const headers = await readHeaders(stream, headMs, violation)
  const length = bodyLength(status, headers, violation)
  if (status === 204) return { status, headers, body: Buffer.alloc(0), bytes: stream.bytesTaken }
  const total = stream.bytesTaken + length
  const maxSingleRead = LOOPBACK.test(server.host) ? MAX_LOOPBACK_READ : MAX_NETWORK_READ
  if (total <= maxSingleRead && stream.firstReadBytes < total)
    throw violation(
      `head and body arrived separately, ${stream.firstReadBytes} of ${total} bytes first; send them in one write`,
    )
  const isSuccess = status < 300
  const body = await stream.take(isSuccess ? length : Math.min(length, MAX_LOGGED_BYTES), bodyMs)
  if (isSuccess && stream.unread > 0)
    throw violation(`${stream.unread} bytes follow the body; send as many bytes as Content-Length announces`)
  return { status, headers, body, bytes: total }
}

function statusOf(line: string, violation: Violation): number {
  const status = Number(/^HTTP\/1\.\d (\d{3})( |$)/.exec(line)?.[1] ?? 0)
  if (status === 0) throw violation(`"${line.slice(0, 60)}" is not a status line; respond with HTTP/1.1`)
  if (status < 200)
    throw violation(
      `${status} is an interim response, which the firmware takes for the final one; send only the final one`,
    )
  if (status >= 300 && status < 400)
    throw violation(`${status} is a redirect, on which the firmware loses its token; respond with another status`)
  return status
}

async function readHeaders(
  stream: ByteStream,
  headMs: number,
  violation: Violation,
): Promise<ReadonlyMap<string, string>> {
  const headers = new Map<string, string>()
  for (let line = await stream.line(headMs); line !== ""; line = await stream.line(headMs)) {
    const colon = line.indexOf(":")
    if (colon < 1) throw violation(`"${line.slice(0, 60)}" is not a header; write "Name: value"`)
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}

/** The announced length of the body in bytes; 0 for a 204. */
function bodyLength(status: number, headers: ReadonlyMap<string, string>, violation: Violation): number {
  for (const name of ["transfer-encoding", "content-encoding"]) {
    if (headers.has(name))
      throw violation(`${name} is ${headers.get(name)}, which the firmware does not decode; send the body unencoded`)
  }
  const announced = headers.get("content-length")
  if (status === 204) {
    if (announced !== undefined && announced !== "0")
      throw violation(`204 has a Content-Length of ${announced}; send 204 without a body`)
    return 0
  }
  if (announced === undefined) throw violation("Content-Length is missing; send the length of the body in bytes")
  if (!/^\d+$/.test(announced))
    throw violation(`Content-Length is "${announced}"; send the length of the body in bytes`)
  if (status === 200 && Number(announced) === 0)
    throw violation("200 has an empty body, on which the firmware crashes; send 204 or a body")
  return Number(announced)
}
