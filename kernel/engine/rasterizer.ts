import { NotFound } from "platen/sdk"
import { screenClass } from "platen/sdk/mode"
import { imagesOf } from "platen/sdk/kit"
import type { Catalog } from "platen/sdk"
import type {
  Bitmap,
  Codec,
  DitheredImage,
  DitheredImages,
  Drawn,
  Encoded,
  EncodedScreen,
  Finding,
  ImageBox,
  PageScreen,
  Palette,
  Rasterizer,
} from "platen/sdk/drawing"
import type { SceneNode, Turn } from "platen/sdk/mode"
import { BLACK_AND_WHITE } from "./bitmap/canvas.js"
import { turned } from "./bitmap/turn.js"
import { blankBitmap, encode, encodePlain, hash } from "./encoded.js"
import { PageBudget } from "./scene/budget.js"
import { describe } from "./scene/describe.js"
import type { SceneEnv } from "./scene/env.js"
import { layout, Layouts } from "./scene/layout.js"
import { lint } from "../lint/lint.js"
import type { NodeKinds } from "./scene/node-kinds.js"
import { paint } from "./scene/paint.js"
import type { Typesetter } from "./text/block.js"
import { byteCache } from "./text/cache.js"
import { LoopTurns } from "../work/loop-turns.js"
import type { Sandbox } from "../work/sandbox.js"

export interface RasterizerOptions {
  readonly typesetter: () => Typesetter
  readonly kinds: () => NodeKinds
  readonly palettes: Catalog<Palette>
  readonly codecs: Catalog<Codec>
  readonly sandbox: Pick<Sandbox, "page">
  /** Monotonic milliseconds. */
  readonly ticks: () => number
}

/** Palette and codec of a page, and the cache key of its encoded bytes. */
interface Sheet {
  readonly palette: Palette
  readonly codec: Codec
  readonly key: string
}

const PAGE_BYTES = 4 << 20
const NOTICE_BYTES = 1 << 20
/** Approximate overhead of a cache entry in bytes. */
const ENTRY_BYTES = 300

/** Lays out, paints and encodes scenes. Encoded pages are cached by their content. */
export class SceneRasterizer implements Rasterizer {
  readonly #options: RasterizerOptions
  readonly #pages = byteCache<Encoded>(PAGE_BYTES)
  readonly #notices = byteCache<Encoded>(NOTICE_BYTES)
  readonly #layouts = new Layouts()
  readonly #budget: PageBudget
  readonly #turns: LoopTurns

  constructor(options: RasterizerOptions) {
    this.#options = options
    this.#budget = new PageBudget(options.ticks)
    this.#turns = new LoopTurns(options.ticks)
  }

  draw(
    page: SceneNode,
    screen: EncodedScreen,
    { images, isNotice = false }: { readonly images?: DitheredImages | undefined; readonly isNotice?: boolean } = {},
  ): Drawn {
    const sheet = this.#sheet(page, screen)
    const cache = isNotice ? this.#notices : this.#pages
    const known = cache.get(sheet.key)
    if (known) return { encoded: known, cached: true }
    const encoded = encode(
      sheet.codec,
      turned(paint(page, screen.width, screen.height, sheet.palette, this.#bounded(screen, images)), screen.rotation),
    )
    cache.set(sheet.key, encoded, encoded.bytes.length + ENTRY_BYTES)
    return { encoded, cached: false }
  }

  async drawConfined(
    page: SceneNode,
    screen: EncodedScreen,
    turn: Turn,
    dither: (boxes: readonly ImageBox[]) => Promise<DitheredImages>,
  ): Promise<Drawn> {
    const sheet = this.#sheet(page, screen)
    const known = this.#pages.get(sheet.key)
    if (known) return { encoded: known, cached: true }
    const { width, height, language, mmPerPixel, distance } = screen
    const order = { page, width, height, language, mmPerPixel, distance, palette: sheet.palette }
    let result = await this.#options.sandbox.page(order, turn)
    if (!("data" in result)) {
      const all = imagesOf(page)
      const dithered = await dither(result.map(({ index, ...box }) => ({ ...box, image: all[index]! })))
      const pictures = all.map((image): DitheredImage | undefined => dithered.get(image))
      result = (await this.#options.sandbox.page({ ...order, pictures }, turn)) as Bitmap
    }
    const encoded = encode(sheet.codec, turned(result, screen.rotation))
    this.#pages.set(sheet.key, encoded, encoded.bytes.length + ENTRY_BYTES)
    return { encoded, cached: false }
  }

  blank({ width, height, ...screen }: EncodedScreen): Encoded {
    const { palettes, codecs } = this.#options
    const bitmap = blankBitmap(width, height, palettes.get(screen.palette) ?? BLACK_AND_WHITE)
    return encodePlain(codecs.get(screen.codec), turned(bitmap, screen.rotation))
  }

  paint(page: SceneNode, screen: PageScreen, images?: DitheredImages): Bitmap {
    return paint(page, screen.width, screen.height, this.#palette(screen.palette), this.#bounded(screen, images))
  }

  boxes(page: SceneNode, screen: PageScreen): readonly ImageBox[] {
    return layout(page, screen.width, screen.height, this.#bounded(screen)).flatMap(({ node, width, height }) =>
      node.type === "image" && width > 0 && height > 0 ? [{ image: node, width, height }] : [],
    )
  }

  describe(page: SceneNode): string {
    return describe(page, this.#options.kinds())
  }

  lint(page: SceneNode, screen: PageScreen): readonly Finding[] {
    return lint(page, screen.width, screen.height, this.#palette(screen.palette), this.#bounded(screen))
  }

  inTurn<T>(work: () => T): Promise<T> {
    return this.#turns.run(work)
  }

  /** Frees what the layout engine holds of earlier pages. */
  close(): void {
    this.#layouts.clear()
  }

  /** Layout environment of a page. */
  env(
    { width, height, language, mmPerPixel, distance }: Omit<PageScreen, "palette">,
    images?: DitheredImages,
  ): SceneEnv {
    return {
      typesetter: this.#options.typesetter(),
      screen: screenClass(width, height, { mmPerPixel, distance }),
      kinds: this.#options.kinds(),
      language,
      layouts: this.#layouts,
      ...(images && { pictures: images }),
    }
  }

  /** Its texts may be anybody's, also on pages of built-in modes. */
  #bounded(screen: Omit<PageScreen, "palette">, images?: DitheredImages): SceneEnv {
    return { ...this.env(screen, images), budget: this.#budget.begin() }
  }

  #sheet(
    page: SceneNode,
    { width, height, language, rotation = 0, mmPerPixel, distance, ...screen }: EncodedScreen,
  ): Sheet {
    const palette = this.#palette(screen.palette)
    const codec = this.#options.codecs.get(screen.codec)
    if (!codec) throw new NotFound(`There is no codec "${screen.codec}": enable the plugin that contributes it.`)
    return {
      palette,
      codec,
      key: hash(
        `${width}x${height} ${rotation} ${palette.id} ${codec.id} ${language} ${mmPerPixel} ${distance} ${JSON.stringify(page)}`,
      ),
    }
  }

  #palette(id: string): Palette {
    const palette = this.#options.palettes.get(id)
    if (!palette) throw new NotFound(`There is no palette "${id}": enable the plugin that contributes it.`)
    return palette
  }
}
