import { Choked } from "./choked.js"
import { readBmp, readFrame } from "./glass.js"
import type { Build, Frame } from "./glass.js"
import type { Time } from "./time.js"
import { callServer } from "./wire.js"
import type { Answered, Call, Patience, Server } from "./wire.js"
import { flagsIn, quoted, stateIn } from "./words.js"
import type { Flags, State } from "./words.js"

/** What a device remembers without power. */
export interface Flash {
  token: string
  /** The six digits that it has invented and the server has not yet echoed; "" when there are none. */
  code: string
  /** Minutes between two refreshes, 10 to 1440. */
  minutes: number
  /** False until the first boot of a build is through. */
  booted: boolean
  /** The last good picture. */
  kept: Frame | undefined
}

/** Flash as it is after the firmware was written. */
export function erasedFlash(code = ""): Flash {
  return { token: "", code, minutes: 60, booted: false, kept: undefined }
}

/** What a simulated device tells of itself. */
export type Told =
  | { readonly what: "wake" | "shown" | "unchanged" | "retry" | "provisioned" }
  | { readonly what: "error"; readonly why: string }
  | {
      readonly what: "call"
      readonly method: string
      readonly path: string
      readonly status: number
      readonly ms: number
      readonly bytes: number
    }

export interface LinkNeeds {
  readonly server: Server
  readonly mac: string
  readonly build: Build
  readonly flash: Flash
  readonly time: Time
  /** Monotonic milliseconds, for durations. */
  readonly ticks: () => number
  readonly patience?: Patience
  told(event: Told): void
}

export interface Fetched {
  /** Undefined: there was no picture. */
  readonly frame: Frame | undefined
  readonly fallback: boolean
  readonly push: boolean
  readonly bytes: number
}

/** The calls of the firmware, in its words. Each throws Choked for an answer on which the firmware chokes. */
export interface Link {
  /** Wi-Fi comes up: a token if there is none, the code if one is pending, a heartbeat. False: no token, which the firmware takes for no Wi-Fi. */
  connect(): Promise<{ readonly online: boolean; readonly beat: boolean }>
  heartbeat(): Promise<boolean>
  flags(): Promise<Flags>
  state(): Promise<State>
  runtime(mode: "active" | "interval"): Promise<boolean>
  picture(): Promise<Fetched>
  alert(): Promise<Frame | undefined>
}

const WIFI_MS = 2_000
const TRIES = 3
const BEFORE_TOKEN_MS = 1_200
const BETWEEN_TOKENS_MS = 800
const VOLTS = "3.91"
const RSSI = "-42"
const NOTHING: State = { leave: false, pending: false }
/** Where they may say that there is nothing: no config yet, a server without that route. */
const MAY_BE_404 = /\/(runtime|alert-bmp)$|^\/api\/config\//

