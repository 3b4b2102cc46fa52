import { NotFound, PlatenError, Unauthenticated, Unavailable } from "platen/sdk"
import { deviceKey } from "platen/sdk/device"
import { withTimeout } from "platen/sdk/kit"
import { imagesOf } from "platen/sdk/mode"
import type { ByteCache, Catalog, Clock, Log, Service } from "platen/sdk"
import type {
  Bitmap,
  DitheredImages,
  Drawn,
  Encoded,
  ImageBox,
  Palette,
  Pictures,
  Rasterizer,
} from "platen/sdk/drawing"
import type { PictureShape } from "platen/sdk/http"
import type {
  Confined,
  Draw,
  DrawRequest,
  Frame,
  FrameContext,
  Mode,
  ModeCatalog,
  PageContent,
  Phrases,
  Picture,
  Scene,
  SceneNode,
  Turn,
} from "platen/sdk/mode"
import type { Content, ContentMaker } from "./content.js"
import { frameContext } from "./frame-context.js"
import type { Moment } from "./frame-context.js"
import { inputKey } from "./input-key.js"
import { codeOf } from "./messages.js"
import { settingsOf } from "./mode-input.js"
import type { Notices } from "./notices.js"
import { checkPhotos, ditheredOn } from "./page-pictures.js"

export interface DrawOptions {
  readonly clock: Clock
  readonly log: Log
  readonly service: Pick<Service, "localTime">
  readonly contents: ContentMaker
  readonly pictures: Pictures
  readonly rasterizer: Rasterizer
  readonly notices: Notices
  readonly modes: ModeCatalog
  readonly palettes: Catalog<Palette>
  readonly frames: Catalog<Frame>
  readonly messages: Phrases
  /** Encoded pages by what went into them. */
  readonly pages: ByteCache<Encoded>
  /** Monotonic milliseconds. */
  readonly ticks: () => number
}

const MINUTE_MS = 60_000
/** Milliseconds of one page after which no mode that runs in the sandbox is begun, and after which no mode is waited for: a device has its page within 10 s. */
const CONFINED_BEGUN_MS = 4_000
const ENDED_MS = 8_500
const NOBODY: Turn = { caller: "" }

/** Modes to pictures. */
export class Drawing implements Draw {
  readonly #options: DrawOptions

  constructor(options: DrawOptions) {
    this.#options = options
  }

