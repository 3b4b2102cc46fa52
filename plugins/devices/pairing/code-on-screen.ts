import { z } from "platen/sdk"
import { column, lineWeight, pixels, qr, row, rule, screenClass, text } from "platen/sdk/mode"
import { definePage } from "platen/sdk/kit"
import type { Mode, Scene, SceneNode, ScreenClass, ViewContext } from "platen/sdk/mode"
import { qrModules } from "./modules.js"
import { titleOf, wordsOf } from "./words.js"
import type { PageName, PageWords } from "./words.js"

const settings = z.strictObject({
  /** The code to type. */
  code: z.string(),
  /** The address to type: host, port and path; "" when it is unknown. */
  host: z.string(),
  /** URLs for the QR code, the preferred one first; empty when no phone can reach the server. */
  urls: z.array(z.string()).readonly(),
  /** HH:MM in the device's zone, if the code is proof only from then on. */
  from: z.string().optional(),
})
export type PairingSettings = z.output<typeof settings>

const binding = z.strictObject({ mac: z.string(), host: z.string(), urls: z.array(z.string()) })

interface Page<Settings> {
  readonly id: string
  readonly name: PageName
  readonly settings: z.ZodType<Settings>
  /** The large text, in parts that a reader takes in one at a time. */
  large(settings: Settings): readonly string[]
}

function page<Settings extends Pick<PairingSettings, "host" | "urls">>({
  id,
  name,
  settings: schema,
  large,
}: Page<Settings>): Mode {
  return definePage({
    id,
    title: titleOf(name),
    settings: schema,
    view: (context) => view(wordsOf(name, context.language), large(context.settings), context),
  })
}

/** Page of an unclaimed device; confirmPage is that of an unconfirmed token. */
export const pairingPage = page<PairingSettings>({
  id: "PAIRING",
  name: "pair",
  settings,
  large: ({ code }) => halves(code),
})
export const confirmPage = page<PairingSettings>({
  id: "CONFIRMATION",
  name: "confirm",
  settings,
  large: ({ code }) => halves(code),
})
/** Page of the QR route: to print and stick on the screen. */
export const bindingPage = page<z.output<typeof binding>>({
  id: "BINDING",
  name: "bind",
  settings: binding,
  large: ({ mac }) => [mac],
})

/** Share of the height above the words: a device may paint its clock over what stands higher. */
const CLOCK = 0.085
/** Width in pixels below which no device paints a clock. */
const CLOCKED = 250
/** Least pixels per QR module that a phone camera reads. */
const MIN_MODULE = 3
/** Width of a character of the fixed-width face, and the gap between two parts, in em. */
const ADVANCE = 0.602
const GAP = 0.4
const MIN_CODE = 14

interface Sizes {
  readonly screen: ScreenClass
  readonly width: number
  readonly height: number
  readonly inset: number
}

interface Parts {
  readonly title: SceneNode
  /** The instructions. `room`: pixels of width; `scanned`: there is a QR code. */
  instructions(room: number, scanned: boolean, align?: "start" | "center"): SceneNode[]
  /** The code. `room`: pixels of width; `maxPx`: greatest size. */
  code(room: number, maxPx: number, justify?: "start" | "center"): SceneNode
}

type Context = Pick<PairingSettings, "host" | "urls" | "from">

function view(words: PageWords, large: readonly string[], context: ViewContext<Context>): Scene {
  const {
    width,
    height,
    language,
    settings: { urls },
  } = context
  const screen = screenClass(width, height)
  const small = screen.id === "xs"
  const arrange = width / height < 1.2 ? tall : small ? strip : wide
  return {
    language,
    frame: "bare",
    body: arrange({ screen, width, height, inset: pixels(small ? 5 : width > height ? 20 : 4, screen) }, urls, {
      title: text(words.title, {
        px: IDEOGRAPHS.test(language) && small ? 12 : TITLE_PX[screen.id],
        weight: "bold",
        family: "sans",
        leading: small ? 1.1 : 1.25,
        lines: width > height ? 1 : 2,
        fit: "shrink",
        minPx: 12,
        shrink: 0,
      }),
      instructions: (room, scanned, align = "start") => sentences(words, context, { room, scanned, align }),
      code: (room, maxPx, justify = "start") => codeAcross(large, maxPx, room, justify),
    }),
  }
}