export function linkOf(needs: LinkNeeds): Link {
  const { mac, build, flash, time } = needs
  const { width, height, inks } = build
  const request = requestOf(needs, () => provision())
  const provision = async (): Promise<boolean> => {
    await time.sleep(BEFORE_TOKEN_MS)
    for (let i = 0; i < TRIES; i++) {
      if (i > 0) await time.sleep(BETWEEN_TOKENS_MS)
      const { status, body } = await request({ method: "POST", path: `/api/device/${mac}/token`, body: "{}" })
      flash.token = isWell(status) ? quoted("token", body.toString(), "token") : ""
      if (flash.token !== "") return true
    }
    return false
  }
  const claim = async (): Promise<void> => {
    for (let i = 0; i < TRIES && flash.code !== ""; i++) {
      const { status, body } = await request({
        method: "POST",
        path: `/api/device/${mac}/claim-token`,
        body: `{"pair_code":"${flash.code}"}`,
      })
      if (!isWell(status)) continue
      const echo = quoted("claim-token", body.toString(), "pair_code")
      if (echo !== flash.code) throw new Choked("claim-token", `"${echo}" came back for "${flash.code}"`)
      flash.code = ""
    }
  }
  const heartbeat = async (): Promise<boolean> =>
    isWell(
      (
        await request({
          method: "POST",
          path: `/api/device/${mac}/heartbeat`,
          body: `{"battery_voltage":${VOLTS},"wifi_rssi":${RSSI}}`,
        })
      ).status,
    )
  return {
    heartbeat,
    connect: async () => {
      await time.sleep(WIFI_MS)
      if (flash.token === "" && !(await provision())) return { online: false, beat: false }
      await claim()
      return { online: true, beat: await heartbeat() }
    },
    flags: async () => {
      const { status, body } = await request({ method: "GET", path: `/api/config/${mac}` })
      return status === 200 ? flagsIn("config", body.toString()) : { focus: false, always: false }
    },
    state: async () => {
      const { status, body } = await request({ method: "GET", path: `/api/device/${mac}/state` })
      return status === 200 ? stateIn("state", body.toString()) : NOTHING
    },
    runtime: async (mode) => {
      const { status } = await request({
        method: "POST",
        path: `/api/device/${mac}/runtime`,
        body: `{"mode":"${mode}"}`,
      })
      return isWell(status) || status === 404
    },
    picture: async () => {
      const colours = inks === "bwry" ? "bpp=2&colors=4" : "bpp=1&colors=2"
      const path = `/api/render?v=${VOLTS}&mac=${mac}&rssi=${RSSI}&refresh_min=${flash.minutes}&w=${width}&h=${height}&${colours}`
      const answered = await request({ method: "GET", path, picture: true })
      saveMinutes(flash, answered)
      const { status, headers, body, bytes } = answered
      if (status !== 200) return { frame: undefined, fallback: false, push: false, bytes }
      return {
        frame: readFrame("render", build, body),
        fallback: isOn(headers.get("x-content-fallback")),
        push: isOn(headers.get("x-preview-push")),
        bytes,
      }
    },
    alert: async () => {
      const { status, body } = await request({
        method: "GET",
        path: `/api/device/${mac}/alert-bmp?w=${width}&h=${height}`,
        picture: true,
      })
      return status === 200 ? readBmp("alert-bmp", build, body) : undefined
    },
  }
}

/** With the token, if there is one. A 401 erases it: then a new one, and the call once more. */
function requestOf(
  { server, flash, ticks, patience, told }: LinkNeeds,
  provision: () => Promise<boolean>,
): (call: Call) => Promise<Answered> {
  const once = async (call: Call): Promise<Answered> => {
    const start = ticks()
    const answered = await callServer(server, { ...call, ...(flash.token !== "" && { token: flash.token }) }, patience)
    const path = call.path.split("?")[0]!
    const { status, failure, bytes } = answered
    told({ what: "call", method: call.method, path, status, ms: ticks() - start, bytes })
    const missing = status === 404 && MAY_BE_404.test(path)
    if (!isWell(status) && status !== 401 && !missing)
      told({ what: "error", why: `${path.replace(/[0-9A-F:]{17}/, "MAC")} ${failure ?? status}` })
    return answered
  }
  return async (call) => {
    const shown = flash.token
    const answered = await once(call)
    if (answered.status !== 401 || shown === "") return answered
    flash.token = ""
    told({ what: "provisioned" })
    return (await provision()) ? once(call) : answered
  }
}

/** Read before the status is, so that it counts on any. Throws Choked for what the firmware would pass over. */
function saveMinutes(flash: Flash, { headers }: Answered): void {
  const said = headers.get("x-refresh-minutes")
  if (said === undefined) return
  const minutes = Number(said)
  if (!/^\d+$/.test(said) || minutes < 10 || minutes > 1440)
    throw new Choked("render", `X-Refresh-Minutes is ${said}, not 10 to 1440`)
  flash.minutes = minutes
}

function isOn(value: string | undefined): boolean {
  return value === "1" || value === "true"
}

function isWell(status: number): boolean {
  return status >= 200 && status < 300
}
