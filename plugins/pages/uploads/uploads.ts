import { createHash } from "node:crypto"
import { Conflict, NotFound, put, z } from "platen/sdk"
import { entriesOf, newSecret, oneByOne } from "platen/sdk/kit"
import type { Clock, Collection, Store } from "platen/sdk"
import type { Quotas } from "platen/sdk/device"
import type { Pictures } from "platen/sdk/drawing"
import type { Turn } from "platen/sdk/mode"

/** Pictures that one person keeps. */
export const MAX_UPLOADS = 200
/** Pixels of the longest side of a picture that is kept: the largest panels have fewer. */
export const MAX_SIDE = 2_000
/** Name under which the bytes of a person are counted. */
const COUNTED = "uploads"

/** A picture in the list of its owner. `digest`: of the file as it came; `bytes`: of the file as it is kept; `at`: milliseconds since 1970 in UTC. */
const upload = z.object({
  id: z.string(),
  digest: z.string(),
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
  at: z.number(),
})
export type Upload = z.output<typeof upload>

const list = z.object({ all: z.array(upload) })
/** The form of an id; no other text reaches the store. */
const ID = /^[\w-]{43}$/
const stored = z.object({ user: z.string(), file: z.base64() })

export interface Uploads {
  /** Keeps a picture. The same file of the same person is kept once. Rejects as `Pictures.keep` does, and with Conflict when there is no room. */
  add(user: string, file: Uint8Array, turn: Turn): Promise<Upload>
  /** The newest first. */
  of(user: string): Promise<readonly Upload[]>
  read(id: string): Promise<{ readonly user: string; readonly file: Uint8Array } | undefined>
  remove(id: string): Promise<void>
  /** Deletes those of people who have no account any more. */
  sweep(isThere: (user: string) => Promise<boolean>): Promise<void>
}

interface Needs {
  readonly store: Store
  readonly clock: Pick<Clock, "now">
  readonly pictures: Pick<Pictures, "keep" | "shrink">
  readonly quotas: Pick<Quotas, "set">
}

/** Pictures stay until their owner deletes them: a picture that no screen shows today may be named by an earlier config, a playlist or a plan, and each person's room is bounded anyway. */
export function uploadsIn(needs: Needs): Uploads {
  const { store, clock, pictures } = needs
  const files = store.collection("files", stored)
  const lists = listsIn(needs, files)
  const inTurn = oneByOne()
  return {
    of: lists.of,
    add: async (user, file, turn) => {
      const digest = createHash("sha256").update(file).digest("base64url")
      const before = await lists.of(user)
      const same = before.find((each) => each.digest === digest)
      if (same) return same
      refuseMany(before)
      await pictures.keep(file, { turn })
      const small = await pictures.shrink(file, MAX_SIDE, turn)
      const { width, height } = await pictures.keep(small, { turn })
      const made = { id: newSecret(), digest, bytes: small.length, width, height, at: clock.now() }
      return inTurn(() => lists.add(user, made, small))
    },
    read: async (id) => {
      const found = ID.test(id) ? await files.get(id) : undefined
      return found && { user: found.user, file: Buffer.from(found.file, "base64") }
    },
    remove: (id) =>
      inTurn(async () => {
        const { user } = (ID.test(id) && (await files.get(id))) || {}
        if (user === undefined) throw unknownUpload()
        await lists.remove(user, (each) => each.id === id)
      }),
    sweep: async (isThere) => {
      for await (const user of lists.people())
        if (!(await isThere(user))) await inTurn(() => lists.remove(user, () => true))
    },
  }
}

interface Lists {
  of(user: string): Promise<readonly Upload[]>
  add(user: string, made: Upload, file: Uint8Array): Promise<Upload>
  remove(user: string, isGone: (upload: Upload) => boolean): Promise<void>
  people(): AsyncIterable<string>
}

/** The lists of people's pictures, each written together with its files. Changes of one person must not overlap. */
function listsIn(
  { store, quotas }: Pick<Needs, "store" | "quotas">,
  files: Collection<z.output<typeof stored>>,
): Lists {
  const lists = store.collection("uploads", list)
  const of = async (user: string): Promise<readonly Upload[]> => (await lists.get(user))?.all ?? []
  return {
    of,
    add: async (user, made, file) => {
      const before = await of(user)
      const same = before.find(({ digest }) => digest === made.digest)
      if (same) return same
      refuseMany(before)
      await quotas.set({ user }, COUNTED, sizeOf([...before, made]))
      const value = { user, file: Buffer.from(file).toString("base64") }
      try {
        await lists.update(user, (known) => ({ all: [made, ...(known?.all ?? [])] }), {
          with: () => [put(files, made.id, value)],
        })
      } catch (error) {
        await quotas.set({ user }, COUNTED, sizeOf(before))
        throw error
      }
      return made
    },
    remove: async (user, isGone) => {
      let gone: readonly Upload[] = []
      const change = (known: z.output<typeof list> | undefined): z.output<typeof list> | undefined => {
        const all = known?.all ?? []
        gone = all.filter(isGone)
        return gone.length < all.length ? { all: all.filter((each) => !isGone(each)) } : undefined
      }
      const after = await lists.update(user, change, { with: () => gone.map(({ id }) => put(files, id, undefined)) })
      await quotas.set({ user }, COUNTED, sizeOf(after?.all ?? []))
    },
    people: async function* () {
      for await (const { key } of entriesOf(lists)) yield key
    },
  }
}

/** Bytes in the store: files stand in it as text. */
function sizeOf(all: readonly Upload[]): number {
  return all.reduce((sum, { bytes }) => sum + Math.ceil(bytes / 3) * 4, 0)
}

function refuseMany({ length }: readonly Upload[]): void {
  if (length >= MAX_UPLOADS)
    throw new Conflict(
      `The storage limit is reached: one person may keep ${MAX_UPLOADS} pictures. Delete some that you no longer need.`,
      { code: "storage-limit-reached" },
    )
}

/** The same for a picture of somebody else, so that nobody learns which ids there are. */
export function unknownUpload(): NotFound {
  return new NotFound("You have no picture of this id: it was deleted, or somebody else's; upload it again.", {
    code: "upload-not-found",
  })
}
