import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { deflateRaw, inflateRaw } from "node:zlib"
import { PlatenError, put, z } from "platen/sdk"
import { lruSet } from "platen/sdk/kit"
import type { Collection, Log, Store } from "platen/sdk"
import type { DeviceId, Quotas } from "platen/sdk/device"

/** `of`: digest of the input, because other inputs share the same key. `until`, `at`: how long it is fresh, for which day and hour. `parts`: rows that hold the data, compressed. */
export const lastGoodSchema = z.object({
  data: z.unknown(),
  madeAt: z.number(),
  of: z.string().default(""),
  until: z.number().default(0),
  at: z.string().default(""),
  parts: z.number().int().min(0).default(0),
})
type Row = z.output<typeof lastGoodSchema>

/** The last content of a mode that was whole. `madeAt`: milliseconds since 1970 in UTC. */
export interface LastGood {
  readonly data: unknown
  readonly madeAt: number
  /** Until then it is fresh, for the day and the hour of `at`. */
  readonly until: number
  readonly at: string
}

/** The place of a last good content. */
export interface Slot {
  readonly mode: string
  /** Everything that the content depends on, without day and hour. */
  readonly input: string
  /** Device under which it is stored: content from a device's own settings can hold private text. */
  readonly device: DeviceId | undefined
  /** True for a user's mode. */
  readonly scoped: boolean
}

const DAYS = 30
const TTL = { ttl: DAYS * 86_400 }
/** Number of stored contents per mode: shared, of one device, and of a user's mode. It is bounded because callers can request any language and tone. */
const SLOTS = { shared: 4096, device: 16, scoped: 1 }
/** Characters of JSON above which a content is compressed, and of one part. */
const PLAIN = 16_384
const PART = 16_384
/** Contents count in the quota of their device in steps of so many bytes, so that it is not written each time. */
const STEP = 4_096
/** Contents whose count, or whose refusal, is remembered. */
const MAX_REMEMBERED = 4_096
const deflated = promisify(deflateRaw)
const inflated = promisify(inflateRaw)

interface Needs {
  readonly store: Store
  readonly log: Log
  readonly quotas: Pick<Quotas, "set">
}

/** The last good contents, across restarts. Those of devices count in their quotas, and go with their owners. */
export class LastGoods {
  readonly #needs: Needs
  readonly #rows: Collection<Row>
  /** Bytes for which a slot was counted last. */
  readonly #counted = new Map<string, number>()
  /** Why the newest content of a slot was not kept. */
  readonly #refused = new Map<string, PlatenError>()
  /** How often the contents of a device were deleted. */
  readonly #deleted = new Map<string, number>()
  readonly #writes = new Map<Promise<void>, string>()

  constructor(needs: Needs) {
    this.#needs = needs
    this.#rows = needs.store.collection("last-good", lastGoodSchema)
  }

