import type { Mode } from "platen/sdk/mode"
import { head, opened } from "../kernel/http/exchange.js"
import { gate } from "../kernel/http/gate.js"
import type { Gate } from "../kernel/http/gate.js"
import { numberMode } from "./bars.js"
import type { Extended, ExtendedDevice } from "./extended-stage.js"

/** Round trips after which the server has seen that a connection ended. */
const ROUND_TRIPS = 5

/** A mode whose turn can be cut off. */
export interface CutMode {
  readonly mode: Mode
  /** A render that comes to this mode and whose caller goes while its content is made: the mode comes back to the device. */
  cut(extended: Pick<Extended, "port" | "at">, device: ExtendedDevice): Promise<void>
}

/** A mode whose page says a number, and whose content waits while a render is cut. */
export function cutMode(id: string, number: number): CutMode {
  let wait: { readonly asked: Gate; readonly go: Gate } | undefined
  const content = async (): Promise<number> => {
    wait?.asked.open()
    await wait?.go.opened
    return number
  }
  return {
    mode: numberMode(id, content, { cacheFor: 0 }),
    cut: async ({ port, at }, { mac, token }) => {
      const waiting = { asked: gate(), go: gate() }
      wait = waiting
      const page = head(`/api/render?v=3.7&w=296&h=128&mac=${mac}`, "GET", `X-Device-Token: ${token}`)
      const socket = await opened(port, page)
      await waiting.asked.opened
      socket.destroy()
      for (let i = 0; i < ROUND_TRIPS; i++) await at("/api/health")
      wait = undefined
      waiting.go.open()
      for (let i = 0; i < ROUND_TRIPS; i++) await at("/api/health")
    },
  }
}
