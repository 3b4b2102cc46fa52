import { Upstream } from "platen/sdk"
import type { Clock, Files, Log, OutboundAnswer, OutboundFetch, OutboundOptions, Store } from "platen/sdk"
import { memoryEngine } from "./memory-engine.js"
import { storeOf } from "../../kernel/storage/store.js"

export interface FakeClock extends Clock {
  /** Moves on by so many milliseconds, and runs the timers that are due then. Those that are idle wait for `housekeep`. */
  advance(milliseconds: number): void
  /** Runs the idle timers that are due: what a server does now and then by itself. */
  housekeep(): void
  /** The milliseconds of each pause, in order: on this clock a pause is over at once. */
  readonly pauses: readonly number[]
  /** The milliseconds from now until each timer is due, without the idle ones: empty when nothing is under way that has a deadline. */
  readonly waits: readonly number[]
}

interface FakeTimer {
  readonly at: number
  readonly idle: boolean
  work(): void
}

/** A clock that stands still, with its timers. `at`: ISO 8601 or milliseconds since 1970 in UTC. */
export function fakeClock(at: string | number = "2026-11-21T09:05:00Z"): FakeClock {
  let now = typeof at === "number" ? at : Date.parse(at)
  const timers = new Set<FakeTimer>()
  const pauses: number[] = []
  const run = (idle: boolean): void => {
    const due = [...timers].filter((timer) => timer.idle === idle && timer.at <= now).sort((a, b) => a.at - b.at)
    // One of them may cancel another.
    for (const timer of due) if (timers.delete(timer)) timer.work()
  }
  return {
    now: () => now,
    after: (milliseconds, work, { idle = false } = {}) => {
      const timer: FakeTimer = { at: now + milliseconds, idle, work }
      timers.add(timer)
      // What is due at once needs no time.
      if (milliseconds <= 0) setImmediate(() => run(idle))
      return () => void timers.delete(timer)
    },
    pauses,
    pause: async (milliseconds, signal) => {
      if (signal?.aborted) throw signal.reason
      pauses.push(milliseconds)
    },
    advance: (milliseconds) => {
      now += milliseconds
      run(false)
    },
    housekeep: () => run(true),
    get waits() {
      return [...timers].flatMap((timer) => (timer.idle ? [] : [timer.at - now]))
    },
  }
}

export interface FakeLog extends Log {
  /** Every line, in order. */
  readonly lines: readonly { readonly level: string; readonly event: string; readonly fields: object }[]
}

export function fakeLog(): FakeLog {
  const lines: { level: string; event: string; fields: object }[] = []
  const at =
    (level: string) =>
    (fields: object, event: string): void => {
      lines.push({ level, event, fields })
    }
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") }
}

/** A store in memory, with everything that the real one promises but durability. */
export function fakeStore(clock: Clock = fakeClock()): Store {
  return storeOf(memoryEngine(clock), clock, "test")
}

export interface FakeFetch extends OutboundFetch {
  /** Every call, in order. */
  readonly calls: readonly { readonly url: string; readonly options: OutboundOptions }[]
}

/** A world that knows a few addresses: text, bytes, a status, or an error to throw; anything else fails as if it could not be reached. */
export function fakeFetch(world: Readonly<Record<string, string | Uint8Array | number | Error>>): FakeFetch {
  const calls: { url: string; options: OutboundOptions }[] = []
  const fetch = async (address: string | URL, options: OutboundOptions = {}): Promise<OutboundAnswer> => {
    const url = typeof address === "string" ? address : address.href
    calls.push({ url, options })
    const found = world[url]
    if (found instanceof Error) throw found
    if (found === undefined) throw new Upstream(`${url} cannot be reached (the fake world does not know it).`)
    return answer(url, found)
  }
  return Object.assign(fetch, { calls })
}

function answer(url: string, found: string | Uint8Array | number): OutboundAnswer {
  const bytes = typeof found === "number" ? new Uint8Array(0) : typeof found === "string" ? Buffer.from(found) : found
  const text = (part: Uint8Array = bytes): string => Buffer.from(part).toString("utf8")
  return {
    status: typeof found === "number" ? found : 200,
    url,
    headers: {},
    bytes,
    text,
    json: () => JSON.parse(text()) as unknown,
  }
}

/** Files by their whole URL. */
export function fakeFiles(files: Readonly<Record<string, string>>): Files {
  const text = async (file: { readonly href: string }): Promise<string> => {
    const found = files[file.href]
    if (found === undefined) throw Object.assign(new Error(`ENOENT: ${file.href}`), { code: "ENOENT" })
    return found
  }
  return {
    text,
    bytes: async (file) => Buffer.from(await text(file)),
    list: async ({ href }) =>
      [
        ...new Set(
          Object.keys(files)
            .filter((each) => each.startsWith(href))
            .map((each) => {
              const rest = each.slice(href.length)
              return rest.includes("/") ? `${rest.split("/")[0]}/` : rest
            }),
        ),
      ].sort(),
  }
}
