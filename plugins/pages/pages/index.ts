import type { KeyvStoreAdapter } from "keyv"
import {
  ANSWERS,
  CACHES,
  CHECKS,
  CLOCK,
  DATA_FOLDER,
  definePlugin,
  FETCH,
  LOG,
  OBSERVERS,
  onDispose,
  onReady,
  opening,
  provide,
  RANDOM,
  SERVICE,
  SetupError,
  STORE,
  TICKS,
  z,
} from "platen/sdk"
import type { Catalog, Log } from "platen/sdk"
import { QUOTAS } from "platen/sdk/device"
import { CHECKUPS } from "platen/sdk/doctor"
import { ICONS, PALETTES, PICTURES, RASTERIZER } from "platen/sdk/drawing"
import { DRAW, FRAMES, MESSAGES, MODES, NOTICE, SOURCE_READS, SOURCES } from "platen/sdk/mode"
import type { Mode } from "platen/sdk/mode"
import { ANSWER_STORES, COUNTERS, STORE_IS_SHARED } from "platen/sdk/servers"
import type { AnswerStore } from "platen/sdk/servers"
import { CACHE_BYTES, ContentMaker, OWN_BYTES } from "./content.js"
import { Drawing } from "./draw.js"
import { LastGoods } from "./last-good.js"
import { errorMessages } from "./messages.js"
import { modeCatalog } from "./mode-catalog.js"
import { noticesOf } from "./notices.js"
import { phrasesOf } from "./phrases.js"
import { answerKey, Answers, answerStore } from "./sources/answers.js"
import { TakingTurns } from "./sources/taking-turns.js"
import { ANSWER_BYTES, SharedFetch } from "./sources/shared-fetch.js"
import { SOURCE_BYTES, SourceReader } from "./sources/source-reader.js"
import { UnsetScripts } from "./scripts-checkup.js"

const PAGE_BYTES = 4 << 20
/** Milliseconds after which content is abandoned that somebody began to make. */
const DEADLINE_MS = 24_000

/** Opens the store of answers. `log`: of one of several servers, which says where they are. Each has its own memory before it. */
function begin(answers: Answers, log: Log | undefined, store = "each server for itself"): void {
  answers.begin()
  log?.info({ store }, "answers.opened")
}

/** Throws SetupError for a default mode that is not installed. */
function checkDefault(mode: string, modes: Catalog<Mode>): void {
  if (modes.get(mode)) return
  const ids = modes.list().map(({ id }) => id)
  throw new SetupError(
    `defaults.mode in platen.yaml names "${mode}", which is not installed: use one of ${ids.join(", ") || "no modes at all"}.`,
  )
}

/** Plugin that turns modes into pages: content with cache, last good content and fallback, frames, and error pages. */
export default definePlugin({
  id: "pages",
  config: z.strictObject({
    /** Seconds that a device waits for content that was never made. */
    contentSeconds: z.number().min(0.001).max(8).default(2),
    /** Seconds that a person waits for it at a preview, well below the 10 s in which it must respond. */
    previewSeconds: z.number().min(0.001).max(8).default(8),
  }),
  needs: {
    store: STORE,
    clock: CLOCK,
    ticks: TICKS,
    log: LOG,
    service: SERVICE,
    fetch: FETCH,
    random: RANDOM,
    caches: CACHES,
    dataFolder: DATA_FOLDER,
    kept: ANSWERS,
    rasterizer: RASTERIZER,
    pictures: PICTURES,
    palettes: PALETTES,
    icons: ICONS,
    modes: MODES,
    sources: SOURCES,
    frames: FRAMES,
    messages: MESSAGES,
    quotas: QUOTAS,
    counters: COUNTERS,
    answerStores: ANSWER_STORES,
    isShared: STORE_IS_SHARED,
  },
  opens: [opening(MODES, modeCatalog), SOURCES, FRAMES, opening(MESSAGES, phrasesOf), ANSWER_STORES],
  provides: [DRAW, NOTICE, SOURCE_READS],
  adopts: ["last-good"],
  setup: async (
    { store, caches, sources, modes, service, quotas, dataFolder, kept, counters, answerStores, isShared, ...needs },
    { contentSeconds, previewSeconds },
  ) => {
    const { clock, log } = needs
    const named = await answerStore(kept, dataFolder)
    const shared = (): AnswerStore | undefined => (kept.store === undefined ? answerStores.list()[0] : undefined)
    const answers = new Answers({
      clock,
      log,
      memory: caches(SOURCE_BYTES),
      store: () => named ?? (shared()?.adapter as KeyvStoreAdapter | undefined),
      key: () => answerKey(store),
    })
    const fetching = new SharedFetch({ ...needs, answers: caches(ANSWER_BYTES) })
    const reads = new SourceReader({
      clock,
      log,
      service,
      sources,
      fetching,
      answers,
      turns: new TakingTurns(clock, counters),
    })
    const lastGood = new LastGoods({ store, log, quotas })
    const contents = new ContentMaker({
      ...needs,
      service,
      sources: reads,
      kept: caches(CACHE_BYTES),
      own: caches(OWN_BYTES),
      lastGood,
      timeout: { device: contentSeconds * 1000, preview: previewSeconds * 1000 },
      deadline: DEADLINE_MS,
      isShared,
    })
    const notices = noticesOf(needs)
    const unset = new UnsetScripts(needs)
    const drawing = new Drawing({ ...needs, service, modes, contents, notices, unset, pages: caches(PAGE_BYTES) })
    return [
      provide(DRAW, drawing),
      provide(NOTICE, notices.ofError),
      provide(SOURCE_READS, reads),
      MESSAGES.of(errorMessages),
      CHECKUPS.of(unset.checkup),
      OBSERVERS.of({ id: "pages", forgotten: (device) => contents.forget(device) }),
      onReady(() => begin(answers, isShared ? log : undefined, kept.store ?? shared()?.id)),
      onDispose(() => lastGood.settled()),
      onDispose(() => answers.close()),
      CHECKS.of(() => checkDefault(service.defaults.mode, modes)),
    ]
  },
})
