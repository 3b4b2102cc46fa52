import { z } from "platen/sdk"
import { defineSlice, RUNTIME } from "platen/sdk/device"
import { activeConfig } from "platen/sdk/kit"
import type { Catalog } from "platen/sdk"
import type {
  Choice,
  Chooser,
  ChooseRequest,
  Device,
  DeviceConfig,
  Strategy,
  StrategyContext,
  TimeWindow,
} from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"
import { choiceOf, contextOf, dueEntries, intervalOf, kept, nextEntry, settingsWith, staying } from "./playing.js"
import { hasPlaylist, PLAYING } from "./playlist.js"
import { timeWindowOf } from "./time-window.js"
import { wireConfig } from "./wire-config.js"

/** The memories of strategies, by their ids. */
export const MEMORIES = defineSlice(
  "configs/strategies",
  z.object({ memories: z.record(z.string(), z.unknown()).default({}) }),
  {
    row: "runtime",
  },
)

/** The chooser of `next=1`: the mode after the one that was shown last. */
export function nextMode(modes: ModeCatalog, strategies: Catalog<Strategy>): Chooser {
  return {
    id: "next-mode",
    rank: 40,
    choose: ({ device, next, scopes, now }) => {
      const known = next ? knownModes(device, modes, scopes) : undefined
      if (!device || !known) return undefined
      const { item, key } = nextEntry(device, known, now)
      const { mode } = item
      const config = activeConfig(device)
      const strategy = strategyOf(config, strategies)
      const memory = strategy && memoryOf(strategy, device)
      // The entry that a playlist was at ends here.
      const at = hasPlaylist(device) ? device.with(PLAYING, { key, since: now.epoch }) : device
      const shown = withoutReturned(at, mode)
      const after = strategy?.jump ? remembered(shown, strategy, strategy.jump(known, memory, mode)) : shown
      return { ...choice(mode, known, after), ...settingsWith(item, config) }
    },
  }
}

/** The chooser of the config's strategy. Modes whose page did not reach the device come first. */
export function strategyMode(modes: ModeCatalog, strategies: Catalog<Strategy>): Chooser {
  return {
    id: "config-strategy",
    rank: 90,
    choose: (request) => {
      const { device, scopes } = request
      const config = device && activeConfig(device)
      const known = knownModes(device, modes, scopes)
      if (!config || !known) return undefined
      return (
        returnedMode(device, known, request) ??
        (hasPlaylist(device)
          ? playlistChoice(device, known, config, request, strategies, modes)
          : strategyChoice(device, known, config, request, strategies, modes))
      )
    },
  }
}

/** The first undelivered mode that has not expired. */
function returnedMode(device: Device, known: readonly string[], { now }: ChooseRequest): Choice | undefined {
  const waiting = device
    .get(RUNTIME)
    .returned.filter(({ mode, until }) => known.includes(mode) && (until === undefined || until > now.epoch))
  const [first, ...rest] = waiting
  return first && choice(first.mode, known, device.with(RUNTIME, { returned: rest }))
}

function withoutAllReturned(device: Device): Device {
  return device.get(RUNTIME).returned.length === 0 ? device : device.with(RUNTIME, { returned: [] })
}

/** The device without an undelivered mode that is shown now by hand. */
function withoutReturned(device: Device, mode: string): Device {
  const { returned } = device.get(RUNTIME)
  const at = returned.findIndex((each) => each.mode === mode)
  return at < 0 ? device : device.with(RUNTIME, { returned: returned.toSpliced(at, 1) })
}

function strategyChoice(
  device: Device,
  known: readonly string[],
  config: DeviceConfig,
  request: ChooseRequest,
  strategies: Catalog<Strategy>,
  modes: ModeCatalog,
): Choice | undefined {
  const strategy = strategyOf(config, strategies)
  if (!strategy) return undefined
  const context = strategyContext(config, request, modes)
  const { mode, memory } = strategy.next(known, memoryOf(strategy, device), context)
  return { ...choice(mode, known, remembered(withoutAllReturned(device), strategy, memory)), detail: strategy.id }
}

/** The choice of a playlist: the page that is kept, the entry that stays, else the next of those that may be shown now. */
function playlistChoice(
  device: Device,
  known: readonly string[],
  config: DeviceConfig,
  request: ChooseRequest,
  strategies: Catalog<Strategy>,
  modes: ModeCatalog,
): Choice | undefined {
  const { now } = request
  const same = kept(device, known, request)
  if (same) {
    const { interval, playing } =
      same.minutes === undefined ? {} : intervalOf(same.minutes, device.get(PLAYING), config, now)
    const after = playing ? device.with(PLAYING, playing) : device
    return { ...choice(same.mode, known, after), detail: same.detail, ...(interval !== undefined && { interval }) }
  }
  const due = dueEntries(device, known, now)
  const stays = staying(device, due, now)
  if (stays) return { ...choiceOf(stays, due, { device, known, config, now }), detail: "stays" }
  const strategy = strategyOf(config, strategies)
  if (!strategy) return undefined
  const { mode: key, memory } = strategy.next(
    due.map((each) => each.key),
    memoryOf(strategy, device),
    contextOf(due, strategyContext(config, request, modes)),
  )
  const entry = due.find((each) => each.key === key)
  const after = remembered(withoutAllReturned(device), strategy, memory)
  return entry && { ...choiceOf(entry, due, { device: after, known, config, now }), detail: strategy.id }
}

function strategyContext(config: DeviceConfig, request: ChooseRequest, modes: ModeCatalog): StrategyContext {
  return {
    now: request.now,
    random: request.random,
    get windows() {
      return windowsOf(config)
    },
    suits: (id) => modes.get(id, request.scopes)?.suits,
  }
}

/** Of configs as they are kept: each is read once, since many wakes are chosen with the same. */
const windows = new WeakMap<DeviceConfig, readonly TimeWindow[]>()

function windowsOf(config: DeviceConfig): readonly TimeWindow[] {
  const known = windows.get(config) ?? wireConfig(config).timeSlotRules.flatMap((rule) => timeWindowOf(rule) ?? [])
  windows.set(config, known)
  return known
}

/** The config's strategy, or the first one when it is no longer installed. */
function strategyOf(config: DeviceConfig | undefined, strategies: Catalog<Strategy>): Strategy | undefined {
  return (config && strategies.get(config.strategy)) ?? strategies.list()[0]
}

function memoryOf(strategy: Strategy, device: Device): unknown {
  const memory = strategy.memory.safeParse(device.get(MEMORIES).memories[strategy.id])
  return memory.success ? memory.data : undefined
}

function remembered(device: Device, strategy: Strategy, memory: unknown): Device {
  const { memories } = device.get(MEMORIES)
  return device.with(MEMORIES, { memories: { ...memories, [strategy.id]: memory } })
}

/** The config's modes that are installed; undefined without a config, or when none is left. */
function knownModes(
  device: Device | undefined,
  modes: ModeCatalog,
  scopes: readonly string[],
): readonly string[] | undefined {
  const known = (device && activeConfig(device))?.modes.filter((id) => modes.get(id, scopes))
  return known && known.length > 0 ? known : undefined
}

/** A choice of `mode`, with the other modes as fallbacks in the config's cyclic order. */
function choice(mode: string, known: readonly string[], device: Device): Choice {
  const at = known.indexOf(mode)
  return {
    modes: [...known.slice(at), ...known.slice(0, at)],
    device: device.with(RUNTIME, { lastMode: mode }),
    taken: mode,
  }
}
