import { Invalid, Upstream, z } from "platen/sdk"
import { addressOver, dayNumber, granted, shuffled } from "platen/sdk/kit"
import type { PictureInfo, Pictures } from "platen/sdk/drawing"
import type { Accounts } from "platen/sdk/http"
import type { Connection } from "platen/sdk/kit"
import { defineSource } from "platen/sdk/mode"
import type { Source, SourceContext } from "platen/sdk/mode"
import { pictureIn, picturesIn } from "./folder.js"

const MAX_BYTES = 10 << 20
/** Pictures that are looked at for one answer: enough that most albums have a wide one and two upright ones among them. */
const MAX_LOOKS = 8
const HOUR_MS = 3_600_000

const parameters = z.strictObject({
  album: z
    .string()
    .max(40)
    .default("")
    .describe("An album that the operator has granted; else the pictures of `urls`."),
  urls: z
    .array(z.string().min(1).max(2_048))
    .max(50)
    .default([])
    .describe("Addresses of pictures; those that begin with / are paths of the connection."),
  connection: z.string().max(40).default("").describe("A connection that the operator has granted."),
  order: z.enum(["shuffled", "name"]).default("shuffled").describe("shuffled: each once before any comes again."),
  every: z.enum(["day", "hour"]).default("day").describe("How often the next picture comes."),
})

const result = z.strictObject({
  first: z.string().describe("Id of the picture that is due."),
  wide: z.string().describe('Id of the first that is wider than high; "" where there is none.'),
  upright: z.array(z.string()).max(2).describe("Ids of the first two that are not."),
  count: z.number().int().min(1).describe("How many pictures there are."),
})

interface Album {
  readonly folder: string
  readonly users?: readonly string[] | undefined
}

interface Needs {
  readonly pictures: Pick<Pictures, "keep">
  readonly accounts: Pick<Accounts, "get">
  readonly albums: Readonly<Record<string, Album>>
  readonly connections: Readonly<Record<string, Connection>>
}

/** The source "photos". */
export function photosSource(needs: Needs): Source {
  return defineSource({
    name: "photos",
    description:
      "Pictures of an album, one after the other: a wide one and two upright ones, for whatever shape the screen has.",
    parameters,
    result,
    cacheFor: 1_800,
    dependsOn: ["day", "user"],
    fetchesUserUrls: true,
    read: async ({ album: name, urls, connection: over, order, every }, context) => {
      const { accounts, albums, connections } = needs
      const album = name === "" ? undefined : await granted(albums, name, context.user, accounts, "album")
      const connection = album || over === "" ? undefined : await granted(connections, over, context.user, accounts)
      const all = album ? await picturesIn(album.folder) : urls
      if (all.length === 0)
        throw new Invalid(
          album
            ? `The album "${name}" has no pictures: put PNG, JPEG, WebP or GIF files into its folder.`
            : "There are no pictures: name an album, or enter the addresses of some.",
          { code: "photos-missing" },
        )
      const { year, month, day } = context.day
      const turn = every === "hour" ? Math.floor(context.now / HOUR_MS) : dayNumber(year, month, day)
      const places = order === "name" ? all.map((_, i) => i) : shuffled(all.length, `${name} ${all.length}`)
      const inOrder = all.map((_, i) => all[places[(turn + i) % all.length]!]!)
      const found = await looked(inOrder, { album, connection }, context, needs.pictures)
      return { ...found, count: all.length }
    },
  })
}

/** Where pictures are: in an album, else at public addresses and those of a connection. */
interface Where {
  readonly album: Album | undefined
  readonly connection: Connection | undefined
}

/** The pictures that are due, until one is wide and two are upright. One that cannot be had is passed over. Throws Upstream where none can. */
async function looked(
  names: readonly string[],
  where: Where,
  context: SourceContext,
  pictures: Needs["pictures"],
): Promise<Omit<z.output<typeof result>, "count">> {
  const wide: string[] = []
  const upright: string[] = []
  let first: string | undefined
  for (const name of names.slice(0, MAX_LOOKS)) {
    const picture = await keptOf(name, where, context, pictures)
    if (!picture) continue
    first ??= picture.id
    const own = picture.width > picture.height ? wide : upright
    own.push(picture.id)
    if (wide.length > 0 && upright.length > 1) break
  }
  if (first === undefined)
    throw new Upstream(
      "None of the pictures that are due can be shown: correct their addresses, or use JPEG, PNG, WebP or GIF of at most 10 MB.",
    )
  return { first, wide: wide[0] ?? "", upright: upright.slice(0, 2) }
}

async function keptOf(
  name: string,
  { album, connection }: Where,
  { fetch, release, turn }: SourceContext,
  pictures: Needs["pictures"],
): Promise<PictureInfo | undefined> {
  const over = name.startsWith("/") ? connection : undefined
  const address = over ? addressOver(name, over) : name
  try {
    if (album) {
      const bytes = await pictureIn(album.folder, name)
      return bytes && (await pictures.keep(bytes, { turn }))
    }
    const answer = await fetch(address ?? name, {
      maxBytes: MAX_BYTES,
      ...(over && { connection: over }),
      headers: { accept: "image/jpeg, image/png, image/webp, image/gif" },
    })
    return await pictures.keep(answer.bytes, { turn }).finally(() => release(answer))
  } catch {
    return undefined
  }
}
