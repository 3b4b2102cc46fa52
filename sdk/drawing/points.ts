import { extensionPoint } from "../point.js"
import type { Catalog } from "../point.js"
import type { BundledPicture, Codec, Decoder, Palette, Panel } from "./bitmap.js"
import type { Font, IconSet } from "./font.js"

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
