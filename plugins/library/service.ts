import { createHash } from "node:crypto"
import { BadInput, NotFound, z } from "platen/sdk"
import type { Clock, Collection, Devices, Journal, ModeCatalog, RenderEvent, Store } from "platen/sdk"

const shown = z.object({ mode: z.string(), data: z.unknown() })
export type Shown = z.output<typeof shown>
const favorite = shown.extend({ at: z.number() })

const MOST_FAVORITES = 500
/** Rows that are looked through for those of one mode. */
const MOST_ROWS = 1000

export interface Library {
  /** Keeps what a device was shown, unless it was shown the same just before. */
  remember(event: RenderEvent): Promise<void>
  history(edition: string, mac: string, options: { readonly limit: number; readonly offset: number; readonly mode?: string }): Promise<readonly { readonly id: string; readonly time: number; readonly row: Shown; readonly favorite: boolean }[]>
  /** Newest first. */
  favorites(edition: string, mac: string, limit: number): Promise<readonly { readonly id: string; readonly time: number; readonly row: Shown }[]>
  /** The newest that was shown, of a mode if one is named. Throws BadInput for a mode that is not installed, NotFound when nothing was shown. */
  like(edition: string, mac: string, mode: string | undefined): Promise<{ readonly id: string; readonly mode: string }>
  /** Throws NotFound. */
  unlike(edition: string, mac: string, id: string): Promise<void>
  /** What was shown last. Throws NotFound. */
  last(edition: string, mac: string): Promise<Shown>
  forget(edition: string, mac: string): Promise<void>
}

interface Needs {
  readonly store: Store
  readonly clock: Clock
  readonly devices: Devices
  readonly modes: ModeCatalog
  readonly keep: number
}

/** What devices were shown, and what their owners liked of it. */
export function libraryOf({ store, clock, modes, keep }: Needs): Library {
  const rows: Journal<Shown> = store.journal("shown", shown, { keep })
  const liked: Collection<z.output<typeof favorite>> = store.collection("favorites", favorite)
  const stream = (edition: string, mac: string): string => `${edition}/${mac}`
  const favorites = async (edition: string, mac: string): Promise<{ id: string; time: number; row: Shown }[]> => {
    const found = await liked.list({ prefix: `${stream(edition, mac)}/`, limit: 1000 })
    return found.map(({ key, value: { at, ...row } }) => ({ id: key.slice(stream(edition, mac).length + 1), time: at, row: row as Shown })).sort((a, b) => b.time - a.time)
  }
  const last = async (edition: string, mac: string, mode?: string): Promise<Shown | undefined> =>
    (await rows.list(stream(edition, mac), { limit: mode === undefined ? 1 : MOST_ROWS })).find(({ row }) => mode === undefined || row.mode === mode)?.row
  return {
    favorites: async (edition, mac, limit) => (await favorites(edition, mac)).slice(0, limit),
    remember: async ({ edition, mac, picture: { mode, data } }) => {
      if (mac === undefined || mode === undefined || data === undefined || !modes.get(mode, [`device/${mac}`])) return
      const row = { mode, data }
      const before = await last(edition, mac)
      if (!before || idOf(before) !== idOf(row)) await rows.append(stream(edition, mac), row)
    },
    history: async (edition, mac, { limit, offset, mode }) => {
      const likes = new Set((await favorites(edition, mac)).map(({ id }) => id))
      const found = mode === undefined
        ? await rows.list(stream(edition, mac), { limit, offset })
        : (await rows.list(stream(edition, mac), { limit: MOST_ROWS })).filter(({ row }) => row.mode === mode).slice(offset, offset + limit)
      return found.map(({ id, time, row }) => ({ id, time, row, favorite: likes.has(idOf(row)) }))
    },
    like: async (edition, mac, wanted) => {
      const mode = wanted?.trim().toUpperCase()
      if (mode !== undefined && !modes.get(mode, [`device/${mac}`])) throw new BadInput(`"${mode.slice(0, 60)}" is not a mode that is installed.`, { code: "mode-unsupported" })
      const row = await last(edition, mac, mode)
      if (!row) throw new NotFound(mode === undefined ? "This screen has shown nothing yet: favorite something once it has." : `This screen has not shown ${mode} yet: switch to it first.`, { code: "content-none" })
      const id = idOf(row)
      await liked.set(`${stream(edition, mac)}/${id}`, { ...row, at: clock.now() })
      for (const old of (await favorites(edition, mac)).slice(MOST_FAVORITES)) await liked.delete(`${stream(edition, mac)}/${old.id}`)
      return { id, mode: row.mode }
    },
    unlike: async (edition, mac, id) => {
      if (!/^[\w-]{1,64}$/.test(id) || !await liked.delete(`${stream(edition, mac)}/${id}`)) throw new NotFound("There is no such favorite.", { code: "favorite-unknown" })
    },
    last: async (edition, mac) => {
      const row = await last(edition, mac)
      if (!row) throw new NotFound("This screen has shown nothing yet that could be shared.", { code: "content-none" })
      return row
    },
    forget: async (edition, mac) => {
      await rows.clear(stream(edition, mac))
      for (const { id } of await favorites(edition, mac)) await liked.delete(`${stream(edition, mac)}/${id}`)
    },
  }
}

/** The same for the same content: nothing is liked twice. */
function idOf({ mode, data }: Shown): string {
  return createHash("sha256").update(JSON.stringify([mode, data])).digest("base64url").slice(0, 22)
}
