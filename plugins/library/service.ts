import { createHash } from "node:crypto"
import { append, NotFound, z } from "platen/sdk"
import { deviceKey, deviceScope } from "platen/sdk/device"
import { unknownMode } from "platen/sdk/mode"
import type { Clock, Collection, Journal, JournalRow, RenderEvent, Store } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"
import { cutTo } from "./cut.js"

const shown = z.object({ mode: z.string(), data: z.unknown() })
export type Shown = z.output<typeof shown>
const favorite = shown.extend({ at: z.number() })

/** Bytes of a row as JSON, and favorites of a device: what a device keeps is bounded by construction. */
export const MAX_ROW = 8 << 10
export const MAX_FAVORITE = 16 << 10
export const MAX_FAVORITES = 200
/** What is liked of a device that nobody has made their own: it may be gone tomorrow, and its favorites with it. */
const UNOWNED_SECONDS = 30 * 86_400
/** Rows that are read at once. */
const PAGE = 1000

export interface Favorite extends JournalRow<Shown> {
  /** The same for the same content, however often it is shown or liked. `time`: when it was liked last. */
  readonly id: string
}

export interface Remembered extends JournalRow<Shown> {
  /** Of what was liked: the favorite's id. */
  readonly favorite: string | undefined
}

export interface Library {
  /** Keeps what a device was shown, unless it was shown the same just before. */
  remember(event: RenderEvent): Promise<void>
  /** Newest first. */
  history(
    edition: string,
    mac: string,
    options: { readonly limit: number; readonly offset: number; readonly mode?: string },
  ): Promise<readonly Remembered[]>
  /** Newest first. */
  favorites(
    edition: string,
    mac: string,
    options: { readonly limit: number; readonly offset: number },
  ): Promise<readonly Favorite[]>
  /**
   * The newest that was shown; of a mode that is named, else the mode itself, without content. Throws Invalid for a mode that is not
   * installed, NotFound when none is named and nothing was shown.
   */
  like(edition: string, mac: string, mode: string | undefined): Promise<{ readonly id: string; readonly mode: string }>
  /** Throws NotFound. */
  unlike(edition: string, mac: string, id: string): Promise<void>
  /** What was shown last. Throws NotFound. */
  last(edition: string, mac: string): Promise<JournalRow<Shown>>
  forget(edition: string, mac: string): Promise<void>
}

interface Needs {
  readonly store: Store
  readonly clock: Clock
  readonly devices: Pick<Devices, "get">
  readonly modes: Pick<ModeCatalog, "get">
  /** Rows of each device, and for how many days. */
  readonly keep: number
  readonly days: number
}

/** What devices were shown, and what their owners liked of it. */
export function libraryOf({ store, clock, devices, modes, keep, days }: Needs): Library {
  const rows: Journal<Shown> = store.journal("shown", shown, { keep, days })
  /** Which content each device was shown last. */
  const newest = store.collection("newest", z.object({ id: z.string() }))
  const liked: Collection<z.output<typeof favorite>> = store.collection("favorites", favorite)
  const all = async (edition: string, mac: string): Promise<Favorite[]> => {
    const found = await liked.list({ prefix: `${deviceKey(edition, mac)}/`, limit: 1000 })
    return found
      .map(({ key, value: { at, ...row } }) => ({
        id: key.slice(deviceKey(edition, mac).length + 1),
        time: at,
        row: row as Shown,
      }))
      .sort((a, b) => b.time - a.time)
  }
  const forget = async (edition: string, mac: string): Promise<void> => {
    await rows.clear(deviceKey(edition, mac))
    await newest.delete(deviceKey(edition, mac))
    for (const { id } of await all(edition, mac)) await liked.delete(`${deviceKey(edition, mac)}/${id}`)
  }
  /** What is written of a device that is forgotten meanwhile, or has become another's, goes as well: whoever has it next must not read it. */
  const whileKnown = async (
    edition: string,
    mac: string,
    write: (device: Device) => Promise<"written" | "as it was">,
    isStill: (device: Device) => boolean = () => true,
  ): Promise<void> => {
    const device = await devices.get(edition, mac)
    if (!device || !isStill(device) || (await write(device)) === "as it was") return
    const after = await devices.get(edition, mac)
    if (!after || !isStill(after)) await forget(edition, mac)
  }
  const lastOf = async (edition: string, mac: string, mode?: string): Promise<JournalRow<Shown> | undefined> =>
    (await listed(rows, deviceKey(edition, mac), { limit: 1, offset: 0, mode }))[0]
  return {
    forget,
    remember: ({ edition, mac, isStill, picture: { mode, data } }) =>
      mac === undefined || mode === undefined || data === undefined || !modes.get(mode, [deviceScope(mac)])
        ? Promise.resolve()
        : whileKnown(
            edition,
            mac,
            async () => {
              const row = { mode, data: cutTo(data, MAX_ROW) }
              const id = idOf(row)
              let same = false
              await newest.update(
                deviceKey(edition, mac),
                (before) => {
                  same = before?.id === id
                  return { id }
                },
                {
                  ttl: () => (same ? undefined : days * 86_400),
                  with: () => (same ? [] : [append(rows, deviceKey(edition, mac), row)]),
                },
              )
              return same ? "as it was" : "written"
            },
            isStill,
          ),
    favorites: async (edition, mac, { limit, offset }) => (await all(edition, mac)).slice(offset, offset + limit),
    history: async (edition, mac, options) => {
      const likes = new Set((await all(edition, mac)).map(({ id }) => id))
      const found = await listed(rows, deviceKey(edition, mac), options)
      return found.map((each) => ({ ...each, favorite: likes.has(idOf(each.row)) ? idOf(each.row) : undefined }))
    },
    like: async (edition, mac, wanted) => {
      const mode = wanted?.trim().toUpperCase()
      if (mode !== undefined && !modes.get(mode, [deviceScope(mac)])) throw unknownMode(mode)
      const row = (await lastOf(edition, mac, mode))?.row ?? (mode === undefined ? undefined : { mode, data: {} })
      if (!row)
        throw new NotFound("This screen has shown nothing yet: favorite something once it has.", {
          code: "content-not-found",
        })
      const id = idOf(row)
      await whileKnown(edition, mac, async ({ members, configured }) => {
        await liked.set(
          `${deviceKey(edition, mac)}/${id}`,
          { mode: row.mode, data: cutTo(row.data, MAX_FAVORITE), at: clock.now() },
          members.length > 0 || configured ? {} : { ttl: UNOWNED_SECONDS },
        )
        for (const old of (await all(edition, mac)).slice(MAX_FAVORITES))
          await liked.delete(`${deviceKey(edition, mac)}/${old.id}`)
        return "written"
      })
      return { id, mode: row.mode }
    },
    unlike: async (edition, mac, id) => {
      if (!/^[\w-]{1,64}$/.test(id) || !(await liked.delete(`${deviceKey(edition, mac)}/${id}`)))
        throw new NotFound("There is no such favorite: GET the favorites for their ids.", {
          code: "favorite-not-found",
        })
    },
    last: async (edition, mac) => {
      const row = await lastOf(edition, mac)
      if (!row)
        throw new NotFound("This screen has shown nothing yet that could be shared.", { code: "content-not-found" })
      return row
    },
  }
}

/** Rows of a mode, or of all, however far back they are. */
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

/** The same for the same content: nothing is liked twice. */
function idOf({ mode, data }: Shown): string {
  return createHash("sha256")
    .update(JSON.stringify([mode, data]))
    .digest("base64url")
    .slice(0, 22)
}
