import type { DeviceEvent } from "./device-event.js"
import type { Flash } from "./flash.js"
import { sendRequest } from "./http-client.js"
import type { HttpRequest, HttpResponse, ServerAddress, Timeouts } from "./http-client.js"
import { findFlags, findState, findString } from "./json-search.js"
import type { ConfigFlags, RuntimeState } from "./json-search.js"
import { ProtocolViolation } from "./protocol-violation.js"
import { readBmp, readPicture } from "./screen.js"
import type { Panel, Picture } from "./screen.js"
import type { Time } from "./time.js"

/** The generations of the firmware, by the month of a build: that of 2026-07 sleeps deeply between two pages. */
export const GENERATIONS = ["2026-04", "2026-07"] as const
export type Generation = (typeof GENERATIONS)[number]

export interface DeviceOptions {
  /** Default: 2026-04. */
  readonly generation?: Generation | undefined
  readonly server: ServerAddress
  readonly mac: string
  readonly panel: Panel
  readonly flash: Flash
  readonly time: Time
  /** Monotonic milliseconds, for durations. */
  readonly ticks: () => number
  readonly timeouts?: Timeouts
  onEvent(event: DeviceEvent): void
}

/** The outcome of a connection attempt. */
export interface Connection {
  /** False when the device gets no token. The firmware then behaves as without Wi-Fi. */
  readonly online: boolean
  /** True when the server accepted the heartbeat. */
  readonly heartbeat: boolean
}

/** The response to a request for a picture. */
export interface PictureResponse {
  /** Undefined when the response holds no picture. */
  readonly picture: Picture | undefined
  /** True when the server sent a fallback for the content that failed. */
  readonly fallback: boolean
  /** True when the server wants the picture drawn even if its sum is that of the last one. */
  readonly push: boolean
}

const WIFI_MS = 2_000
const MAX_ATTEMPTS = 3
const BEFORE_TOKEN_MS = 1_200
const BETWEEN_TOKENS_MS = 800
const VOLTS = "3.91"
const RSSI = "-42"
const DEFAULT_FLAGS: ConfigFlags = { focusListening: false, alwaysActive: false }
const DEFAULT_STATE: RuntimeState = { leaveLiveMode: false, refreshPending: false }
/** Paths on which 404 is no error: the device has no config yet, or the server lacks the route. */
const OPTIONAL_PATH = /\/(runtime|alert-bmp)$|^\/api\/config\//

/** A client for the device routes, with the firmware's requests. Each method throws ProtocolViolation for a response that the firmware cannot handle. */
export class ApiClient {
  readonly #options: DeviceOptions

  constructor(options: DeviceOptions) {
    this.#options = options
  }

  /** Starts Wi-Fi, requests a token if the device has none, sends a pending code, then a heartbeat. */
  async connect(): Promise<Connection> {
    const { time, flash } = this.#options
    await time.sleep(WIFI_MS)
    if (flash.token === "" && !(await this.#requestToken())) return { online: false, heartbeat: false }
    await this.#sendCode()
    return { online: true, heartbeat: await this.sendHeartbeat() }
  }

  /** Resolves to true when the server accepted it. */
  async sendHeartbeat(): Promise<boolean> {
    const { status } = await this.#request({
      method: "POST",
      path: `/api/device/${this.#options.mac}/heartbeat`,
      body: `{"battery_voltage":${VOLTS},"wifi_rssi":${RSSI}}`,
    })
    return isSuccess(status)
  }

  async fetchFlags(): Promise<ConfigFlags> {
    const { status, body } = await this.#request({ method: "GET", path: `/api/config/${this.#options.mac}` })
    return status === 200 ? findFlags("config", body.toString()) : DEFAULT_FLAGS
  }

  async fetchState(): Promise<RuntimeState> {
    const { status, body } = await this.#request({ method: "GET", path: `/api/device/${this.#options.mac}/state` })
    return status === 200 ? findState("state", body.toString()) : DEFAULT_STATE
  }

