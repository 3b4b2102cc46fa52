import { Upstream, z } from "platen/sdk"
import type { Quotas } from "platen/sdk/device"
import type { OutboundFetch, Store } from "platen/sdk"
import type { ContentContext, DrawRequest, Mode, Outcome, Source } from "platen/sdk/mode"
import { byteCache } from "../../../../kernel/engine/text/cache.js"
import { localTime } from "platen/sdk/kit"
import { CACHE_BYTES, ContentMaker, OWN_BYTES } from "../../../../plugins/pages/pages/content.js"
import { lastGoodSchema, LastGoods } from "../../../../plugins/pages/pages/last-good.js"
import type { Content } from "../../../../plugins/pages/pages/content.js"
import { ANSWER_BYTES, SharedFetch } from "../../../../plugins/pages/pages/sources/shared-fetch.js"
import { Answers } from "../../../../plugins/pages/pages/sources/answers.js"
import { TakingTurns } from "../../../../plugins/pages/pages/sources/taking-turns.js"
import { countersInMemory } from "platen/sdk/servers"
import { SOURCE_BYTES, SourceReader } from "../../../../plugins/pages/pages/sources/source-reader.js"
import { fakeClock, fakeLog, fakeStore } from "../../../testing/index.js"
import type { FakeClock, FakeLog } from "../../../testing/index.js"

export const REQUEST: DrawRequest = {
  modes: ["TEST"],
  language: "en",
  timeZone: "UTC",
  width: 400,
  height: 300,
  palette: "bw",
  codec: "png",
}

/** Milliseconds that a device waits for content, and after which it is abandoned. */
export const PATIENCE = 2_000
export const DEADLINE = 24_000
/** Milliseconds that it waits where it has old content. */
export const GRACE = 40

export interface MakerOptions {
  readonly clock?: FakeClock
  readonly store?: Store
  readonly sources?: readonly Source[]
  readonly fetch?: OutboundFetch
  /** Default: there is always room. */
  readonly quotas?: Quotas
}

/** A content maker on a store in memory. `kept`: the keys of what it has stored. */
export function contentMaker({
  clock = fakeClock(),
  store = fakeStore(clock),
  sources = [],
  fetch = () => Promise.reject(new Upstream("The network is gone.")),
  quotas = { set: async () => {}, used: async () => 0 },
}: MakerOptions = {}): {
  readonly maker: ContentMaker
  readonly clock: FakeClock
  readonly log: FakeLog
  readonly kept: () => Promise<readonly string[]>
  /** Resolves once nothing is being written. */
  readonly settled: () => Promise<void>
} {
  const log = fakeLog()
  const rows = store.collection("last-good", lastGoodSchema)
  const lastGood = new LastGoods({ store, log, quotas })
  const maker = new ContentMaker({
    clock,
    log,
    timeout: { device: PATIENCE, preview: PATIENCE },
    deadline: DEADLINE,
    isShared: false,
    lastGood,
    service: { localTime },
    sources: new SourceReader({
      clock,
      log,
      service: { defaults: { language: "en", mode: "DAILY", timeZone: "UTC" } },
      sources: { get: (name) => sources.find((source) => source.name === name), list: () => sources },
      answers: new Answers({
        clock,
        log,
        memory: byteCache(SOURCE_BYTES),
        store: () => undefined,
        key: () => Promise.resolve("key"),
      }),
      turns: new TakingTurns(clock, countersInMemory(clock)),
      fetching: new SharedFetch({
        fetch,
        clock,
        ticks: clock.now,
        random: () => 0.5,
        answers: byteCache(ANSWER_BYTES),
      }),
    }),
    kept: byteCache(CACHE_BYTES),
    own: byteCache(OWN_BYTES),
  })
  const kept = async (): Promise<readonly string[]> => (await rows.list()).map(({ key }) => key)
  return { maker, clock, log, kept, settled: () => lastGood.settled() }
}

export interface Numbered extends Mode {
  /** The context of every call of `content`. */
  readonly calls: readonly ContentContext[]
}

type Parts = Omit<Partial<Mode>, "content" | "settings"> & {
  readonly settings?: z.ZodType
  /** `n`: the how manieth call. */
  content?(context: ContentContext, n: number): Promise<Outcome<unknown>>
}

/** A mode whose content is the number of the call; its fallback is -1. */
export function numbered({ content = (_, n) => Promise.resolve({ data: { n } }), ...parts }: Parts = {}): Numbered {
  const calls: ContentContext[] = []
  return {
    id: "TEST",
    title: { en: "Test" },
    data: z.object({ n: z.number() }),
    calls,
    content: (context) => content(context, calls.push(context)),
    fallback: () => ({ n: -1 }),
    view: (_, { language }) => ({ body: { type: "spacer" }, language }),
    ...parts,
  }
}

/** The number that content shows. */
export function shown(content: Content | { readonly skip: string }): number {
  if ("skip" in content) throw new Error(`skipped: ${content.skip}`)
  return (content.data as { n: number }).n
}

export interface Gate<T> {
  open(value: T): void
  fail(error: Error): void
  readonly waiting: Promise<T>
}

/** A promise that is settled from outside. */
export function gate<T>(): Gate<T> {
  let [open, fail]: [(value: T) => void, (error: Error) => void] = [() => {}, () => {}]
  const waiting = new Promise<T>((resolve, reject) => {
    ;[open, fail] = [resolve, reject]
  })
  return { open: (value) => open(value), fail: (error) => fail(error), waiting }
}
