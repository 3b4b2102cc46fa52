import { createHash } from "node:crypto"
import { append, NotFound, z } from "platen/sdk"
import { CONFIG, deviceKey, deviceScope } from "platen/sdk/device"
import { isOwned, unknownMode } from "platen/sdk/kit"
import type { Clock, Collection, Journal, JournalRow, RenderEvent, Store } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"
import { cutTo } from "./cut.js"

const shown = z.object({ mode: z.string(), data: z.unknown() })
export type Shown = z.output<typeof shown>
const favorite = shown.extend({ at: z.number() })

/** Maximum size in bytes of a history row and of a favorite, as JSON, and maximum number of favorites: the data of a device is bounded. */
export const MAX_ROW = 8 << 10
export const MAX_FAVORITE = 16 << 10
export const MAX_FAVORITES = 200
/** Lifetime of the favorites of an unclaimed device, which may never call again. */
const UNCLAIMED_SECONDS = 30 * 86_400
/** Number of rows in one read. */
const PAGE = 1000

export interface Favorite extends JournalRow<Shown> {
  /** Hash of the content: the same content has the same id. `time`: when it was last added. */
  readonly id: string
}

export interface Remembered extends JournalRow<Shown> {
  /** The id of the favorite with this content; undefined without one. */
  readonly favorite: string | undefined
}

export interface Library {
  /** Adds a row to the history, unless the device showed the same content just before. */
  remember(event: RenderEvent): Promise<void>
  /** Newest first. */
  history(
    realm: string,
    mac: string,
    options: { readonly limit: number; readonly offset: number; readonly mode?: string },
  ): Promise<readonly Remembered[]>
  /** Newest first. */
  favorites(
    realm: string,
    mac: string,
    options: { readonly limit: number; readonly offset: number },
  ): Promise<readonly Favorite[]>
  /**
   * Adds the content that was shown last as a favorite. `mode`: the last content of this mode, or the mode without content when it was
   * never shown. Throws Invalid for a mode that is not installed; NotFound without `mode` when nothing was shown.
   */
  like(realm: string, mac: string, mode: string | undefined): Promise<{ readonly id: string; readonly mode: string }>
  /** Adds a content as a favorite, as old as it is: `at`, milliseconds since 1970 in UTC. False: it is one already. `dry`: writes nothing. */
  keep(realm: string, mac: string, content: Shown & { readonly at: number }, dry: boolean): Promise<boolean>
  /** Throws NotFound. */
  unlike(realm: string, mac: string, id: string): Promise<void>
  /** The row that was shown last. Throws NotFound. */
  last(realm: string, mac: string): Promise<JournalRow<Shown>>
  forget(realm: string, mac: string): Promise<void>
}

interface Needs {
  readonly store: Store
  readonly clock: Clock
  readonly devices: Pick<Devices, "get">
  readonly modes: Pick<ModeCatalog, "get">
  /** Number of rows kept for each device, and the days after which a row is deleted. */
  readonly keep: number
  readonly days: number
}

