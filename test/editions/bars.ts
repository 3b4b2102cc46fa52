import { z } from "platen/sdk"
import { column } from "platen/sdk/mode"
import type { ContentContext, Mode, Scene, ViewContext } from "platen/sdk/mode"
import { bmpPixels, pngPixels } from "../devices/pixels.js"
import type { Answer } from "../kernel/http/ask.js"
import { modeOf } from "./test-modes.js"

/** Pixels from one bar to the next. */
const PITCH = 8

/** A page that says numbers to whoever counts: black bars at the top left, one below the other, each as many pixels long as its number. */
export function bars(...lengths: readonly number[]): Scene {
  const drawn = lengths.map((width) => column({ width, height: PITCH, fill: "black", shrink: 0 }))
  return { language: "en", frame: "bare", body: column({ align: "start" }, ...drawn) }
}

/** The number that the page of an answer says; `line`: of several the one that is meant. */
export function bar({ body }: Pick<Answer, "body">, line = 0): number {
  const { width, colours } = body.toString("latin1", 0, 2) === "BM" ? bmpPixels(body) : pngPixels(body)
  const start = width * (line * PITCH + PITCH / 2)
  return colours.subarray(start, start + width).filter((colour) => colour === 0).length
}

/** What stands in for the content of a mode is its number and this. */
export const STAND_IN = 100

/** A mode whose content is a number, and whose page says it. */
export function numberMode(
  id: string,
  number: number | ((context: ContentContext) => number | Promise<number>),
  parts: Partial<Mode> = {},
): Mode {
  const content: Mode["content"] = async (context) => ({
    data: { number: typeof number === "number" ? number : await number(context) },
  })
  return modeOf(id, {
    data: z.object({ number: z.number() }),
    content,
    fallback: () => ({ number: STAND_IN + (typeof number === "number" ? number : 0) }),
    view: (data) => bars((data as { number: number }).number),
    ...parts,
  })
}

/** A mode whose page says a number that only its view knows. */
export function viewMode(id: string, number: (context: ViewContext) => number, parts: Partial<Mode> = {}): Mode {
  return modeOf(id, { view: (_, context) => bars(number(context)), ...parts })
}
