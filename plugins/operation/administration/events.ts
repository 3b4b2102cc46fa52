import { lruSet } from "platen/sdk/kit"
import type { Clock, Observer } from "platen/sdk"

/** Number of events that are remembered, and characters of each text. */
const [MAX_EVENTS, MAX_TEXT] = [200, 300]
const SERVER_FAULT = 500

/** Something that failed. `at`: milliseconds since 1970 in UTC, of the last time; `times`: how often. */
export interface LogEvent {
  readonly at: number
  readonly kind: "call" | "page" | "world" | "model"
  readonly text: string
  readonly times: number
}

/** What has failed lately, in memory alone. */
export interface Events {
  readonly observer: Observer
  /** The newest first. */
  list(): readonly LogEvent[]
}

export function eventsOf(clock: Pick<Clock, "now">): Events {
  const events = new Map<string, LogEvent>()
  const note = (kind: LogEvent["kind"], text: string): void => {
    const cut = text.slice(0, MAX_TEXT)
    const key = `${kind} ${cut}`
    const times = (events.get(key)?.times ?? 0) + 1
    lruSet(events, key, { at: clock.now(), kind, text: cut, times }, MAX_EVENTS)
  }
  return {
    observer: {
      id: "server-log",
      request: ({ method, path, status, error, message = "" }) => {
        if (status >= SERVER_FAULT) note("call", `${method} ${path}: ${status} ${error ?? ""} ${message}`.trim())
      },
      render: ({ mac, picture: { mode, failure, failureMessage = "" } }) => {
        if (failure !== undefined && mac !== undefined)
          note("page", `${mac} ${mode ?? ""}: ${failure} ${failureMessage}`.trim())
      },
      outbound: ({ host, status }) => {
        if (status === 0 || status >= 400) note("world", `${host}: ${status === 0 ? "no answer" : status}`)
      },
      model: ({ provider, result }) => {
        if (result !== "ok") note("model", `${provider}: ${result}`)
      },
    },
    list: () => [...events.values()].reverse(),
  }
}
