import type { Turn } from "../mode/draw.js"
import type { Image } from "../mode/scene.js"
import { extensionPoint } from "../kit/define-plugin.js"
import type { Catalog } from "../point.js"
import { token } from "../token.js"
import type { BundledPicture, Codec, Decoder, Palette, Panel } from "./bitmap.js"
import type { Font, IconSet } from "./font.js"
import type { NodeKind } from "./node.js"
import type { DitheredImage } from "./rasterizer.js"

/** The pictures that were uploaded, fetched or pushed. An image node shows one by its id. */
export interface Pictures {
  /** Reads the head of a file and keeps the file. Resolves to the same id for the same bytes. The file is in memory until a page that is no preview shows it. Rejects with TooLarge above 10 MiB, 40 million pixels or 20,000 a side, before any is decoded, and with BadInput for a file that is no picture. */
  keep(file: Uint8Array, options?: { readonly turn?: Turn | undefined }): Promise<PictureInfo>
  /** A file that `keep` has accepted, made as small as pages need: its sides at most `maxSide` pixels long, without metadata. Where its decoder cannot, the file itself. */
  shrink(file: Uint8Array, maxSide: number, turn?: Turn): Promise<Uint8Array>
  /** Keeps a file that `keep` has accepted, or any with `maxSide`, for a holder, in place of the holder's earlier one, until the holder is deleted: nothing else removes it. Resolves to its id for this holder. */
  hold(file: Uint8Array, holder: PictureHolder): Promise<string>
  /** Deletes the picture of a holder. */
  release(holder: string): Promise<void>
  /** A picture as an image node shows it in a box, sizes in pixels. Rejects with NotFound for an unknown picture. */
  dithered(
    node: Image,
    width: number,
    height: number,
    palette: Palette,
    turn?: Turn,
  ): Promise<DitheredImage> | DitheredImage
  /** Says that a page which is no preview has shown it: it is kept for some days from now. `by`: a `deviceKey`, whose page it was. */
  show(id: string, by?: string): Promise<void>
}

/** The holder for whom one picture is kept. `ttl`: seconds that it is kept; default for good. */
export interface PictureHolder {
  /** A `deviceKey`, with which its picture is deleted, or a name of the caller's own with a slash, which it releases. */
  readonly id: string
  readonly ttl?: number | undefined
  /** Pixels: the file is checked, and encoded anew with at most so many a side. Rejects as `keep` does. */
  readonly maxSide?: number
}

/** A stored picture: its id and its size. */
export interface PictureInfo {
  readonly id: string
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** Stores pictures, and dithers them. */
export const PICTURES = token<Pictures>("platen.pictures")

const byId = { combine: "byKey", key: ({ id }: { readonly id: string }): string => id } as const

/** The pictograms of all sets. */
export interface IconCatalog extends Catalog<IconSet> {
  /** Whether an icon node may use the name. */
  has(name: string): boolean
  /** Every name that an icon node may use, in alphabetical order. */
  names(): readonly string[]
}

/** Font files. By id. */
export const FONTS = extensionPoint<Font>("platen.fonts", byId)
/** Sets of pictograms. By id. Readers get an `IconCatalog`: the names that icon nodes may use. */
export const ICONS = extensionPoint<IconSet, IconCatalog>("platen.icons", byId, { ownCatalog: true })
/** Kinds of scene nodes. By type. */
export const NODES = extensionPoint<NodeKind>("platen.nodes", {
  combine: "byKey",
  key: ({ type }) => type,
  pattern: /^[a-z][a-z-]{0,31}$/,
  form: 'small letters and "-", a letter first',
})
/** Palettes. By id. */
export const PALETTES = extensionPoint<Palette>("platen.palettes", byId)
/** Panels. By id. The start stops for one whose palette or codec no plugin contributes. */
export const PANELS = extensionPoint<Panel>("platen.panels", byId)
/** Codecs. By id. */
export const CODECS = extensionPoint<Codec>("platen.codecs", byId)
/** Pictures that plugins ship. By id: lower case, with dashes and slashes, "my-plugin/harbour". */
export const BUNDLED_PICTURES = extensionPoint<BundledPicture>("platen.bundled-pictures", {
  ...byId,
  pattern: /^[a-z][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*$/,
  form: 'small letters, digits, "-" and "/", a letter first',
})
/** Readers of picture files. By id. The first one that knows a file's format reads it. */
export const DECODERS = extensionPoint<Decoder>("platen.decoders", byId)
