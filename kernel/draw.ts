import { deviceKey, NotFound, PlatenError, screenClass, Unauthenticated, Unavailable } from "platen/sdk"
import type {
  Bitmap,
  Clock,
  Codec,
  Confined,
  Draw,
  DrawRequest,
  Frame,
  FrameContext,
  Log,
  Mode,
  ModeCatalog,
  Palette,
  Picture,
  PictureShape,
  Scene,
  SceneNode,
  Turn,
} from "platen/sdk"
import { settingsOf } from "./mode-input.js"
import type { Content, ContentMaker } from "./content.js"
import { encode, hash } from "./encoded.js"
import type { Encoded, Sheet } from "./encoded.js"
import { frameContext } from "./frame-context.js"
import type { Moment } from "./frame-context.js"
import { inputKey } from "./input-key.js"
import type { Inked } from "./bitmap/inked.js"
import { codeOf, filled } from "./messages.js"
import { Notices } from "./notices.js"
import { picturesOn } from "./page-pictures.js"
import { checkPhotos } from "./pictures.js"
import type { Gallery } from "./pictures.js"
import type { SceneEnv } from "./scene/env.js"
import { imagesOf } from "./scene/images.js"
import { Layouts } from "./scene/layout.js"
import { paint } from "./scene/paint.js"
import type { Typesetter } from "./text/block.js"
import { byteCache } from "./text/cache.js"
import type { ByteCache } from "./text/cache.js"
import { busy } from "./work/fair-queue.js"
import { LoopTurns } from "./work/loop-turns.js"
import type { Sandbox } from "./work/sandbox.js"
import { withTimeout } from "./work/timeout.js"

export interface DrawOptions {
  readonly clock: Clock
  readonly log: Log
  readonly contents: ContentMaker
  readonly pictures: Gallery
  readonly sandbox: Pick<Sandbox, "page">
  readonly modes: ModeCatalog
  readonly typesetter: () => Typesetter
  palette(id: string): Palette | undefined
  codec(id: string): Codec | undefined
  frames(): readonly Frame[]
  phrase(language: string, key: string): string | undefined
  /** Monotonic milliseconds. */
  readonly ticks: () => number
}

const [ENCODED_BYTES, PAGE_BYTES] = [12 << 20, 8 << 20]
const MINUTE_MS = 60_000
/** Milliseconds of one page after which no mode that runs in the sandbox is begun, and after which no mode is waited for: a device has its page within 10 s. */
const CONFINED_BEGUN_MS = 4_000
const ENDED_MS = 8_500
const NOBODY: Turn = { caller: "" }

type Shape = Pick<DrawRequest, "width" | "height" | "palette" | "codec" | "language">

/** Modes to pictures. Encoded pictures are kept by what is on the page, never by device or mode. */
export class Drawing implements Draw {
  readonly #options: DrawOptions
  readonly #encoded: ByteCache<Encoded> = byteCache(ENCODED_BYTES)
  readonly #pages: ByteCache<Encoded> = byteCache(PAGE_BYTES)
  readonly #notices: Notices
  readonly #layouts = new Layouts()
  readonly #turns: LoopTurns

