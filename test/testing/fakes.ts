import { Upstream } from "platen/sdk"
import type { Clock, Files, Log, OutboundAnswer, OutboundFetch, OutboundOptions, Store } from "platen/sdk"
import { memoryEngine } from "./memory-engine.js"
import { storeOf } from "../../kernel/storage/store.js"

export interface FakeClock extends Clock {
  /** Moves on by so many milliseconds. */
  advance(milliseconds: number): void
}

/** A clock that stands still. `at`: ISO 8601 or milliseconds since 1970 in UTC. */
export function fakeClock(at: string | number = "2026-11-21T09:05:00Z"): FakeClock {
  let now = typeof at === "number" ? at : Date.parse(at)
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds
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
  const text = (): string => Buffer.from(bytes).toString("utf8")
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