  /** Undefined where there is none, or where it cannot be read. */
  async get(slot: Slot): Promise<LastGood | undefined> {
    const { key, of } = keysOf(slot)
    try {
      const row = await this.#rows.get(key)
      if (row?.of !== of) return undefined
      return row.parts === 0 ? row : { ...row, data: await this.#joined(key, row.parts) }
    } catch {
      return undefined
    }
  }

  /** Whether any content was not kept. */
  get hasRefused(): boolean {
    return this.#refused.size > 0
  }

  /** Why the newest content was not kept; undefined when it was. */
  refusal(slot: Slot): PlatenError | undefined {
    return this.#refused.get(keysOf(slot).key)
  }

  /** A mark to be taken before a content is made: it is kept only if its device was not forgotten since. */
  mark({ device }: Pick<Slot, "device">): number {
    return device ? (this.#deleted.get(folderOf(device)) ?? 0) : 0
  }

  /** Keeps a content in the background. `json`: its data. `mark`: of before it was made. */
  keep(slot: Slot, content: LastGood & { readonly json: string }, mark: number): void {
    const write = this.#kept(slot, content, mark)
      .catch((error: unknown) => this.#needs.log.warn({ mode: slot.mode, err: error }, "content-write.failed"))
      .finally(() => this.#writes.delete(write))
    this.#writes.set(write, slot.device ? folderOf(slot.device) : "")
  }

  /** Resolves once nothing is being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writes.keys())
  }

  /** Deletes all contents of a device. */
  async forget(device: DeviceId): Promise<void> {
    const folder = folderOf(device)
    lruSet(this.#deleted, folder, (this.#deleted.get(folder) ?? 0) + 1, MAX_REMEMBERED)
    await Promise.all([...this.#writes].flatMap(([write, of]) => (of === folder ? [write] : [])))
    for (const map of [this.#counted, this.#refused])
      for (const key of map.keys()) if (key.startsWith(folder)) map.delete(key)
    for (
      let rows = await this.#rows.list({ prefix: folder });
      rows.length > 0;
      rows = await this.#rows.list({ prefix: folder })
    ) {
      for (const { key } of rows) await this.#rows.delete(key)
    }
  }

  async #kept(slot: Slot, content: LastGood & { readonly json: string }, mark: number): Promise<void> {
    const { data, madeAt, until, at, json } = content
    const { key, of } = keysOf(slot)
    const parts = json.length > PLAIN ? partsOf(await deflated(json)) : []
    // Nobody is there to count what is shared.
    if (!slot.device && parts.length > 1) return
    const bytes = json.length > PLAIN ? parts.reduce((sum, part) => sum + part.length, 0) : json.length
    if (slot.device && !(await this.#counts(slot.device, key, slot.mode, bytes))) return
    if (mark !== this.mark(slot)) return
    const known = await this.#rows.get(key)
    // Another server has kept a newer one.
    if (known?.of === of && known.madeAt > madeAt) return
    const before = known?.parts ?? 0
    const row: Row = { data: parts.length === 0 ? data : null, madeAt, of, until, at, parts: parts.length }
    await this.#needs.store.batch([
      put(this.#rows, key, row, TTL),
      ...parts.map((part, i) =>
        put(this.#rows, partKey(key, i), { data: part, madeAt, of, until: 0, at: "", parts: 0 }, TTL),
      ),
      ...Array.from({ length: Math.max(0, before - parts.length) }, (_, i) =>
        put(this.#rows, partKey(key, parts.length + i), undefined),
      ),
    ])
  }

  /** Counts a content in the quota of its device. False where there is no room: then the one before it stays. */
  async #counts(device: DeviceId, key: string, mode: string, bytes: number): Promise<boolean> {
    const counted = Math.ceil(bytes / STEP) * STEP
    if (this.#counted.get(key) === counted) return true
    try {
      await this.#needs.quotas.set(device, `content/${key.slice(folderOf(device).length)}`, counted)
    } catch (error) {
      if (!(error instanceof PlatenError && error.code === "storage-limit-reached")) throw error
      lruSet(this.#refused, key, error, MAX_REMEMBERED)
      this.#needs.log.info({ mode, mac: device.mac, bytes }, "content-write.refused")
      return false
    }
    lruSet(this.#counted, key, counted, MAX_REMEMBERED)
    this.#refused.delete(key)
    return true
  }

  async #joined(key: string, parts: number): Promise<unknown> {
    const rows = await Promise.all(Array.from({ length: parts }, (_, i) => this.#rows.get(partKey(key, i))))
    const text = rows.map((row) => row?.data as string).join("")
    return JSON.parse((await inflated(Buffer.from(text, "base64"))).toString("utf8")) as unknown
  }
}

/** Prefix of the store keys of a device. It cannot clash with a mode's id, which has no lower-case letters. */
export function folderOf({ realm, mac }: DeviceId): string {
  return `device/${realm}/${mac}/`
}

/** Store key: short, without private settings, independent of the load order, and bounded in number per mode. A device's keys share a prefix. */
function keysOf({ mode, input, device, scoped }: Slot): { readonly key: string; readonly of: string } {
  const folder = device ? folderOf(device) : ""
  const digest = createHash("sha256").update(input).digest()
  const slots = SLOTS[scoped ? "scoped" : device ? "device" : "shared"]
  return { key: `${folder}${mode}/${digest.readUInt32BE() % slots}`, of: digest.toString("base64url") }
}

function partKey(key: string, index: number): string {
  return `${key}/${index}`
}

/** Bytes as texts in base64. */
function partsOf(bytes: Buffer): readonly string[] {
  const text = bytes.toString("base64")
  return Array.from({ length: Math.ceil(text.length / PART) }, (_, i) => text.slice(i * PART, (i + 1) * PART))
}