  constructor(options: DrawOptions) {
    this.#options = options
    this.#turns = new LoopTurns(options.ticks)
    this.#notices = new Notices({
      ...options,
      env: (shape) => this.env(shape),
      sheet: (page, shape) => this.#sheet(page, shape),
    })
  }

  /** The first mode of the list that can be drawn; a notice when none can. Rejects only for settings of a preview, and for a page that is not for somebody who has not signed in. */
  async picture(request: DrawRequest): Promise<Picture> {
    const start = this.#options.ticks()
    let failed: Error | undefined
    for (const id of request.modes) {
      const mode = this.#options.modes.get(id, request.scopes)
      if (!mode) continue
      if (request.preview && !request.saved) settingsOf(mode, request.settings?.[mode.id])
      try {
        const picture = await this.#inTime(mode, request, this.#options.ticks() - start)
        if (picture) return failed ? { ...picture, failure: codeOf(failed), failureMessage: failed.message } : picture
      } catch (error) {
        if (request.stranger && error instanceof Unauthenticated) throw error
        // What a user's own mode does wrong is its author's to mend, and that there was no room nobody's: an operator need not act.
        this.#options.log[mode.confined || error instanceof Unavailable ? "info" : "error"](
          { mode: id, err: error },
          "draw.failed",
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

  notice(shape: PictureShape, words: { readonly title: string; readonly message: string }): Picture {
    const start = this.#options.ticks()
    const encoded = this.#notices.bytes(shape, words)
    return {
      ...encoded,
      mode: undefined,
      origin: "notice",
      standIn: true,
      cached: false,
      contentMs: 0,
      drawMs: this.#options.ticks() - start,
    }
  }

  /** The whole page of a mode as a scene, frame and all: what is painted, described and looked over. */
  async page(
    mode: Mode,
    request: DrawRequest,
  ): Promise<{ readonly page: SceneNode; readonly content: Content } | undefined> {
    const content = await this.#options.contents.content(mode, request)
    if ("skip" in content) return undefined
    return { page: this.#compose(mode, content, request), content }
  }

  /** The same, with the page's pictures, in a palette's inks. Rejects for a picture that is not there. */
  async envOf(
    page: SceneNode,
    shape: { readonly width: number; readonly height: number; readonly language: string; readonly palette: string },
  ): Promise<SceneEnv> {
    const pictures = await this.#picturesOf(page, shape)
    return { ...this.env(shape), ...(pictures && { pictures }) }
  }

  env({
    width,
    height,
    language,
  }: {
    readonly width: number
    readonly height: number
    readonly language: string
  }): SceneEnv {
    return {
      typesetter: this.#options.typesetter(),
      screen: screenClass(width, height),
      language,
      layouts: this.#layouts,
    }
  }

  /** A mode that runs in the sandbox waits for others there: not for longer than the device waits. */
  async #inTime(mode: Mode, request: DrawRequest, spent: number): Promise<Picture | undefined> {
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
      standIn: content.origin === "fallback",
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
  async #drawPage(
    mode: Mode,
    content: Content,
    request: DrawRequest,
    end: number,
  ): Promise<{ encoded: Encoded; cached: boolean }> {
    const key = inputKey(mode, content, request, this.#minute(request))
    const known = this.#pages.get(key)
    if (known) return { encoded: known, cached: true }
    const { confined } = mode
    const page = confined
      ? await this.#composeApart(mode, confined, content, request)
      : await this.#turns.run(() => this.#compose(mode, content, request))
    const drawn = confined ? await this.#drawApart(page, confined, request) : await this.#drawHere(page, request, end)
    if (!request.preview) this.#show(page, request)
    this.#pages.set(key, drawn.encoded, drawn.encoded.bytes.length + key.length * 2)
    return drawn
  }

  /** The decoder does the work of others too: a page with pictures waits for them until `end`, in ticks. */
  async #drawHere(page: SceneNode, request: DrawRequest, end: number): Promise<{ encoded: Encoded; cached: boolean }> {
    const pictures =
      imagesOf(page).length === 0
        ? undefined
        : await withTimeout(this.#picturesOf(page, request), Math.max(0, end - this.#options.ticks()), busy)
    return this.#turns.run(() => this.#draw(page, request, pictures))
  }

  /** Pages show minutes: within one, the same input is the same page. */
  #minute({ at = this.#options.clock.now() }: DrawRequest): number {
    return Math.floor(at / MINUTE_MS)
  }

  #compose(mode: Mode, content: Content, request: DrawRequest): SceneNode {
    const context = frameContext(mode, content, request, this.#moment(request))
    return this.#framed(mode.view(content.data, context), context)
  }

  async #composeApart(mode: Mode, confined: Confined, content: Content, request: DrawRequest): Promise<SceneNode> {
    const context = frameContext(mode, content, request, this.#moment(request))
    return this.#framed(await confined.scene(content.data, context, request.turn ?? NOBODY), context)
  }

  #moment(request: DrawRequest): Moment {
    return { epoch: this.#minute(request) * MINUTE_MS, phrase: this.#options.phrase }
  }

  #framed(scene: Scene, context: FrameContext): SceneNode {
    return this.#options.frames().reduce((page, frame) => frame.wrap(page, scene, context), scene.body)
  }

  #picturesOf(
    page: SceneNode,
    request: Pick<DrawRequest, "width" | "height" | "palette" | "language" | "turn" | "stranger">,
  ): Promise<SceneEnv["pictures"]> {
    return picturesOn(page, request, {
      palette: this.#palette(request.palette),
      env: this.env(request),
      pictures: this.#options.pictures,
    })
  }

  #show(page: SceneNode, { edition = "", mac = "" }: DrawRequest): void {
    for (const { source } of imagesOf(page)) {
      this.#options.pictures
        .show(source, deviceKey(edition, mac))
        .catch((error: unknown) => this.#options.log.warn({ picture: source, err: error }, "picture.not-kept"))
    }
  }

  #palette(id: string): Palette {
    const palette = this.#options.palette(id)
    if (!palette) throw new NotFound(`There is no palette "${id}": enable the plugin that has it.`)
    return palette
  }

  #draw(page: SceneNode, request: Shape, pictures?: SceneEnv["pictures"]): { encoded: Encoded; cached: boolean } {
    const sheet = this.#sheet(page, request)
    const known = this.#encoded.get(sheet.key)
    if (known) return { encoded: known, cached: true }
    const { width, height } = request
    return this.#encode(
      sheet,
      paint(page, width, height, sheet.palette, pictures ? { ...this.env(request), pictures } : this.env(request)),
    )
  }

  /** The same where the page is laid out and painted in the sandbox; its pictures are inked for the boxes that they get there. */
  async #drawApart(
    page: SceneNode,
    confined: Confined,
    request: Shape & Pick<DrawRequest, "turn" | "stranger">,
  ): Promise<{ encoded: Encoded; cached: boolean }> {
    const sheet = this.#sheet(page, request)
    const known = this.#encoded.get(sheet.key)
    if (known) return { encoded: known, cached: true }
    const { width, height, language, turn = NOBODY } = request
    const { palette } = sheet
    const order = { page, width, height, language, palette }
    try {
      let made = await this.#options.sandbox.page(order, turn)
      if (!("data" in made)) {
        const images = imagesOf(page)
        checkPhotos(request)
        const pictures: (Inked | undefined)[] = images.map(() => undefined)
        await Promise.all(
          made.map(async ({ index, width: w, height: h }) => {
            pictures[index] = await this.#options.pictures.inked(images[index]!, w, h, palette, turn)
          }),
        )
        made = (await this.#options.sandbox.page({ ...order, pictures }, turn)) as Bitmap
      }
      return this.#encode(sheet, made)
    } catch (error) {
      confined.failed?.(error as Error)
      throw error
    }
  }

  #sheet(page: SceneNode, { width, height, language, ...request }: Shape): Sheet {
    const palette = this.#palette(request.palette)
    const codec = this.#options.codec(request.codec)
    if (!codec) throw new NotFound(`There is no codec "${request.codec}": enable the plugin that has it.`)
    return {
      palette,
      codec,
      key: hash(`${width}x${height} ${palette.id} ${codec.id} ${language} ${JSON.stringify(page)}`),
    }
  }

  #encode({ codec, key }: Sheet, bitmap: Bitmap): { encoded: Encoded; cached: boolean } {
    const encoded = encode(codec, bitmap)
    this.#encoded.set(key, encoded, encoded.bytes.length + 300)
    return { encoded, cached: false }
  }

  #failed(request: DrawRequest, error: Error): Picture {
    const code = error instanceof PlatenError && error.status < 500 ? error.code : "draw-failed"
    const words = (key: string): string =>
      this.#options.phrase(request.language, key) ??
      this.#options.phrase(request.language, key.endsWith(".title") ? "error.title" : "error") ??
      ""
    const picture = this.notice(request, {
      title: words(`error.${code}.title`),
      message: filled(words(`error.${code}`), { detail: error.message }),
    })
    return { ...picture, failure: code, failureMessage: error.message }
  }
}
