import { BW } from "platen/sdk"
import type { Codec, Log, Palette, PictureShape, SceneNode } from "platen/sdk"
import { blank, blankBytes, encode, PLAIN } from "./encoded.js"
import type { Encoded, Sheet } from "./encoded.js"
import { noticeScene } from "./notice.js"
import type { SceneEnv } from "./scene/env.js"
import { paint } from "./scene/paint.js"
import type { Typesetter } from "./text/block.js"
import { byteCache } from "./text/cache.js"
import type { ByteCache } from "./text/cache.js"

export interface NoticeOptions {
  readonly log: Log
  readonly typesetter: () => Typesetter
  palette(id: string): Palette | undefined
  codec(id: string): Codec | undefined
  env(shape: PictureShape): SceneEnv
  /** Throws NotFound for a palette or codec that is not there. */
  sheet(page: SceneNode, shape: PictureShape): Sheet
}

const MAX_BYTES = 2 << 20

/** Pages that stand for errors. Kept apart from others: whoever is refused without end does not push out the pages of those who are not. */
export class Notices {
  readonly #options: NoticeOptions
  readonly #known: ByteCache<Encoded> = byteCache(MAX_BYTES)

  constructor(options: NoticeOptions) {
    this.#options = options
  }

  /** Never throws: a page without anything on it where nothing can be drawn. */
  bytes(shape: PictureShape, words: { readonly title: string; readonly message: string }): Encoded {
    const { typesetter, palette, codec, log, env, sheet } = this.#options
    const { width, height } = shape
    try {
      const scene = noticeScene(words, width, height, typesetter().book.hasIcon("warning"))
      const { key, codec: chosen, palette: inks } = sheet(scene, shape)
      const known = this.#known.get(key)
      if (known) return known
      const encoded = encode(chosen, paint(scene, width, height, inks, env(shape)))
      this.#known.set(key, encoded, encoded.bytes.length + 300)
      return encoded
    } catch (error) {
      log.error({ err: error }, "notice.failed")
      return blankBytes(codec(shape.codec) ?? PLAIN, blank(shape, palette(shape.palette) ?? BW))
    }
  }
}
