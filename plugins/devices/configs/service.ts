import { Invalid, NotFound, TooLarge } from "platen/sdk"
import { CONFIG, deviceScope, RUNTIME } from "platen/sdk/device"
import { DEFAULT_MINUTES, activeConfig, activeRecord, NEW_DEVICE } from "platen/sdk/kit"
import type { Catalog, Clock, Issue, LocalDay, Log, Secrets, Service } from "platen/sdk"
import type { ConfigRecord, Device, Devices, Strategy } from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"
import { withPlaces } from "./locate.js"
import type { Locate } from "./locate.js"
import { patchOf } from "./fields.js"
import type { ConfigBody } from "./fields.js"
import { checkNested, checkOverrides, overridesShown, withoutRemoved } from "./overrides.js"
import type { Earlier } from "./overrides.js"
import { PLAYLIST } from "./playlist.js"
import { modesChanged } from "./playlists.js"
import { withActive, withRecord } from "./records.js"
import { knownInRules } from "./rules.js"
import { shown } from "./shown.js"
import { storedConfig, wireConfig } from "./wire-config.js"
import type { WireConfig } from "./wire-config.js"

/** Number of config records kept for each device. */
const MAX_RECORDS = 5
/** Maximum size in bytes of a config as the device reads it: the firmware holds it twice in memory. */
const MAX_BYTES = 16_384
/** Maximum number of characters of a config as it is stored. */
const MAX_STORED = 64 << 10
/** Milliseconds since the last poll of its state in which a device that reads its config has not booted. */
const POLLED_MS = 10_000
/** Bounds of the reported faults and of their paths (characters): together they could be far longer than the body. */
const MAX_ISSUES = 20
const MAX_PATH = 200

/** Who saves. `isPerson`: a user, not the device itself. `lends`: the owner or an admin, whose rights a page may have. */
export interface SavedBy {
  readonly isPerson: boolean
  readonly lends: boolean
}
const BY_DEVICE: SavedBy = { isPerson: false, lends: false }

/** A checked body. `change`: the device with the new record, and its id. Pure; throws TooLarge. */
export interface PreparedConfig {
  readonly warnings: readonly string[]
  change(device: Device | undefined): { readonly device: Device; readonly id: number }
}

export interface Configs {
  /** Checks a body and writes nothing. `by`: who saves it. `locate`: finds the places of cities; without it they have none. Throws Invalid, naming the first twenty faulty fields. */
  prepare(realm: string, mac: string, body: ConfigBody, by?: SavedBy, locate?: Locate): Promise<PreparedConfig>
  /** Prepares a body and writes it. Resolves to the id of the new record and the warnings. Throws Invalid and TooLarge. */
  save(
    ...prepared: Parameters<Configs["prepare"]>
  ): Promise<{ readonly id: number; readonly warnings: readonly string[] }>
  /** What a save of the body changes, without its places, and the warnings. `before`: the active config. Writes nothing. Throws as `save` does. */
  check(realm: string, mac: string, body: ConfigBody, by?: SavedBy): Promise<Checked & { readonly before?: WireConfig }>
  /** The active record. Throws NotFound, also when `unconfirmed`. */
  current(realm: string, mac: string, unconfirmed?: boolean): Promise<ConfigRecord>
  /** Newest first. */
  history(realm: string, mac: string): Promise<readonly ConfigRecord[]>
  /** `by`: the account of the owner, who brings back what was saved since they have the device; undefined: an admin. Throws NotFound. */
  activate(realm: string, mac: string, id: number, by?: string): Promise<void>
  /** Records a boot: the device itself has read its config, and polled no state just before. Only for a device that listens for alerts. Never rejects. */
  booted(realm: string, mac: string): Promise<void>
  /** A device whose config has other modes and another strategy: a new record, where they differ. Throws TooLarge. */
  withModes(realm: string, mac: string, device: Device, modes: readonly string[], strategy: string | undefined): Device
  /** A record as callers read it. */
  shown(realm: string, mac: string, record: ConfigRecord): Readonly<Record<string, unknown>>
}

interface Needs {
  readonly devices: Devices
  readonly modes: ModeCatalog
  readonly strategies: Catalog<Strategy>
  readonly service: Service
  readonly clock: Clock
  readonly log: Pick<Log, "warn">
  readonly secrets: Pick<Secrets, "seal">
}