  /** The first mode of the list that can be drawn; a notice when none can. Rejects only for settings of a preview, and for a page that is not for somebody who has not signed in. */
  async picture(request: DrawRequest): Promise<Picture> {
    const start = this.#options.ticks()
    let failed: Error | undefined
    for (const id of request.modes) {
      const mode = this.#options.modes.page(id, request.scopes)
      if (!mode) continue
      if (request.preview && !request.saved) settingsOf(mode, request.settings?.[mode.id])
      try {
        const picture = await this.#withinTime(mode, request, this.#options.ticks() - start)
        if (picture) return failed ? { ...picture, failure: codeOf(failed), failureMessage: failed.message } : picture
      } catch (error) {
        if (request.stranger && error instanceof Unauthenticated) throw error
        // What a user's own mode does wrong is its author's to mend, and that there was no room nobody's: an operator need not act.
        this.#options.log[mode.confined || error instanceof Unavailable ? "info" : "error"](
          { mode: id, err: error },
          "page.failed",
        )
        if (request.turn?.signal?.aborted) throw error
        failed = error as Error
      }
    }
    return this.#failed(
      request,
      failed ??
        new NotFound(`None of ${request.modes.join(", ") || "the modes"} can be shown.`, { code: "mode-not-found" }),
    )
  }

  notice(screen: PictureShape, words: { readonly title: string; readonly message: string }): Picture {
    return this.#options.notices.draw(screen, words)
  }

  async page(mode: Mode, request: DrawRequest): Promise<PageContent | undefined> {
    const content = await this.#options.contents.content(mode, request)
    if ("skip" in content) return undefined
    return { page: this.#compose(mode, content, request), content }
  }

  async bitmap(page: SceneNode, request: DrawRequest): Promise<Bitmap> {
    return this.#options.rasterizer.paint(page, request, await this.#dither(page, request))
  }

  /** A mode that runs in the sandbox waits for others there: not for longer than the device waits. */
  async #withinTime(mode: Mode, request: DrawRequest, spent: number): Promise<Picture | undefined> {
    if (mode.confined && spent > CONFINED_BEGUN_MS) throw busy()
    const picture = this.#mode(mode, request, spent)
    return mode.confined ? withTimeout(picture, ENDED_MS - spent, busy) : picture
  }

  async #mode(mode: Mode, request: DrawRequest, spent: number): Promise<Picture | undefined> {
    const start = this.#options.ticks()
    const content = await this.#options.contents.content(mode, request, spent)
    if ("skip" in content) {
      this.#options.log.info({ mode: mode.id, reason: content.skip }, "mode.skipped")
      return undefined
    }
    const between = this.#options.ticks()
    const { encoded, cached } = await this.#drawPage(mode, content, request, start - spent + ENDED_MS)
    return {
      ...encoded,
      mode: mode.id,
      data: content.data,
      origin: content.origin,
      isFallback: content.origin === "fallback",
      cached,
      ...(content.failure && {
        failure: codeOf(content.failure, "content-failed"),
        failureMessage: content.failure.message,
      }),
      contentMs: between - start,
      drawMs: this.#options.ticks() - between,
    }
  }

  /** A view is pure, so what went into it stands for what comes out: the same content in the same minute is not even composed. */
  async #drawPage(mode: Mode, content: Content, request: DrawRequest, end: number): Promise<Drawn> {
    const { pages, rasterizer } = this.#options
    const key = inputKey(mode, content, request, this.#minute(request))
    const known = pages.get(key)
    if (known) return { encoded: known, cached: true }
    const { confined } = mode
    const page = confined
      ? await this.#composeConfined(mode, confined, content, request)
      : await rasterizer.inTurn(() => this.#compose(mode, content, request))
    const drawn = confined
      ? await this.#drawConfined(page, confined, request)
      : await this.#drawHere(page, request, end)
    if (!request.preview) this.#show(page, request)
    pages.set(key, drawn.encoded, drawn.encoded.bytes.length + key.length * 2)
    return drawn
  }

  /** The decoder does the work of others too: a page with pictures waits for them until `end`, in ticks. */
  async #drawHere(page: SceneNode, request: DrawRequest, end: number): Promise<Drawn> {
    const { rasterizer, ticks } = this.#options
    const images =
      imagesOf(page).length === 0
        ? undefined
        : await withTimeout(this.#dither(page, request), Math.max(0, end - ticks()), busy)
    return rasterizer.inTurn(() => rasterizer.draw(page, request, { images }))
  }

  /** The same where the page is laid out and painted in the sandbox; its pictures are dithered for the boxes that they get there. */
  async #drawConfined(page: SceneNode, confined: Confined, request: DrawRequest): Promise<Drawn> {
    try {
      return await this.#options.rasterizer.drawConfined(page, request, request.turn ?? NOBODY, (boxes) =>
        this.#ditherBoxes(boxes, request),
      )
    } catch (error) {
      confined.failed?.(error as Error)
      throw error
    }
  }

  async #dither(page: SceneNode, request: DrawRequest): Promise<DitheredImages | undefined> {
    if (imagesOf(page).length === 0) return undefined
    checkPhotos(request)
    return this.#ditherBoxes(this.#options.rasterizer.boxes(page, request), request)
  }

  /** Rejects with Unauthenticated for photographs that are too large for whoever asks, and with NotFound for a picture that is not there. */
  #ditherBoxes(boxes: readonly ImageBox[], request: DrawRequest): Promise<DitheredImages> {
    checkPhotos(request)
    const palette = this.#options.palettes.get(request.palette)
    if (!palette) throw new NotFound(`There is no palette "${request.palette}": enable the plugin that has it.`)
    return ditheredOn(boxes, palette, this.#options.pictures, request.turn)
  }

  /** Pages show minutes: within one, the same input is the same page. */
  #minute({ at = this.#options.clock.now() }: DrawRequest): number {
    return Math.floor(at / MINUTE_MS)
  }

  #compose(mode: Mode, content: Content, request: DrawRequest): SceneNode {
    const context = frameContext(mode, content, request, this.#moment(request))
    return this.#framed(mode.view(content.data, context), context)
  }

  async #composeConfined(mode: Mode, confined: Confined, content: Content, request: DrawRequest): Promise<SceneNode> {
    const context = frameContext(mode, content, request, this.#moment(request))
    return this.#framed(await confined.scene(content.data, context, request.turn ?? NOBODY), context)
  }

  #moment(request: DrawRequest): Moment {
    const { messages, service } = this.#options
    return { epoch: this.#minute(request) * MINUTE_MS, messages, localTime: service.localTime }
  }

  #framed(scene: Scene, context: FrameContext): SceneNode {
    return this.#options.frames.list().reduce((page, frame) => frame.wrap(page, scene, context), scene.body)
  }

  #show(page: SceneNode, { edition = "", mac = "" }: DrawRequest): void {
    for (const { source } of imagesOf(page)) {
      this.#options.pictures
        .show(source, deviceKey(edition, mac))
        .catch((error: unknown) => this.#options.log.warn({ picture: source, err: error }, "picture-write.failed"))
    }
  }

  #failed(request: DrawRequest, error: Error): Picture {
    const { notices } = this.#options
    const shown =
      error instanceof PlatenError && error.status < 500
        ? error
        : new PlatenError(500, "draw-failed", error.message, { cause: error })
    return { ...notices.ofError(request, shown), failure: shown.code, failureMessage: error.message }
  }
}

/** For a page that waits too long for others. */
function busy(): Unavailable {
  return new Unavailable("The server draws for others at this moment: try again in a few seconds.", {
    code: "draw-busy",
    retryAfter: 5,
  })
}