/** Size of the title in pixels by screen class. */
const TITLE_PX = { xs: 17, s: 18, m: 40, l: 56, xl: 64 } as const
/** Size of the instructions by screen class: people read a large screen from further away. */
const INSTRUCTION_PX = { xs: 11, s: 12, m: 20, l: 28, xl: 32 } as const
/** Languages whose characters are legible from 12 pixels up, in a face for that size and one for 16. */
const IDEOGRAPHS = /^(zh|ja|ko)/
/** Pixels: an address that fits one line at this size is not wrapped. */
const MIN_ADDRESS = { xs: 10, s: 11, m: 16, l: 20, xl: 24 } as const
/** Width of a character of the address, in em. */
const ADDRESS = 0.64
/** Characters of an address that fit a small screen. */
const MAX_HOST = 40

/** Pixels: a screen with a shorter side below MIN_TITLED has no title; an upright one narrower than MIN_FULL has the brief last sentence. */
const MIN_TITLED = 128
const MIN_FULL = 200

interface Setting {
  readonly room: number
  readonly scanned: boolean
  readonly align: "start" | "center"
}

function sentences(
  { why, scan, type, only, lost, after, afterBrief, wait, waitBrief }: PageWords,
  { width, height, language, settings: { host, from } }: ViewContext<Context>,
  { room, scanned, align }: Setting,
): SceneNode[] {
  const screen = screenClass(width, height)
  const small = screen.id === "xs"
  const props = {
    px: Math.max(INSTRUCTION_PX[screen.id], IDEOGRAPHS.test(language) ? 12 : 0),
    family: "sans",
    fit: "shrink",
    minPx: 10,
    align,
    ...(small && { leading: 1.25 }),
  } as const
  const sentence = (words: string, lines = 3): SceneNode =>
    text(words.replace("{from}", from ?? ""), { ...props, lines, balance: true })
  const silent = host === "" || (small && scanned && host.length > MAX_HOST)
  const brief = (small && (width > height || width < MIN_FULL)) || host.length > MAX_HOST
  const [last, lines] = brief
    ? [from === undefined ? afterBrief : waitBrief, small && width > height ? 1 : 2]
    : [from === undefined ? after : wait, 3]
  return [
    ...(why && !small ? [sentence(why)] : []),
    // Groups the address with the sentence above it.
    column(
      { gap: small ? 0 : pixels(2, screen) },
      sentence(silent ? (host === "" ? lost : only) : scanned ? scan : type),
      ...(silent
        ? []
        : [
            text(host, {
              ...props,
              weight: small ? "regular" : "bold",
              lines: 3,
              wrap: host.length * ADDRESS * MIN_ADDRESS[screen.id] > room,
            }),
          ]),
    ),
    ...(last ? [sentence(last, lines)] : []),
  ]
}

function codeAcross(parts: readonly string[], maxPx: number, room: number, justify: "start" | "center"): SceneNode {
  const characters = parts.reduce((sum, { length }) => sum + length, 0)
  const px = Math.max(MIN_CODE, Math.min(maxPx, Math.floor(room / (characters * ADVANCE + (parts.length - 1) * GAP))))
  // The tail of a Q descends below the baseline and needs room.
  return row(
    {
      justify,
      gap: Math.floor(px * GAP),
      padding: [Math.ceil(px * 0.04), 0, Math.ceil(px * (parts.join("").includes("Q") ? 0.14 : 0.04)), 0],
      shrink: 0,
    },
    ...parts.map((part) =>
      text(part, { px, family: "mono", lines: 1, fit: "shrink", minPx: MIN_CODE, trim: "cap", shrink: 0 }),
    ),
  )
}

