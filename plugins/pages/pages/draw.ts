import { Invalid, NotFound, PlatenError, Unauthenticated, Unavailable } from "platen/sdk"
import { deviceKey } from "platen/sdk/device"
import { withTimeout, imagesOf } from "platen/sdk/kit"
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
  Prepared,
  Phrases,
  Picture,
  Scene,
  SceneNode,
  Turn,
} from "platen/sdk/mode"
import type { Content, ContentMaker } from "./content.js"
import { frameContext, isFirstDayOf } from "./frame-context.js"
import type { Moment } from "./frame-context.js"
import { inputKey } from "./input-key.js"
import { codeOf } from "./messages.js"
import { settingsOf } from "./mode-input.js"
import type { Notices } from "./notices.js"
import { checkPhotos, ditheredOn } from "./page-pictures.js"
import type { UnsetScripts } from "./scripts-checkup.js"

/** A page as bytes, and what it says. */
interface Said extends Encoded {
  readonly text: string
}

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
  /** Encoded pages by their input. */
  readonly pages: ByteCache<Said>
  readonly unset: Pick<UnsetScripts, "drawn" | "shown">
  /** Monotonic milliseconds. */
  readonly ticks: () => number
}

const MINUTE_MS = 60_000
/** Milliseconds after which no sandboxed mode is started, and after which none is awaited: a device needs its page within 10 s. */
const CONFINED_START_MS = 4_000
const END_MS = 8_500
const NOBODY: Turn = { caller: "" }

/** Draws modes as pictures. */
export class Drawing implements Draw {
  readonly #options: DrawOptions

  constructor(options: DrawOptions) {
    this.#options = options
  }

