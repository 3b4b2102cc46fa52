import { NotFound, Unavailable } from "platen/sdk"
import type { Clock, Log, OutboundAnswer, OutboundFetch } from "platen/sdk"
import { firmwareOf } from "./release.js"
import type { EntryOptions, Firmware, FirmwareEntry } from "./release.js"

const TIMEOUT_MS = 10_000
const MAX_BYTES = 4 << 20
/** Pause after a failure of the release server: minimum, and maximum when the server names a time. */
const PAUSE_MS = 60_000
const MAX_PAUSE_MS = 3_600_000

/** A list from the release server. `cached`: this call did not fetch it; `stale`: in addition, the server failed. */
export interface Listing<T> {
  readonly repo: string
  readonly cached: boolean
  readonly stale: boolean
  readonly found: T
}

export interface FirmwareService {
  /** All images. Throws Unavailable when the release server fails and no list is cached. */
  releases(refresh: boolean): Promise<Listing<readonly FirmwareEntry[]>>
  /** The first image that is not a pre-release, else the first. Throws NotFound when there is none; Unavailable as `releases` does. */
  latest(refresh: boolean): Promise<Listing<FirmwareEntry>>
}

export interface ServiceOptions extends EntryOptions {
  /** "owner/name". Undefined: no firmware and no outbound request. */
  readonly repository?: string | undefined
  readonly endpoint: string
  readonly token?: string | undefined
  readonly cacheMinutes: number
}

interface Needs {
  readonly fetch: OutboundFetch
  readonly clock: Clock
  readonly log: Log
}

export function firmwareService(needs: Needs, options: ServiceOptions): FirmwareService {
  const { repository } = options
  const list = repository === undefined ? emptyList : cachedList(needs, repository, options)
  return {
    releases: async (refresh) => {
      const listing = await list(refresh)
      return { ...listing, found: listing.found.map(({ entry }) => entry) }
    },
    latest: async (refresh) => {
      const listing = await list(refresh)
      const best = listing.found.find(({ prerelease }) => !prerelease) ?? listing.found[0]
      if (best) return { ...listing, found: best.entry }
      const why =
        repository === undefined
          ? "No firmware repository is configured: set plugins.firmware.repository in platen.yaml."
          : `No release of ${repository} has a matching .bin file: publish one.`
      throw new NotFound(why, { code: "firmware_release_not_found", fields: { repo: listing.repo } })
    },
  }
}

type List = (refresh: boolean) => Promise<Listing<readonly Firmware[]>>

const emptyList: List = async () => ({ repo: "", cached: false, stale: false, found: [] })

/** A failure of the release server. */
interface Failure {
  readonly why: string
  readonly cause?: unknown
  /** When the server allows the next request: milliseconds since 1970 in UTC. */
  readonly retryAt?: number | undefined
}

/** A cached list with one request at a time. After a failure it pauses and returns the old list until a request succeeds. */
function cachedList({ fetch, clock, log }: Needs, repository: string, options: ServiceOptions): List {
  let good: { readonly found: readonly Firmware[]; readonly at: number } | undefined
  let pause: { readonly failure: Failure; readonly until: number } | undefined
  let flight: ReturnType<List> | undefined
  const oldList = (): Listing<readonly Firmware[]> => {
    if (good) return { repo: repository, cached: true, stale: true, found: good.found }
    throw new Unavailable(
      `The release server ${pause?.failure.why}, so the firmware of ${repository} cannot be listed: try again later.`,
      {
        code: "firmware_release_fetch_failed",
        fields: { repo: repository },
        cause: pause?.failure.cause,
        retryAfter: Math.ceil(((pause?.until ?? 0) - clock.now()) / 1000),
      },
    )
  }
  const asked = async (): ReturnType<List> => {
    const answer = await read(fetch, repository, options, clock)
    const now = clock.now()
    if ("why" in answer) {
      pause = { failure: answer, until: now + Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS, (answer.retryAt ?? 0) - now)) }
      log.warn(
        { repository, why: answer.why, until: new Date(pause.until).toISOString(), err: answer.cause },
        "firmware-list.failed",
      )
      return oldList()
    }
    good = { found: answer.found, at: now }
    pause = undefined
    return { repo: repository, cached: false, stale: false, found: good.found }
  }
  return async (refresh) => {
    // Absolute difference: after the clock was set back, neither the list nor the pause lasts for days.
    const elapsed = (since: number): number => Math.abs(clock.now() - since)
    if (!refresh && good && elapsed(good.at) < options.cacheMinutes * 60_000)
      return { repo: repository, cached: true, stale: false, found: good.found }
    const paused = pause && pause.until > clock.now() && elapsed(pause.until) <= MAX_PAUSE_MS
    if (paused && (!refresh || pause?.failure.retryAt !== undefined)) return oldList()
    return (flight ??= asked().finally(() => {
      flight = undefined
    }))
  }
}

async function read(
  fetch: OutboundFetch,
  repository: string,
  options: ServiceOptions,
  clock: Clock,
): Promise<Failure | { readonly found: readonly Firmware[] }> {
  let answer: OutboundAnswer
  try {
    answer = await fetch(`${options.endpoint.replace(/\/+$/, "")}/repos/${repository}/releases?per_page=30`, {
      headers: {
        accept: "application/vnd.github+json, application/json",
        ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      },
      maxBytes: MAX_BYTES,
      timeout: TIMEOUT_MS,
    })
  } catch (cause) {
    return { why: "does not give a usable answer", cause }
  }
  if (answer.status !== 200)
    return { why: `answered with status ${answer.status}`, retryAt: retryTime(answer, clock.now()) }
  try {
    const found = firmwareOf(answer.json(), options)
    return found ? { found } : { why: "did not answer with a list of releases" }
  } catch (cause) {
    return { why: "did not answer with a list of releases", cause }
  }
}

/** The time at which the server allows the next request, milliseconds since 1970 in UTC. Sources: RFC 9110 10.2.3, and GitHub's documentation of its rate limits. */
function retryTime({ status, headers }: OutboundAnswer, now: number): number | undefined {
  const after = headers["retry-after"]?.trim() ?? ""
  const later = /^\d+$/.test(after) ? now + Number(after) * 1000 : Date.parse(after)
  if (!Number.isNaN(later)) return later
  const reset = headers["x-ratelimit-reset"]?.trim() ?? ""
  const limited = (status === 403 || status === 429) && (headers["x-ratelimit-remaining"] ?? "0").trim() === "0"
  return limited && /^\d+$/.test(reset) ? Number(reset) * 1000 : undefined
}
