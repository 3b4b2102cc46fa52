import { address, Fault } from "./api.js"
import { later, now, send, within } from "./browser.js"
import { randomCode, randomMac } from "./chance.js"

/** Beside the id of the person: a browser may be used by several. */
const KEPT = "platen.virtual."
const TIMEOUT_MS = 30_000
const DEFAULT_MINUTES = 60

/** A panel that a virtual screen may have. `colors`: inks. */
export interface VirtualPanel {
  readonly id: string
  readonly name: string
  readonly width: number
  readonly height: number
  readonly colors: number
}
export const PANELS: readonly VirtualPanel[] = [
  { id: "4.2-bw", name: "4.2″", width: 400, height: 300, colors: 2 },
  { id: "2.9-bw", name: "2.9″", width: 296, height: 128, colors: 2 },
  { id: "7.5-bw", name: "7.5″", width: 800, height: 480, colors: 2 },
  { id: "4.2-bwry", name: "4.2″ BWRY", width: 400, height: 300, colors: 4 },
  { id: "7.5-bwry", name: "7.5″ BWRY", width: 800, height: 480, colors: 4 },
]

/** What a virtual screen keeps in its flash: here, in this browser. */
export interface Flash {
  readonly mac: string
  readonly panel: string
  readonly token: string
  readonly code: string
  /** The page on its glass: the bytes of the server in base64, and when it wakes by itself. */
  readonly page?: { readonly bytes: string; readonly wakesAt: number }
}

export interface Look {
  readonly width: number
  readonly height: number
  /** Red, green, blue, alpha of each pixel. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
  /** When it wakes by itself, in milliseconds since 1970 in UTC. */
  readonly wakesAt: number
}

export function kept(user: string): Flash | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEPT + user) ?? "null") ?? undefined
  } catch {
    return undefined
  }
}

export function keep(user: string, flash: Flash | undefined): void {
  if (flash) localStorage.setItem(KEPT + user, JSON.stringify(flash))
  else localStorage.removeItem(KEPT + user)
}

/** What stands on the glass of a screen that sleeps; undefined for one that has no page, or whose time has come. */
export function asleep(flash: Flash): Look | undefined {
  const { page } = flash
  if (!page || page.wakesAt <= now()) return undefined
  const { width, height } = panelOf(flash)
  const bytes = Uint8Array.from(atob(page.bytes), (each) => each.charCodeAt(0))
  return { width, height, pixels: pixelsOf(bytes, width, height), wakesAt: page.wakesAt }
}

/** A new device, as it comes out of its box. */
export function fresh(panel: string): Flash {
  const mac = randomMac()
  return { mac, panel, token: "", code: "" }
}

export const panelOf = ({ panel }: Flash): VirtualPanel => PANELS.find(({ id }) => id === panel) ?? PANELS[0]!

/** Calls the server as a device does: with its token alone, without the session of the person. Rejects with Fault. */
async function ask(flash: Flash, path: string, body?: object): Promise<Response> {
  let answer: Response
  try {
    answer = await send(address(path), {
      method: body ? "POST" : "GET",
      credentials: "omit",
      cache: "no-store",
      signal: within(TIMEOUT_MS),
      headers: {
        ...(flash.token !== "" && { "x-device-token": flash.token }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  } catch {
    throw new Fault(0, {})
  }
  if (answer.ok) return answer
  throw new Fault(answer.status, (await answer.json().catch(() => ({}))) as object)
}

/** Boots: gets its token and posts the code that it shows, as a board does when its setup ends. */
export async function boot(flash: Flash): Promise<Flash> {
  const { token } = (await (await ask(flash, `api/device/${flash.mac}/token`, {})).json()) as { token: string }
  const booted = { ...flash, token }
  await ask(booted, `api/device/${flash.mac}/heartbeat`, { battery_voltage: 3.2, wifi_rssi: -52 })
  const code = flash.code || randomCode()
  await ask(booted, `api/device/${flash.mac}/claim-token`, { pair_code: code })
  return { ...booted, code }
}

/** Wakes: gets its page for the glass. Resolves to what its flash then has. `next`: its button was pressed twice. */
export async function wake(flash: Flash, next = false): Promise<Flash> {
  const { width, height, colors } = panelOf(flash)
  const query = new URLSearchParams({
    v: "3.2",
    rssi: "-52",
    mac: flash.mac,
    w: String(width),
    h: String(height),
    colors: String(colors),
    ...(next && { next: "1" }),
  })
  const answer = await ask(flash, `api/render?${query}`)
  const minutes = Number(answer.headers.get("x-refresh-minutes")) || DEFAULT_MINUTES
  const bytes = [...new Uint8Array(await answer.arrayBuffer())].map((each) => String.fromCharCode(each)).join("")
  return { ...flash, page: { bytes: btoa(bytes), wakesAt: now() + minutes * 60_000 } }
}

/** Black, white, yellow, red as they look on a panel. */
const INKS = [
  [38, 38, 38],
  [222, 222, 214],
  [214, 178, 48],
  [172, 52, 44],
] as const
const HEADER = 62

/** The pixels of a page in the formats of devices: a one-bit BMP, or two bits a pixel. */
function pixelsOf(bytes: Uint8Array, width: number, height: number): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(width * height * 4)
  const isBmp = bytes[0] === 0x42 && bytes[1] === 0x4d
  const rowBytes = isBmp ? (((width + 7) >> 3) + 3) & ~3 : (width + 3) >> 2
  for (let y = 0; y < height; y++) {
    const row = isBmp ? HEADER + (height - 1 - y) * rowBytes : y * rowBytes
    for (let x = 0; x < width; x++) {
      const ink = isBmp
        ? (bytes[row + (x >> 3)]! >> (7 - (x & 7))) & 1
        : (bytes[row + (x >> 2)]! >> (6 - 2 * (x & 3))) & 3
      pixels.set([...INKS[ink as 0]!, 255], (y * width + x) * 4)
    }
  }
  return pixels
}

/** Wakes a screen by itself at its time. Returns what ends it. */
export function sleep(wakesAt: number, work: () => void): () => void {
  return later(work, Math.max(1_000, wakesAt - now()))
}
