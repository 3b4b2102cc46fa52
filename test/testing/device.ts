import { request } from "node:http"

export interface StageCall {
  /** Default: GET. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Uint8Array
}

export interface StageAnswer {
  readonly status: number
  /** Names in lower case; repeated ones joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  text(): string
  json(): unknown
}

/** One HTTP call to a server; the path begins with "/" and goes out as it is. */
export type StageCaller = (path: string, call?: StageCall) => Promise<StageAnswer>
type Headers = Readonly<Record<string, string>>

/** What a device does, by its own token and over HTTP alone: whatever it is told and tells is what a real one is. */
export interface StageDevice {
  readonly mac: string
  readonly token: string
  readonly headers: Headers
  /** A page of 296 x 128 at 3.7 V, unless the query says otherwise. */
  render(query?: string, call?: StageCall): Promise<StageAnswer>
  /** GET of what is under the device's own path: "history", "state". */
  get(call: string, headers?: Headers): Promise<StageAnswer>
  post(call: string, body?: unknown, headers?: Headers): Promise<StageAnswer>
  heartbeat(volts?: number, rssi?: number): Promise<StageAnswer>
  state(headers?: Headers): Promise<Readonly<Record<string, unknown>>>
  /** Saves a config of these fields, as whoever the headers name; throws when it is refused. */
  configure(fields: object, headers?: Headers): Promise<void>
  /** The config that counts. */
  config(headers?: Headers): Promise<Readonly<Record<string, unknown>>>
  /** Posts a code and has somebody type it, who owns the device from then on; throws when it is refused, or somebody else has the device. `owner`: of a session. */
  pair(owner: Headers): Promise<void>
}

/** Calls to a server on this machine. */
export function callerOf(portOf: () => Promise<number>): StageCaller {
  return async (path, { method = "GET", headers = {}, body } = {}) => {
    const port = await portOf()
    return new Promise((resolve, reject) => {
      const call = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
        const parts: Buffer[] = []
        response.on("data", (part: Buffer) => parts.push(part))
        response.on("error", reject)
        response.on("end", () => {
          const text = (): string => Buffer.concat(parts).toString("utf8")
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
            body: Buffer.concat(parts),
            text,
            json: () => JSON.parse(text()) as unknown,
          })
        })
      })
      call.on("error", reject)
      call.end(body)
    })
  }
}

/** A device that asks for its token. `asking`: headers of that call alone. */
export async function deviceOn(call: StageCaller, mac: string, asking: Headers = {}): Promise<StageDevice> {
  const post = (path: string, body: unknown = {}, headers: Headers = {}): Promise<StageAnswer> =>
    call(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
  const { token } = (await well(post(`/api/device/${mac}/token`, {}, asking))).json() as { token: string }
  const own = { "x-device-token": token }
  const device: StageDevice = {
    mac,
    token,
    headers: own,
    render: (query = "", given = {}) =>
      call(`/api/render?v=3.7&w=296&h=128&mac=${mac}&${query}`, { ...given, headers: { ...own, ...given.headers } }),
    get: (path, headers = own) => call(`/api/device/${mac}/${path}`, { headers }),
    post: (path, body, headers = own) => post(`/api/device/${mac}/${path}`, body, headers),
    heartbeat: (volts = 3.7, rssi = -50) => device.post("heartbeat", { battery_voltage: volts, wifi_rssi: rssi }),
    state: async (headers = own) => (await device.get("state", headers)).json() as Record<string, unknown>,
    configure: async (fields, headers = own) => {
      await well(post("/api/config", { mac, ...fields }, headers))
    },
    config: async (headers = own) =>
      (await well(call(`/api/config/${mac}`, { headers }))).json() as Record<string, unknown>,
    pair: async (owner) => {
      const code = `C0DE${mac.replaceAll(":", "").slice(-4)}`
      await well(device.post("claim-token", { pair_code: code }))
      const answer = await well(post("/api/user/devices", { mac, code }, owner))
      if ((answer.json() as { status: string }).status !== "claimed") throw refusal(answer)
    },
  }
  return device
}

/** Registers somebody who is signed in from then on; resolves to the headers that show it. */
export async function personOn(call: StageCaller, username: string): Promise<Headers> {
  const body = JSON.stringify({ username, password: "correct horse" })
  const headers = { "content-type": "application/json" }
  const answer = await well(call("/api/auth/register", { method: "POST", headers, body }))
  return { authorization: `Bearer ${(answer.json() as { token: string }).token}` }
}

async function well(answering: Promise<StageAnswer>): Promise<StageAnswer> {
  const answer = await answering
  if (answer.status !== 200) throw refusal(answer)
  return answer
}

function refusal(answer: StageAnswer): Error {
  return new Error(`${answer.status}: ${answer.text()}`)
}