  /** Picture of the first mode that can be drawn, else of an error. Rejects only for invalid settings of a trial, and for a page that requires signing in. */
  async picture(request: DrawRequest): Promise<Picture> {
    const start = this.#options.ticks()
    let failed: Error | undefined
    const { skipEmpty = [] } = request
    // What was passed over is shown after all where nothing else can be.
    const last = request.modes.filter((id) => skipEmpty.includes(id))
    for (const [i, id] of [...request.modes, ...last].entries()) {
      const mode = this.#options.modes.page(id, request.scopes)
      if (!mode) continue
      const mayPass = i < request.modes.length && skipEmpty.includes(id)
      if (request.purpose === "trial") settingsOf(mode, request.settings?.[mode.id])
      try {
        const picture = await this.#again(mode, request, start, mayPass)
        if (picture) return failed ? { ...picture, failure: codeOf(failed), failureMessage: failed.message } : picture
      } catch (error) {
        if (request.stranger && error instanceof Unauthenticated) throw error
        this.#options.log[levelOf(mode, error)]({ mode: id, err: error }, "page.failed")
        if (request.turn?.signal?.aborted) throw error
        failed = isShort(error as Error) ? busy(error as Error) : (error as Error)
      }
    }
    return this.#failed(
      request,
      failed ??
        new NotFound(
          `There is no mode to show among ${request.modes.join(", ") || "the chosen modes"}: choose an installed mode.`,
          { code: "mode-not-found" },
        ),
    )
  }

  notice(screen: PictureShape, words: { readonly title: string; readonly message: string }): Picture {
    return this.#options.notices.draw(screen, words)
  }

  async page(mode: Mode, request: DrawRequest): Promise<PageContent | undefined> {
    const content = await this.#options.contents.content(mode, request)
    if ("skip" in content) return undefined
    const moment = this.#moment(mode, request)
    const page = mode.confined
      ? await this.#composeConfined(mode, mode.confined, content, request, moment)
      : this.#compose(mode, content, request, moment)
    return { page, content }
  }

  async prepare(request: DrawRequest): Promise<Prepared | undefined> {
    for (const id of request.modes) {
      const mode = this.#options.modes.page(id, request.scopes)
      if (!mode) continue
      const origin = await this.#options.contents.prepare(mode, request)
      if (origin !== undefined) return { mode: id, origin }
    }
    return undefined
  }

  async bitmap(page: SceneNode, request: DrawRequest): Promise<Bitmap> {
    return this.#options.rasterizer.paint(page, request, await this.#dither(page, request))
  }

  /** Draws a mode; once more with new content where a picture that the content names is there no more. `start`: of the request, in ticks. */
  async #again(mode: Mode, request: DrawRequest, start: number, mayPass: boolean): Promise<Picture | undefined> {
    const elapsed = (): number => this.#options.ticks() - start
    try {
      return await this.#withinTime(mode, request, elapsed(), mayPass)
    } catch (error) {
      const isGone = error instanceof NotFound && error.code === "picture-not-found" && request.data === undefined
      if (!isGone || elapsed() > CONFINED_START_MS) throw error
      for (const { path } of error.issues ?? []) this.#options.contents.lost(path)
      return this.#withinTime(mode, { ...request, fresh: true }, elapsed(), mayPass)
    }
  }

  /** Bounds a sandboxed mode, which may wait in a queue, by the time that the device waits. */
  async #withinTime(mode: Mode, request: DrawRequest, elapsed: number, mayPass: boolean): Promise<Picture | undefined> {
    if (mode.confined && elapsed > CONFINED_START_MS) throw busy()
    const picture = this.#mode(mode, request, elapsed, mayPass)
    return mode.confined ? withTimeout(this.#options.clock, picture, END_MS - elapsed, busy) : picture
  }

  /** `mayPass`: a page that has nothing to say is passed over. */
  async #mode(mode: Mode, request: DrawRequest, elapsed: number, mayPass: boolean): Promise<Picture | undefined> {
    const { contents, rasterizer, ticks } = this.#options
    const start = ticks()
    // Sixty pages may be asked for at once, and each may begin sixteen reads. The time that it waits for its turn counts.
    const content = await rasterizer.inTurn(async () => contents.content(mode, request, elapsed + ticks() - start))
    if ("skip" in content) {
      this.#options.log.info({ mode: mode.id, reason: content.skip }, "mode.skipped")
      return undefined
    }
    if (mayPass && (await this.#isEmpty(mode, content, request))) {
      this.#options.log.info({ mode: mode.id, reason: "empty" }, "mode.skipped")
      return undefined
    }
    const between = this.#options.ticks()
    const { data, origin, failure } = content
    const wrong = origin === "fallback" && failure ? this.#options.notices.ofSettings(request, failure) : undefined
    const { said, cached } = wrong
      ? { said: wrong, cached: false }
      : await this.#drawPage(mode, content, request, start - elapsed + END_MS)
    const { bytes, type, etag, text } = said
    // Field by field: spreading takes longer than all the rest of a page from the cache.
    const picture: Picture = {
      bytes,
      type,
      etag,
      mode: mode.id,
      text,
      data,
      origin,
      isFallback: origin === "fallback",
      cached,
      contentMs: between - start,
      drawMs: this.#options.ticks() - between,
    }
    const unkept = request.purpose ? this.#options.contents.unkept(mode, request) : undefined
    if (!failure && !unkept) return picture
    return {
      ...picture,
      ...(failure && { failure: codeOf(failure, "content-failed"), failureMessage: failure.message }),
      ...(unkept && { unkept: { code: unkept.code, message: unkept.message } }),
    }
  }

  /** Whether a page says nothing. A mode of a person that cannot tell, since its process is busy, does. */
  async #isEmpty(mode: Mode, { data, origin }: Content, request: DrawRequest): Promise<boolean> {
    const { at = this.#options.clock.now(), timeZone } = request
    const { year, month, day, weekday } = this.#options.service.localTime(at, timeZone)
    const context = { day: { year, month, day, weekday } }
    if (origin === "fallback" || mode.isEmpty?.(data, context)) return true
    return (await mode.confined?.isEmpty?.(data, context, request.turn ?? NOBODY).catch(() => false)) === true
  }

  /** Draws a page, or takes it from the cache: views are pure, so the same input in the same minute gives the same page. */
  async #drawPage(
    mode: Mode,
    content: Content,
    request: DrawRequest,
    end: number,
  ): Promise<{ readonly said: Said; readonly cached: boolean }> {
    const { pages, rasterizer, unset } = this.#options
    const moment = this.#moment(mode, request)
    const key = inputKey(mode, content, request, moment)
    const known = pages.get(key)
    if (known) {
      if (!request.purpose) unset.shown(key, request)
      return { said: known, cached: true }
    }
    const { confined } = mode
    const page = confined
      ? await this.#composeConfined(mode, confined, content, request, moment)
      : await rasterizer.inTurn(() => this.#compose(mode, content, request, moment))
    const { encoded, cached } = confined
      ? await this.#drawConfined(page, confined, request)
      : await this.#drawHere(page, request, end)
    const said = { ...encoded, text: rasterizer.describe(page) }
    if (!request.purpose) {
      unset.drawn(key, said.text, request)
      unset.shown(key, request)
      this.#show(page, request)
    }
    pages.set(key, said, said.bytes.length + (key.length + said.text.length) * 2)
    return { said, cached }
  }

  /** Draws a page in this process. It waits for its pictures until `end`, in ticks: the decoder has a queue. */
  async #drawHere(page: SceneNode, request: DrawRequest, end: number): Promise<Drawn> {
    const { rasterizer, clock, ticks } = this.#options
    const images =
      imagesOf(page).length === 0
        ? undefined
        : await withTimeout(clock, this.#dither(page, request), Math.max(0, end - ticks()), busy)
    return rasterizer.inTurn(() => rasterizer.draw(page, request, { images }))
  }

  /** Draws a page whose layout and painting run in the sandbox; pictures are dithered to the boxes of that layout. */
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

  /** Dithers the pictures of a page. Rejects with Unauthenticated when the page is too large for an anonymous caller, and with NotFound for an unknown picture. */
  #ditherBoxes(boxes: readonly ImageBox[], request: DrawRequest): Promise<DitheredImages> {
    checkPhotos(request)
    const palette = this.#options.palettes.get(request.palette)
    if (!palette) throw new NotFound(`There is no palette "${request.palette}": enable the plugin that contributes it.`)
    return ditheredOn(boxes, palette, this.#options.pictures, request.turn)
  }

  #compose(mode: Mode, content: Content, request: DrawRequest, moment: Moment): SceneNode {
    const context = frameContext(mode, content, request, moment)
    return this.#framed(mode.view(content.data, context), context)
  }

  async #composeConfined(
    mode: Mode,
    confined: Confined,
    content: Content,
    request: DrawRequest,
    moment: Moment,
  ): Promise<SceneNode> {
    const context = frameContext(mode, content, request, moment)
    return this.#framed(await confined.scene(content.data, context, request.turn ?? NOBODY), context)
  }

  /** The moment of a page, to the minute: within one the same input gives the same page. */
  #moment(mode: Mode, request: DrawRequest): Moment {
    const { clock, messages, service } = this.#options
    const { at = clock.now() } = request
    const epoch = Math.floor(at / MINUTE_MS) * MINUTE_MS
    const isFirstDay = isFirstDayOf(mode, request, epoch, service.localTime)
    return { epoch, isFirstDay, messages, localTime: service.localTime }
  }

  #framed(scene: Scene, context: FrameContext): SceneNode {
    return this.#options.frames.list().reduce((page, frame) => frame.wrap(page, scene, context), scene.body)
  }

  #show(page: SceneNode, { realm = "", mac = "" }: DrawRequest): void {
    for (const { source } of imagesOf(page)) {
      this.#options.pictures
        .show(source, deviceKey(realm, mac))
        .catch((error: unknown) => this.#options.log.warn({ picture: source, err: error }, "picture-write.failed"))
    }
  }

  #failed(request: DrawRequest, error: Error): Picture {
    const { notices } = this.#options
    const shown =
      error instanceof PlatenError && (error.status < 500 || isShort(error))
        ? error
        : new PlatenError(500, "draw-failed", error.message, { cause: error })
    return { ...notices.ofError(request, shown), failure: shown.code, failureMessage: error.message }
  }
}

/** Whether the process had no file descriptor left: that passes. */
function isShort(error: Error): boolean {
  return [error, error.cause].some((each) =>
    /^E[MN]FILE$/.test((each as NodeJS.ErrnoException | undefined)?.code ?? ""),
  )
}

/** Error of a page that waited too long in a queue. */
function busy(cause?: Error): Unavailable {
  return new Unavailable("The server is busy drawing other pages: try again in a few seconds.", {
    code: "draw-busy",
    retryAfter: 5,
    ...(cause && { cause }),
  })
}

/** Info: the author of a user's mode must fix it, and a full queue passes; the operator need not act. A text that takes too long is another's, too. */
function levelOf({ confined, hidden }: Mode, error: unknown): "info" | "warn" | "error" {
  if (confined || error instanceof Unavailable) return "info"
  // Pictures that pages name expire: no fault of the server. Those of its own pages are kept until they were shown.
  if (error instanceof NotFound && error.code === "picture-not-found" && !hidden) return "info"
  return error instanceof Invalid && error.code.startsWith("budget-") ? "warn" : "error"
}