export function configsOf(needs: Needs): Configs {
  const { devices, clock, service } = needs
  const today = (): LocalDay => service.localTime(clock.now(), service.defaults.timeZone)
  const asRead: Configs["shown"] = (realm, mac, record) => {
    const modes = scopedTo(needs.modes, [deviceScope(realm, mac)])
    const config = wireConfig(record.config)
    return shown(mac, record, { ...config, modeOverrides: overridesShown(config.modeOverrides, modes, today) })
  }
  const check: Configs["check"] = async (realm, mac, body, { lends } = BY_DEVICE) => {
    const known = await devices.get(realm, mac)
    const record = known && activeConfig(known)
    const before = record && wireConfig(record)
    const found = checked(body, needs, [deviceScope(realm, mac)], today, {
      stored: (id) => [before?.modeOverrides[id] ?? []].flat(),
      seal: needs.secrets.seal,
      lends,
    })
    if (known && found.patch.modes && isReplaced(known, record?.modes, found.patch.modes))
      found.warnings.push(
        "modes: they replace the playlist, whose hours, weekdays, weights and settings are gone: save it with PUT /api/device/{mac}/playlist to keep them.",
      )
    return { ...found, ...(before && { before }) }
  }
  const prepare: Configs["prepare"] = async (realm, mac, body, by = BY_DEVICE, locate = undefined) => {
    const { warnings, before, removed, ...valid } = await check(realm, mac, body, by)
    const patch = locate ? await withPlaces(valid.patch, before, locate, warnings) : valid.patch
    const change: PreparedConfig["change"] = (now) => {
      const device = now ?? NEW_DEVICE
      const stored = activeConfig(device)
      const config = storedConfig(
        merged(stored ? wireConfig(stored) : defaultsOf(service), { patch, removed }, service),
      )
      const { device: after, record: made } = withRecord(device, config, { now: clock.now(), most: MAX_RECORDS })
      checkSize(asRead(realm, mac, made))
      checkStored(config)
      const saved = withPlain(after, stored?.modes)
        .with(CONFIG, { configured: device.get(CONFIG).configured || by.isPerson })
        .with(RUNTIME, { pendingRefresh: true, ...(by.isPerson && { actedAt: clock.now() }) })
      return { device: saved, id: made.id }
    }
    return { warnings, change }
  }
  return {
    shown: asRead,
    check,
    withModes: (realm, mac, device, modes, strategy) => {
      const stored = activeConfig(device)
      const wire = stored ? wireConfig(stored) : defaultsOf(service)
      const changed = modesChanged(wire, modes, strategy)
      if (!changed && stored) return device
      const made = withRecord(device, storedConfig(changed ?? wire), { now: clock.now(), most: MAX_RECORDS })
      checkSize(asRead(realm, mac, made.record))
      return made.device
    },
    booted: async (realm, mac) => {
      try {
        await devices.update(realm, mac, (device) => device && afterBoot(device, clock.now()))
      } catch (error) {
        // The device must get its config even so: without it, the device does not listen for alerts.
        needs.log.warn({ mac, err: error }, "boot-write.failed")
      }
    },
    prepare,
    save: async (realm, mac, ...given) => {
      const { warnings, change } = await prepare(realm, mac, ...given)
      let id = 0
      await devices.update(realm, mac, (now) => {
        const made = change(now)
        id = made.id
        return made.device
      })
      return { id, warnings }
    },
    current: async (realm, mac, unconfirmed = false) => {
      const device = unconfirmed ? undefined : await devices.get(realm, mac)
      const record = device && activeRecord(device)
      if (!record)
        throw new NotFound(`${mac} has no config yet: save one with POST /api/config.`, { code: "config-not-found" })
      return record
    },
    history: async (realm, mac) => (await devices.get(realm, mac))?.get(CONFIG).records ?? [],
    activate: async (realm, mac, id, by) => {
      let found = false
      await devices.update(realm, mac, (device) => {
        const after = device && withActive(device, id, by)
        found = after !== undefined
        return after?.with(RUNTIME, { pendingRefresh: true, actedAt: clock.now() }) ?? device
      })
      if (!found)
        throw new NotFound(`${mac} has no config ${id}: its history lists the saved configs.`, {
          code: "config-not-found",
        })
    },
  }
}

/** A device that has read its config: newer firmware does so before each page in live mode, too, right after it has polled its state. */
function afterBoot(device: Device, now: number): Device {
  const { polledAt = -Infinity } = device.get(RUNTIME)
  const isLive = now - polledAt <= POLLED_MS
  return activeConfig(device)?.listening && !isLive ? device.with(RUNTIME, { bootedAt: now }) : device
}

/** A device whose playlist says no more than its config, where that has other modes than before. */
function withPlain(device: Device, before: readonly string[] | undefined): Device {
  const modes = activeConfig(device)?.modes ?? []
  return isReplaced(device, before, modes) ? device.with(PLAYLIST, { items: [] }) : device
}

/** Whether a device has a playlist, and other modes now than before. */
function isReplaced(device: Device, before: readonly string[] | undefined, modes: readonly string[]): boolean {
  const isSame = before?.length === modes.length && modes.every((mode, i) => mode === before[i])
  return !isSame && device.get(PLAYLIST).items.length > 0
}

/** A body, checked. `patch`: the fields that it sets; `removed`: the modes whose settings it removes. */
interface Checked {
  readonly patch: Partial<WireConfig>
  readonly removed: readonly string[]
  readonly warnings: string[]
}

