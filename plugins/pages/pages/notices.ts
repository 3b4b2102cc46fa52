import { filled } from "platen/sdk/kit"
import { PlatenError } from "platen/sdk"
import type { Log } from "platen/sdk"
import type { Encoded, Rasterizer } from "platen/sdk/drawing"
import type { PictureShape } from "platen/sdk/http"
import type { Picture, Phrases } from "platen/sdk/mode"
import { noticeScene } from "./notice.js"

/** Codes of errors that stay until somebody corrects the settings of the page, or the operator grants what they name. */
const SETTINGS: ReadonlySet<string> = new Set([
  "connection-not-granted",
  "secret-unreadable",
  "path-invalid",
  "calendar-link",
  "calendar-unreadable",
  "json-unreadable",
  "host-not-public",
  "upstream-refused",
  "content-too-large",
])

interface Needs {
  readonly rasterizer: Rasterizer
  readonly icons: { has(name: string): boolean }
  readonly messages: Phrases
  readonly log: Log
  /** Monotonic milliseconds. */
  readonly ticks: () => number
}

/** Error pages. */
export interface Notices {
  /** Draws a title and a sentence. Never throws: an empty page when drawing fails. */
  draw(screen: PictureShape, words: { readonly title: string; readonly message: string }): Picture
  /** Draws an error in the language of the screen. */
  ofError(screen: PictureShape, error: PlatenError): Picture
  /** Draws what is wrong with the settings of a page, where waiting does not help; undefined for an error that goes by. */
  ofSettings(screen: PictureShape, error: Error): Picture | undefined
}

export function noticesOf({ rasterizer, icons, messages, log, ticks }: Needs): Notices {
  const bytes = (screen: PictureShape, words: { readonly title: string; readonly message: string }): Encoded => {
    try {
      const scene = noticeScene(words, screen.width, screen.height, icons.has("warning"))
      return rasterizer.draw(scene, screen, { isNotice: true }).encoded
    } catch (error) {
      log.error({ err: error }, "notice.failed")
      return rasterizer.blank(screen)
    }
  }
  const draw: Notices["draw"] = (screen, words) => {
    const start = ticks()
    const encoded = bytes(screen, words)
    return {
      ...encoded,
      mode: undefined,
      text: `${words.title}\n${words.message}`,
      origin: "notice",
      isFallback: true,
      cached: false,
      contentMs: 0,
      drawMs: ticks() - start,
    }
  }
  const titled = (screen: PictureShape, error: PlatenError, title: string): Picture => {
    const phrase = (key: string, other: string): string =>
      messages.phrase(screen.language, key) ?? messages.phrase(screen.language, other) ?? key
    const separator = messages.phrase(screen.language, "list.separator") ?? ", "
    const names = (error.issues ?? []).map(({ path }) => path).join(separator)
    return draw(screen, {
      title: filled(phrase(`error.${error.code}.title`, title), {}),
      message: filled(phrase(`error.${error.code}`, "error"), { detail: error.message, names }),
    })
  }
  return {
    draw,
    ofError: (screen, error) => titled(screen, error, "error.title"),
    ofSettings: (screen, error) =>
      error instanceof PlatenError && SETTINGS.has(error.code)
        ? titled(screen, error, "error.invalid.title")
        : undefined,
  }
}