  async sendRuntimeMode(mode: "active" | "interval"): Promise<void> {
    await this.#request({
      method: "POST",
      path: `/api/device/${this.#options.mac}/runtime`,
      body: `{"mode":"${mode}"}`,
    })
  }

  async fetchPicture(): Promise<PictureResponse> {
    const { mac, flash, panel } = this.#options
    const colors = panel.palette === "bwry" ? "bpp=2&colors=4" : "bpp=1&colors=2"
    const path = `/api/render?v=${VOLTS}&mac=${mac}&rssi=${RSSI}&refresh_min=${flash.refreshMinutes}&w=${panel.width}&h=${panel.height}&${colors}`
    const { status, headers, body } = await this.#request({ method: "GET", path, picture: true })
    saveRefreshMinutes(flash, headers.get("x-refresh-minutes"))
    if (status !== 200) return { picture: undefined, fallback: false, push: false }
    return {
      picture: readPicture("render", panel, body),
      fallback: isOn(headers.get("x-content-fallback")),
      push: isOn(headers.get("x-preview-push")),
    }
  }

  /** Resolves to undefined when there is no alert. */
  async fetchAlert(): Promise<Picture | undefined> {
    const { mac, panel } = this.#options
    const { status, body } = await this.#request({
      method: "GET",
      path: `/api/device/${mac}/alert-bmp?w=${panel.width}&h=${panel.height}`,
      picture: true,
    })
    return status === 200 ? readBmp("alert-bmp", panel, body) : undefined
  }

  /** Resolves to true when flash holds a new token. */
  async #requestToken(): Promise<boolean> {
    const { mac, flash, time } = this.#options
    await time.sleep(BEFORE_TOKEN_MS)
    for (let i = 0; i < MAX_ATTEMPTS; i++) {
      if (i > 0) await time.sleep(BETWEEN_TOKENS_MS)
      const { status, body } = await this.#request({ method: "POST", path: `/api/device/${mac}/token`, body: "{}" })
      flash.token = isSuccess(status) ? findString("token", body.toString(), "token") : ""
      if (flash.token !== "") return true
    }
    return false
  }

  /** Sends the code until the server returns it. */
  async #sendCode(): Promise<void> {
    const { mac, flash } = this.#options
    for (let i = 0; i < MAX_ATTEMPTS && flash.code !== ""; i++) {
      const { status, body } = await this.#request({
        method: "POST",
        path: `/api/device/${mac}/claim-token`,
        body: `{"pair_code":"${flash.code}"}`,
      })
      if (!isSuccess(status)) continue
      const returned = findString("claim-token", body.toString(), "pair_code")
      if (returned !== flash.code)
        throw new ProtocolViolation(
          "claim-token",
          `"pair_code" is "${returned}", but the device sent "${flash.code}"; return the code of the request`,
        )
      flash.code = ""
    }
  }

  /** Sends a request with the token, if there is one. After a 401 it erases the token, requests a new one and sends the request again. */
  async #request(request: HttpRequest): Promise<HttpResponse> {
    const { flash, onEvent } = this.#options
    const sentToken = flash.token
    const response = await this.#send(request)
    if (response.status !== 401 || sentToken === "") return response
    flash.token = ""
    onEvent({ type: "token-rejected" })
    return (await this.#requestToken()) ? this.#send(request) : response
  }

  async #send(request: HttpRequest): Promise<HttpResponse> {
    const { server, flash, ticks, timeouts, onEvent } = this.#options
    const start = ticks()
    const response = await sendRequest(
      server,
      { ...request, ...(flash.token !== "" && { token: flash.token }) },
      timeouts,
    )
    const path = request.path.split("?")[0]!
    const { status, failure, bytes } = response
    onEvent({ type: "request", method: request.method, path, status, ms: ticks() - start, bytes })
    const isMissing = status === 404 && OPTIONAL_PATH.test(path)
    if (!isSuccess(status) && status !== 401 && !isMissing)
      onEvent({ type: "error", reason: `${path.replace(/[0-9A-F:]{17}/, "MAC")} ${failure ?? status}` })
    return response
  }
}

/** Takes the interval from a response of any status, as the firmware does. Throws ProtocolViolation for a value that the firmware ignores. */
function saveRefreshMinutes(flash: Flash, header: string | undefined): void {
  if (header === undefined) return
  const minutes = Number(header)
  if (!/^\d+$/.test(header) || minutes < 10 || minutes > 1440)
    throw new ProtocolViolation("render", `X-Refresh-Minutes is "${header}"; send a whole number from 10 to 1440`)
  flash.refreshMinutes = minutes
}

function isOn(header: string | undefined): boolean {
  return header === "1" || header === "true"
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
