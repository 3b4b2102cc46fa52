import { createServer } from "node:http"
import type { ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { seededRandom } from "platen/sdk/kit"
import { ONE_PIXEL } from "../editions/one-pixel.js"
import { HOST_HEADER } from "./host-header.js"

/** A world that answers with nonsense, by the first part of a host's name. */
export interface NonsenseWorld {
  readonly origin: string
  /** Calls by the last two parts of the host's name. */
  readonly calls: ReadonlyMap<string, number>
  close(): void
}

const CHINESE = "年度产品规划会议与各区域负责人共同讨论明年预算和人员安排并确认交付日期"
const event = (i: number): string =>
  `BEGIN:VEVENT\r\nUID:${i}\r\nDTSTART:202611${String((i % 28) + 1).padStart(2, "0")}T${String(i % 24).padStart(2, "0")}0000Z\r\nSUMMARY:${CHINESE.repeat(16)}${i}\r\nEND:VEVENT\r\n`
const calendarOf = (events: string): string => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events}END:VCALENDAR\r\n`
const nested = (depth: number): object => (depth === 0 ? { a: 1 } : { a: nested(depth - 1), b: nested(depth - 1) })

type Answering = (response: ServerResponse, random: () => number) => void
const text =
  (type: string, body: string | Buffer): Answering =>
  (response) =>
    response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(body) }).end(body)

const WORST_FEEDS = [
  "<!DOCTYPE>".repeat(200_000),
  `<rss><channel>${`<item${" ".repeat(2_900)}x/>`.repeat(650)}`,
  `<rss><channel><item><title>${"<a>x</a>&amp;".repeat(150_000)}`,
  `<rss><channel>${"<item><title>&#x1F600;</title></item>".repeat(50_000)}</channel></rss>`,
]
const PICTURE = Buffer.concat([ONE_PIXEL, Buffer.alloc(9 << 20, 7)])
const CALENDAR = calendarOf(Array.from({ length: 500 }, (_, i) => event(i)).join(""))
const LARGE_CALENDAR = calendarOf(Array.from({ length: 1_700 }, (_, i) => event(i)).join(""))
const ENDLESS = calendarOf(
  Array.from(
    { length: 40 },
    (_, i) =>
      `BEGIN:VEVENT\r\nUID:r${i}\r\nDTSTART:16040101T000000Z\r\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30\r\nSUMMARY:never ${i}\r\nEND:VEVENT\r\n`,
  ).join(""),
)
const DEEP = JSON.stringify(nested(13))

const garbage: Answering = (response, random) => {
  response.writeHead(200, {
    "content-type": ["text/html", "application/json", "image/png", ""][Math.floor(random() * 4)]!,
  })
  response.end(Buffer.from(Array.from({ length: 2_000 }, () => Math.floor(random() * 256))))
}
const drip: Answering = (response) => {
  response.writeHead(200, { "content-type": "application/json" })
  const timer = setInterval(() => response.write(" "), 500)
  response.once("close", () => clearInterval(timer))
}
const silent: Answering = () => {
  // Nothing ever comes.
}
const refusal: Answering = (response, random) => {
  const status = [204, 301, 302, 403, 404, 429, 500, 503][Math.floor(random() * 8)]!
  response.writeHead(status, {
    location: ["http://127.0.0.1/", "http://10.0.0.1/admin", "nonsense://", "http://[fe80::1%25eth0]/"][
      Math.floor(random() * 4)
    ]!,
    "retry-after": ["0", "1e9", "-1", "Wed"][Math.floor(random() * 4)]!,
    "cache-control": "max-age=999999999999",
  })
  response.end("no")
}
const reset: Answering = (response) => response.destroy()
const ANY: readonly Answering[] = [
  garbage,
  garbage,
  drip,
  silent,
  refusal,
  refusal,
  refusal,
  reset,
  text("application/json", DEEP),
]

const BY_NAME: Readonly<Record<string, readonly Answering[]>> = {
  // The calendar of those who do no harm.
  good: [text("text/calendar", calendarOf(event(1) + event(2)))],
  feeds: WORST_FEEDS.map((body) => text("application/rss+xml", body)),
  calendars: [text("text/calendar", CALENDAR), text("text/calendar", LARGE_CALENDAR), text("text/calendar", ENDLESS)],
  json: [text("application/json", DEEP)],
  pictures: [text("image/png", PICTURE)],
  slow: [drip, silent],
}

export async function nonsenseWorld(seed: string): Promise<NonsenseWorld> {
  const random = seededRandom(seed)
  const calls = new Map<string, number>()
  const server = createServer((request, response) => {
    const host = String(request.headers[HOST_HEADER] ?? "nobody")
    const name = host.split(".").slice(-2).join(".")
    calls.set(name, (calls.get(name) ?? 0) + 1)
    request.resume()
    response.on("error", () => {})
    const [kind = ""] = name.split(".")
    const answers = BY_NAME[kind] ?? ANY
    answers[Math.floor(random() * answers.length)]!(response, random)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