/** The history and the favorites of devices. */
export function libraryOf({ store, clock, devices, modes, keep, days }: Needs): Library {
  const rows: Journal<Shown> = store.journal("shown", shown, { keep, days })
  /** The id of the content that each device showed last. */
  const newest = store.collection("newest", z.object({ id: z.string() }))
  const liked: Collection<z.output<typeof favorite>> = store.collection("favorites", favorite)
  const all = async (realm: string, mac: string): Promise<Favorite[]> => {
    const found = await liked.list({ prefix: `${deviceKey(realm, mac)}/`, limit: 1000 })
    return found
      .map(({ key, value: { at, ...row } }) => ({
        id: key.slice(deviceKey(realm, mac).length + 1),
        time: at,
        row: row as Shown,
      }))
      .sort((a, b) => b.time - a.time)
  }
  const forget = async (realm: string, mac: string): Promise<void> => {
    await rows.clear(deviceKey(realm, mac))
    await newest.delete(deviceKey(realm, mac))
    for (const { id } of await all(realm, mac)) await liked.delete(`${deviceKey(realm, mac)}/${id}`)
  }
  /** Writes, then deletes everything of a device that was forgotten or changed its owner during the write: the next owner must not read it. */
  const whileKnown = async (
    realm: string,
    mac: string,
    write: (device: Device) => Promise<"written" | "unchanged">,
    isStill: (device: Device) => boolean = () => true,
  ): Promise<void> => {
    const device = await devices.get(realm, mac)
    if (!device || !isStill(device) || (await write(device)) === "unchanged") return
    const after = await devices.get(realm, mac)
    if (!after || !isStill(after)) await forget(realm, mac)
  }
  const lastOf = async (realm: string, mac: string, mode?: string): Promise<JournalRow<Shown> | undefined> =>
    (await listed(rows, deviceKey(realm, mac), { limit: 1, offset: 0, mode }))[0]
  /** Adds a favorite; the oldest give way. Resolves to its id. */
  const add = async (realm: string, mac: string, { at, ...row }: Shown & { readonly at: number }): Promise<string> => {
    await whileKnown(realm, mac, async (device) => {
      await liked.set(
        `${deviceKey(realm, mac)}/${idOf(row)}`,
        { mode: row.mode, data: cutTo(row.data, MAX_FAVORITE), at },
        isOwned(device) || device.get(CONFIG).configured ? {} : { ttl: UNCLAIMED_SECONDS },
      )
      for (const old of (await all(realm, mac)).slice(MAX_FAVORITES))
        await liked.delete(`${deviceKey(realm, mac)}/${old.id}`)
      return "written"
    })
    return idOf(row)
  }
  return {
    forget,
    remember: async ({ realm, mac, isStill, picture: { mode, data } }) => {
      if (mac === undefined || mode === undefined || data === undefined || !modes.get(mode, [deviceScope(realm, mac)]))
        return
      const row = { mode, data: cutTo(data, MAX_ROW) }
      const [key, id] = [deviceKey(realm, mac), idOf(row)]
      // Most pages show what the device showed before.
      if ((await newest.get(key))?.id === id) return
      await whileKnown(
        realm,
        mac,
        async () => {
          let same = false
          await newest.update(
            key,
            (before) => {
              same = before?.id === id
              return { id }
            },
            {
              ttl: () => (same ? undefined : days * 86_400),
              with: () => (same ? [] : [append(rows, key, row)]),
            },
          )
          return same ? "unchanged" : "written"
        },
        isStill,
      )
    },
    favorites: async (realm, mac, { limit, offset }) => (await all(realm, mac)).slice(offset, offset + limit),
    history: async (realm, mac, options) => {
      const likes = new Set((await all(realm, mac)).map(({ id }) => id))
      const found = await listed(rows, deviceKey(realm, mac), options)
      return found.map((each) => ({ ...each, favorite: likes.has(idOf(each.row)) ? idOf(each.row) : undefined }))
    },
    like: async (realm, mac, wanted) => {
      const mode = wanted?.trim().toUpperCase()
      if (mode !== undefined && !modes.get(mode, [deviceScope(realm, mac)])) throw unknownMode(mode)
      const row = (await lastOf(realm, mac, mode))?.row ?? (mode === undefined ? undefined : { mode, data: {} })
      if (!row)
        throw new NotFound("This screen has shown nothing yet: wait for its first page, then add a favorite.", {
          code: "content-not-found",
        })
      return { id: await add(realm, mac, { ...row, at: clock.now() }), mode: row.mode }
    },
    keep: async (realm, mac, { at, mode, data }, dry) => {
      const row = { mode, data: cutTo(data, MAX_FAVORITE) }
      if ((await all(realm, mac)).some(({ id }) => id === idOf(row))) return false
      if (!dry) await add(realm, mac, { ...row, at })
      return true
    },
    unlike: async (realm, mac, id) => {
      if (!/^[\w-]{1,64}$/.test(id) || !(await liked.delete(`${deviceKey(realm, mac)}/${id}`)))
        throw new NotFound("This favorite does not exist: GET the list of favorites for their ids.", {
          code: "favorite-not-found",
        })
    },
    last: async (realm, mac) => {
      const row = await lastOf(realm, mac)
      if (!row)
        throw new NotFound("This screen has shown nothing yet: wait for its first page, then share it.", {
          code: "content-not-found",
        })
      return row
    },
  }
}

/** Rows of one mode or of all modes, newest first. Reads as many pages as it needs. */
async function listed(
  rows: Journal<Shown>,
  stream: string,
  { limit, offset, mode }: { readonly limit: number; readonly offset: number; readonly mode?: string | undefined },
): Promise<readonly JournalRow<Shown>[]> {
  if (mode === undefined) return rows.list(stream, { limit, offset })
  const found: JournalRow<Shown>[] = []
  for (let at = 0; found.length < offset + limit; at += PAGE) {
    const page = await rows.list(stream, { limit: PAGE, offset: at })
    found.push(...page.filter(({ row }) => row.mode === mode))
    if (page.length < PAGE) break
  }
  return found.slice(offset, offset + limit)
}

/** The id of a content: the same content has the same id, so that no favorite appears twice. */
function idOf({ mode, data }: Shown): string {
  return createHash("sha256")
    .update(JSON.stringify([mode, data]))
    .digest("base64url")
    .slice(0, 22)
}