/** The body, checked against the catalogs. Throws Invalid. */
function checked(
  body: ConfigBody,
  { modes, strategies, service }: Needs,
  scopes: readonly string[],
  today: () => LocalDay,
  earlier: Earlier,
): Checked {
  const { patch: given, unknown } = patchOf(body)
  const { patch, removed } = withoutRemoved(given)
  const issues: Issue[] = checkNested(patch)
  const warnings = unknown
    .slice(0, 20)
    .map((name) => `"${name.slice(0, 60)}" is not a field of a config: it was ignored.`)
  const accepted: Partial<WireConfig> = { ...patch }
  if (patch.modes) accepted.modes = knownModes(patch.modes, scopedTo(modes, scopes), warnings, issues)
  if (patch.strategy !== undefined && !strategies.get(patch.strategy))
    issues.push({
      path: "strategy",
      message: `must be one of ${strategies
        .list()
        .map(({ id }) => id)
        .join(", ")}`,
    })
  if (patch.timeZone && !service.isTimeZone(patch.timeZone))
    issues.push({ path: "timezone", message: 'must be an IANA name, such as "Europe/Berlin"' })
  if (patch.timeSlotRules) accepted.timeSlotRules = knownInRules(patch.timeSlotRules, scopedTo(modes, scopes), warnings)
  if (patch.modeOverrides)
    accepted.modeOverrides = checkOverrides(
      patch.modeOverrides,
      scopedTo(modes, scopes),
      { warnings, issues },
      today,
      earlier,
    )
  if (issues.length > 0) {
    const reported = issues
      .slice(0, MAX_ISSUES)
      .map(({ path, message }) => ({ path: path.slice(0, MAX_PATH), message }))
    throw new Invalid(
      reported
        .slice(0, 3)
        .map(({ path, message }) => `The field "${path}" is invalid: ${message}.`)
        .join(" "),
      { issues: reported },
    )
  }
  return { patch: accepted, removed, warnings }
}

/** The catalog as one device sees it. */
function scopedTo(modes: ModeCatalog, scopes: readonly string[]): ModeCatalog {
  return { ...modes, get: (id) => modes.get(id, scopes), list: () => modes.list(scopes) }
}

function knownModes(given: readonly string[], modes: ModeCatalog, warnings: string[], issues: Issue[]): string[] {
  const ids = [...new Set(given.map((id) => id.trim().toUpperCase()))]
  const known = ids.filter((id) => modes.get(id))
  for (const id of ids.filter((each) => !known.includes(each)).slice(0, 20))
    warnings.push(`There is no mode "${id.slice(0, 60)}": it was removed.`)
  if (known.length === 0)
    issues.push({
      path: "modes",
      message: `none of these modes is installed: use some of ${modes
        .list()
        .map(({ id }) => id)
        .join(", ")}`,
    })
  return known
}

/** The config with the patch. Omitted fields, and settings of modes that it does not name, keep their value, but a new city resets all other fields of the place. Throws Invalid for too many settings of all modes together. */
function merged(
  base: WireConfig,
  { patch, removed }: Pick<Checked, "patch" | "removed">,
  service: Service,
): WireConfig {
  const moved = patch.city !== undefined && patch.city !== base.city
  const config = {
    ...base,
    ...(moved && { latitude: null, longitude: null, timeZone: "", admin1: "", country: "" }),
    ...patch,
    modeOverrides: Object.fromEntries(
      Object.entries({ ...base.modeOverrides, ...patch.modeOverrides }).filter(([id]) => !removed.includes(id)),
    ),
  }
  const issues = checkNested(config)
  if (issues.length > 0) throw new Invalid("The settings of all modes together are too many.", { issues })
  // One coordinate alone is useless.
  if ((config.latitude === null) !== (config.longitude === null))
    Object.assign(config, { latitude: null, longitude: null })
  return {
    ...config,
    zone: config.timeZone || zoneOf(config, service),
  }
}

function zoneOf({ latitude, longitude }: WireConfig, service: Service): string {
  return latitude === null || longitude === null ? "" : (service.timeZoneAt(latitude, longitude) ?? "")
}

/** The config of a device of which nothing is stored. */
export function defaultsOf({ defaults }: Pick<Service, "defaults">): WireConfig {
  return {
    nickname: "",
    modes: [defaults.mode],
    strategy: "random",
    refreshInterval: DEFAULT_MINUTES,
    language: defaults.language,
    tone: "neutral",
    characterTones: [],
    city: "",
    latitude: null,
    longitude: null,
    timeZone: "",
    zone: "",
    admin1: "",
    country: "",
    llmProvider: "",
    llmModel: "",
    imageProvider: "",
    imageModel: "",
    countdownEvents: [],
    timeSlotRules: [],
    memoText: "",
    modeOverrides: {},
    focusListening: false,
    alwaysActive: false,
  }
}

/** Secrets are longer than what is read of them. */
function checkStored(config: ConfigRecord["config"]): void {
  const { length } = JSON.stringify(config)
  if (length > MAX_STORED)
    throw new TooLarge(
      `The config has ${length} characters with its secrets, and the maximum is ${MAX_STORED}: use fewer secrets.`,
    )
}

function checkSize(read: Readonly<Record<string, unknown>>): void {
  const bytes = new TextEncoder().encode(JSON.stringify(read)).length
  if (bytes > MAX_BYTES)
    throw new TooLarge(
      `The config has ${bytes} bytes as the device reads it, and the maximum is ${MAX_BYTES}: shorten its texts.`,
    )
}
