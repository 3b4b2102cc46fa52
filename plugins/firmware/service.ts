import { NotFound, Unavailable } from "platen/sdk"
import type { Clock, Log, OutboundAnswer, OutboundFetch } from "platen/sdk"
import { firmwareOf } from "./release.js"
import type { EntryOptions, Firmware, FirmwareEntry } from "./release.js"

const TIMEOUT_MS = 10_000
const MAX_BYTES = 4 << 20
/** How long upstream is left alone after a failure: at least, and at most where it names a time. */
const PAUSE_MS = 60_000
const MAX_PAUSE_MS = 3_600_000

/** What was found. `cached`: upstream was not asked now, or in vain; `stale`: in vain, or too long ago. */
export interface Listing<T> {
  readonly repo: string
  readonly cached: boolean
  readonly stale: boolean
  readonly found: T
}

export interface FirmwareService {
  /** Throws Unavailable when upstream does not give the list and never did. */
  releases(refresh: boolean): Promise<Listing<readonly FirmwareEntry[]>>
  /** The first that is no pre-release, else the first. Throws NotFound when there is none, and as `releases` does. */
  latest(refresh: boolean): Promise<Listing<FirmwareEntry>>
}

export interface ServiceOptions extends EntryOptions {
  /** "owner/name". Without one there is no firmware, and nobody is asked. */
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
  const list = repository === undefined ? nothing : cachedList(needs, repository, options)
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
          ? "No firmware repository is configured: name one under plugins.firmware.repository in platen.yaml."
          : `No release of ${repository} has a .bin file that fits: publish one.`
      throw new NotFound(why, { code: "firmware_release_not_found", fields: { repo: listing.repo } })
    },
  }
}

type List = (refresh: boolean) => Promise<Listing<readonly Firmware[]>>

const nothing: List = async () => ({ repo: "", cached: false, stale: false, found: [] })

/** Why there is no list, and when asking again is allowed. */
interface Failure {
  readonly why: string
  readonly cause?: unknown
  /** Milliseconds since 1970 in UTC, as upstream says. */
  readonly named?: number | undefined
}

/** One question at a time, whose answer is kept; after a failed one a pause, and the old list until one succeeds. */
function cachedList({ fetch, clock, log }: Needs, repository: string, options: ServiceOptions): List {
  let good: { readonly found: readonly Firmware[]; readonly at: number } | undefined
  let pause: { readonly failure: Failure; readonly until: number } | undefined
  let flight: ReturnType<List> | undefined
  const oldList = (): Listing<readonly Firmware[]> => {
    if (good) return { repo: repository, cached: true, stale: true, found: good.found }
    throw new Unavailable(
      `The release server ${pause?.failure.why}: the firmware of ${repository} cannot be listed now.`,
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
      pause = { failure: answer, until: now + Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS, (answer.named ?? 0) - now)) }
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
    // Both ways round, so that a clock that was set back does not keep the list or the pause for days.
    const elapsed = (since: number): number => Math.abs(clock.now() - since)
    if (!refresh && good && elapsed(good.at) < options.cacheMinutes * 60_000)
      return { repo: repository, cached: true, stale: false, found: good.found }
    const paused = pause && pause.until > clock.now() && elapsed(pause.until) <= MAX_PAUSE_MS
    if (paused && (!refresh || pause?.failure.named !== undefined)) return oldList()
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
    return { why: "gives no answer that can be used", cause }
  }
  if (answer.status !== 200) return { why: `answered ${answer.status}`, named: namedTime(answer, clock.now()) }
  try {
    const found = firmwareOf(answer.json(), options)
    return found ? { found } : { why: "answered no list of releases" }
  } catch (cause) {
    return { why: "answered no list of releases", cause }
  }
}

/** When upstream wants to be asked again. Sources: RFC 9110 10.2.3, and GitHub's documentation of its rate limits. */
function namedTime({ status, headers }: OutboundAnswer, now: number): number | undefined {
  const after = headers["retry-after"]?.trim() ?? ""
  const later = /^\d+$/.test(after) ? now + Number(after) * 1000 : Date.parse(after)
  if (!Number.isNaN(later)) return later
  const reset = headers["x-ratelimit-reset"]?.trim() ?? ""
  const limited = (status === 403 || status === 429) && (headers["x-ratelimit-remaining"] ?? "0").trim() === "0"
  return limited && /^\d+$/.test(reset) ? Number(reset) * 1000 : undefined
}