/** The QR code of the first URL whose modules are large enough, with its quiet zone. `maxSide`: pixels. */
function qrIn(maxSide: number, urls: readonly string[]): (SceneNode & { readonly width: number }) | undefined {
  const url = urls.find((each) => qrModules(each) * MIN_MODULE <= maxSide)
  if (url === undefined) return undefined
  const side = maxSide - (maxSide % qrModules(url))
  return { ...qr(url, { height: side, shrink: 0 }), width: side }
}

/** Layout of a small landscape screen: the QR code at full height, the rest beside it. */
function strip(
  { screen, width, height, inset }: Sizes,
  urls: readonly string[],
  { title, instructions, code }: Parts,
): SceneNode {
  const scan = qrIn(Math.min(height, Math.floor(width / 2)), urls)
  const room = width - inset - (scan ? scan.width : inset)
  return row(
    { grow: 1, align: "center" },
    ...(scan ? [scan] : []),
    column(
      {
        grow: 1,
        padding: [
          scan ? pixels(4, screen) : Math.ceil(height * CLOCK),
          inset,
          pixels(scan ? 4 : 1, screen),
          scan ? 0 : inset,
        ],
        gap: pixels(scan ? 5 : 2, screen),
        justify: scan ? "center" : "start",
      },
      ...(height < MIN_TITLED ? [] : [{ ...title, shrink: 1 }]),
      code(room, Math.floor(height * (scan ? 0.28 : 0.33))),
      column({ gap: pixels(2, screen) }, ...instructions(room, scan !== undefined)),
    ),
  )
}

/** Layout of a large landscape screen: QR code and instructions, and the code to type below them. */
function wide(
  { screen, width, height, inset }: Sizes,
  urls: readonly string[],
  { title, instructions, code }: Parts,
): SceneNode {
  const scan = qrIn(Math.min(Math.floor(height * 0.62), Math.floor(width * 0.46)), urls)
  const gap = pixels(10, screen)
  // A QR code brings its own quiet zone.
  const [near, between] = [scan ? pixels(4, screen) : Math.max(inset, Math.ceil(height * CLOCK)), pixels(4, screen)]
  const room = width - near - inset - (scan ? scan.width + between : 0)
  return column(
    { grow: 1, padding: [near, 0, inset, 0], gap: scan ? pixels(4, screen) : gap, justify: "center" },
    row(
      { grow: scan ? 1 : 0, gap: between, align: "center", padding: [0, inset, 0, near] },
      ...(scan ? [scan] : []),
      column({ grow: 1, gap, justify: "center" }, title, ...instructions(room, scan !== undefined)),
    ),
    column(
      { padding: [0, inset], gap: pixels(6, screen), shrink: 0 },
      rule({ thickness: lineWeight(2, screen) }),
      code(width - 2 * inset, Math.floor(height * (scan ? 0.28 : 0.33)), scan ? "center" : "start"),
    ),
  )
}

/** Layout of an upright screen: one column. */
function tall(
  { screen, width, height, inset }: Sizes,
  urls: readonly string[],
  { title, instructions, code }: Parts,
): SceneNode {
  const scan = qrIn(Math.min(width, Math.floor(height * 0.5)), urls)
  const room = width - 2 * inset
  return column(
    { grow: 1, padding: inset, gap: pixels(width < MIN_FULL ? 3 : 10, screen), align: "center", justify: "center" },
    // Beside the clock of a device.
    ...(width < MIN_TITLED ? [] : [width < CLOCKED ? title : { ...title, maxWidth: "70%" as const }]),
    code(room, Math.floor(height / 6), "center"),
    ...(scan ? [scan] : []),
    ...instructions(room, scan !== undefined, "center"),
  )
}

/** A code of six or more characters in two halves, which are easier to read. */
function halves(code: string): readonly string[] {
  return code.length < 6 ? [code] : [code.slice(0, code.length >> 1), code.slice(code.length >> 1)]
}
