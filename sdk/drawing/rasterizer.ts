import type { Bitmap, Dither, Levels, Palette, Panel } from "./bitmap.js"
import type { Reading } from "../kit/screen.js"
import type { Turn } from "../mode/draw.js"
import type { Image, SceneNode } from "../mode/scene.js"
import { token } from "../token.js"

/** A screen for which a page is laid out. */
export interface PageScreen extends Reading {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** BCP 47. */
  readonly language: string
  /** Id of a palette. */
  readonly palette: string
}

/** A screen, and how its picture is encoded. */
export interface EncodedScreen extends PageScreen {
  /** Id of a codec. */
  readonly codec: string
  /** Degrees clockwise by which the page is turned before it is encoded. */
  readonly rotation?: Panel["rotation"]
}

/** A bitmap as the bytes of a file or of a device. */
export interface Encoded {
  readonly bytes: Uint8Array
  /** Content-Type. */
  readonly type: string
  /** Strong, with its quotation marks. */
  readonly etag: string
}

/** A page as bytes. `cached`: the same bytes had been encoded before. */
export interface Drawn {
  readonly encoded: Encoded
  readonly cached: boolean
}

/** Options with which a decoded picture is brought to a box and to a palette. */
export interface DitherOptions {
  /** Of the box, in pixels. */
  readonly width: number
  readonly height: number
  readonly fit: "cover" | "contain"
  /** The point that stays in sight: from the left and from the top, 0 to 1 each; "detail": the part with most detail. */
  readonly focus: readonly [number, number] | "detail"
  readonly dither: Dither
  readonly levels: Levels
  readonly palette: Palette
}

/**
 * A picture in the inks of a palette, ready to be laid on a page. `planes`: one for each bit of the palette's index, the lowest first; rows of
 * `stride` bytes, the leftmost pixel in the highest bit.
 */
export interface DitheredImage {
  /** Where it begins in its box, in pixels. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly stride: number
  readonly planes: readonly Uint8Array[]
}

/** The dithered pictures of a page, by their nodes. */
export type DitheredImages = ReadonlyMap<Image, DitheredImage>

/** The box that an image node of a page gets, in pixels. */
export interface ImageBox {
  readonly image: Image
  readonly width: number
  readonly height: number
}

/** A fault that the lint finds on a page. */
export interface Finding {
  readonly rule:
    | "node"
    | "clipped"
    | "clock-area"
    | "missing-glyph"
    | "no-shaping-font"
    | "illegible"
    | "colour-only"
    | "hierarchy"
    | "overlap"
    | "unknown-icon"
  /** One sentence that names the thing and the remedy. */
  readonly message: string
}

/** The service that turns a scene and a screen into pixels and bytes. Throws NotFound for a palette or codec that no plugin contributes. */
export interface Rasterizer {
  /** Draws a page as bytes, and caches them. `images`: by node; a node without one is drawn as an empty frame. `isNotice`: cached apart, so that notices push out no pages. */
  draw(
    page: SceneNode,
    screen: EncodedScreen,
    options?: { readonly images?: DitheredImages | undefined; readonly isNotice?: boolean },
  ): Drawn
  /** Draws a page in the sandbox, within its budgets. `dither`: called with the boxes of the page's images. Rejects as `Sandbox.call` does. */
  drawConfined(
    page: SceneNode,
    screen: EncodedScreen,
    turn: Turn,
    dither: (boxes: readonly ImageBox[]) => Promise<DitheredImages>,
  ): Promise<Drawn>
  /** Draws an empty page. Never throws: an unknown palette or codec falls back to black and white in plain rows. */
  blank(screen: EncodedScreen): Encoded
  /** Draws a page as pixels. Nothing is cached. */
  paint(page: SceneNode, screen: PageScreen, images?: DitheredImages): Bitmap
  /** The boxes of a page's images; images without room have none. */
  boxes(page: SceneNode, screen: PageScreen): readonly ImageBox[]
  /** A page as plain text. */
  describe(page: SceneNode): string
  /** The faults of a page: clipped or overlapping text, missing glyphs and the like. */
  lint(page: SceneNode, screen: PageScreen): readonly Finding[]
  /** Runs work that blocks the thread for milliseconds, so that the event loop turns between several pieces of it. */
  inTurn<T>(work: () => T): Promise<T>
}

/** Turns scenes into pixels and bytes. */
export const RASTERIZER = token<Rasterizer>("platen.rasterizer")
