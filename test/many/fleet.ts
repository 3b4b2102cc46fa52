import { setTimeout as pause } from "node:timers/promises"
import { bar } from "../editions/bars.js"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { bmpPixels } from "../devices/pixels.js"
import { ADMIN } from "./cluster.js"
import { NUMBERS } from "./numbers.js"

/** Milliseconds after which a device tries again. */
const AGAIN_MS = 500
/** Bytes of a page of 296 x 128 in one bit. */
const PAGE_BYTES = 5_182
const QUERY = "v=3.7&w=296&h=128&rssi=-50&refresh_min=60"

/** What a fleet of devices met. */
export interface Met {
  wakes: number
  /** Pages that came, on the first try and on a later one. */
  pages: number
  later: number
  /** The longest time from a wake to its page, in milliseconds. */
  longestMs: number
  /** Answers that were no page, by status or error code. */
  readonly refused: Record<string, number>
  /** Pages that came a second time in a row, after a server or the store was killed. */
  repeats: number
  /** What must not be: a page left out or shown twice by itself, a blank one, bytes that the firmware cannot show, a wake without a page. */
  readonly found: string[]
}

export interface Device {
  readonly mac: string
  readonly headers: { readonly "x-device-token": string }
  /** The place of one that shows the weather there; undefined for one that counts through its pages. */
  readonly place?: number
}

export const macOf = (i: number): string => `0D:00:00:00:${[i >> 8, i & 255].map(hex).join(":")}`
const hex = (byte: number): string => byte.toString(16).padStart(2, "0").toUpperCase()

export async function post(port: number, path: string, body: object = {}, headers: object = {}): Promise<Answer> {
  const all = { "content-type": "application/json", ...headers }
  return ask(port, path, { method: "POST", headers: all, body: JSON.stringify(body) })
}

async function done(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer
  if (status !== 200) throw new Error(`${status}: ${text()}`)
  return answer
}

/** So many devices: most go through the seven numbers, every eighth shows the weather, in one of ten places. */
export async function fleetOf(port: number, count: number): Promise<readonly Device[]> {
  const fleet: Device[] = []
  for (let i = 0; i < count; i++) {
    const mac = macOf(i)
    const { token } = (await done(post(port, `/api/device/${mac}/token`, {}, ADMIN))).json() as { token: string }
    const place = i % 8 === 7 ? Math.floor(i / 8) % 10 : undefined
    const where = { city: `Place ${place}`, latitude: 10 + (place ?? 0), longitude: 100, timezone: "UTC" }
    const config = place === undefined ? { modes: NUMBERS, strategy: "cycle" } : { modes: ["WEATHER"], ...where }
    await done(post(port, "/api/config", { mac, ...config }, ADMIN))
    fleet.push({ mac, headers: { "x-device-token": token }, ...(place !== undefined && { place }) })
  }
  return fleet
}

/** How devices live. */
interface Life {
  readonly periodMs: number
  /** Milliseconds that a device waits for a page in all. */
  readonly patienceMs: number
  /** Ends it. */
  readonly signal: AbortSignal
  /** Milliseconds after a page in which its record may not be written yet, so that a kill, or another server, shows it again. */
  readonly settleMs: number
  /** When something was killed or started last, by `performance.now()`. */
  disturbed(): number
}

/** Lets devices wake again and again. */
export async function live(
  port: number,
  fleet: readonly Device[],
  { periodMs, patienceMs, settleMs, signal, disturbed }: Life,
): Promise<Met> {
  const met: Met = { wakes: 0, pages: 0, later: 0, longestMs: 0, refused: {}, repeats: 0, found: [] }
  const one = async (device: Device, i: number): Promise<void> => {
    let last: { readonly number: number; readonly at: number } | undefined
    await sleep((periodMs * i) / fleet.length, signal)
    while (!signal.aborted) {
      const began = performance.now()
      const page = await wake(port, device, patienceMs, met)
      if (page && device.place === undefined) {
        const number = bar(page)
        check(device, last, number, met, disturbed() + settleMs)
        last = { number, at: performance.now() }
      }
      // One whose page came late sleeps, too: a server records a page after it has sent it.
      await sleep(Math.max(periodMs / 2, periodMs - (performance.now() - began)), signal)
    }
  }
  await Promise.all(fleet.map(one))
  return met
}

const sleep = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(Math.max(0, ms), undefined, { signal }).catch(() => {})

/** One wake: as often as it takes until there is a page, which is there in time. */
async function wake(port: number, { mac, headers }: Device, patienceMs: number, met: Met): Promise<Answer | undefined> {
  const began = performance.now()
  met.wakes++
  for (let tries = 1; performance.now() - began < patienceMs; tries++) {
    const answer = await ask(port, `/api/render?${QUERY}&mac=${mac}`, { headers }).catch(
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
    const ms = performance.now() - began
    if (typeof answer !== "string" && answer.status === 200) {
      met.longestMs = Math.max(met.longestMs, ms)
      met.pages++
      if (tries > 1) met.later++
      const wrong = wrongOf(answer)
      if (wrong !== undefined) met.found.push(`${mac}: ${wrong}`)
      return wrong === undefined ? answer : undefined
    }
    const why = typeof answer === "string" ? answer : String(answer.status)
    met.refused[why] = (met.refused[why] ?? 0) + 1
    await pause(AGAIN_MS)
  }
  met.found.push(`${mac}: no page in ${patienceMs / 1_000} seconds`)
  return undefined
}

/** What the firmware could not show. */
function wrongOf({ body, headers }: Answer): string | undefined {
  if (body.length !== PAGE_BYTES || headers["content-type"] !== "image/bmp")
    return `${body.length} bytes of ${headers["content-type"]}`
  if (Number(headers["content-length"]) !== PAGE_BYTES) return `a length of ${headers["content-length"]}`
  const { colours } = bmpPixels(body)
  return colours.every((colour) => colour === colours[0]) ? "a blank page" : undefined
}

/** After each page comes the next; the same again only when something was killed or started since, and had not settled. */
function check(
  { mac }: Device,
  last: { readonly number: number; readonly at: number } | undefined,
  number: number,
  met: Met,
  settled: number,
): void {
  if (last === undefined || number === (last.number % NUMBERS.length) + 1) return
  if (number === last.number && settled > last.at) met.repeats++
  else {
    const calm = ((last.at - settled) / 1_000).toFixed(1)
    met.found.push(`${mac}: page ${number} after ${last.number}, ${calm} seconds after all had settled`)
  }
}
