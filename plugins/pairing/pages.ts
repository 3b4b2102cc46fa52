import { inLanguage, z } from "platen/sdk"
import { column, definePage, pixels, qr, row, screenClass, text } from "platen/sdk/mode"
import type { Localised } from "platen/sdk"
import type { Mode, Scene, SceneNode, ScreenClass, ViewContext } from "platen/sdk/mode"
import { qrModules } from "./modules.js"

const settings = z.strictObject({
  /** What is to be typed. */
  code: z.string(),
  /** Where: host, port and path; "" when nobody knows. */
  host: z.string(),
  /** The same for a QR code, the best first; none when no phone could reach it. */
  urls: z.array(z.string()).readonly(),
  /** HH:MM where the screen hangs, if the code is proof from then on only. */
  from: z.string().optional(),
})
export type PairingSettings = z.output<typeof settings>

const binding = z.strictObject({ mac: z.string(), host: z.string(), urls: z.array(z.string()) })

interface Words {
  readonly title: Localised
  /** Where there is room for it. */
  readonly why?: Localised
  /** Above the address. */
  readonly scan: Localised
  readonly type: Localised
  /** Where there is no room for an address that is long. */
  readonly only: Localised
  /** In place of an address that nobody knows. */
  readonly lost: Localised
  readonly after?: Localised
  /** The same where there is no room for it. */
  readonly afterBrief?: Localised
}

/** In place of what comes after, while another device that called with this MAC may still be the screen. */
const WAIT: Localised = {
  en: "Another device called in this screen’s name a moment ago. Type the code after {from}.",
  zh: "刚才另有设备以这块屏幕的身份连接。请在 {from} 之后输入配对码。",
}
const WAIT_BRIEF: Localised = { en: "Type it after {from}.", zh: "{from} 之后再输入。" }

const TYPED: Pick<Words, "scan" | "type" | "only" | "lost" | "after" | "afterBrief"> = {
  scan: { en: "Scan, or type the code at", zh: "扫码，或在此输入配对码" },
  type: { en: "Type the code at", zh: "在此网址输入配对码" },
  only: { en: "Scan it with a phone.", zh: "请用手机扫码。" },
  lost: { en: "Type the code at this server’s page /config", zh: "在服务器的 /config 页面输入配对码" },
  // In live mode, as at a first install, the next page comes by itself, and a press would end live mode.
  after: {
    en: "It appears within a few seconds; if not, press the button once.",
    zh: "几秒后显示画面；若没有，按一下按键。",
  },
  afterBrief: { en: "No page? Press the button.", zh: "没反应就按一下按键。" },
}

const PAIR: Words = { title: { en: "Pair this screen", zh: "绑定这块屏幕" }, ...TYPED }

const CONFIRM: Words = {
  title: { en: "Confirm this screen", zh: "确认这块屏幕" },
  why: { en: "It has a new key: its owner must confirm it.", zh: "令牌是新的，请主人确认。" },
  ...TYPED,
}

const BIND: Words = {
  title: { en: "This screen’s page", zh: "这块屏幕的页面" },
  why: { en: "Bind it, and choose what it shows.", zh: "绑定屏幕，设置显示内容。" },
  scan: { en: "Scan, or open", zh: "扫码，或打开" },
  type: { en: "Open", zh: "打开" },
  only: { en: "Scan it with a phone.", zh: "请用手机扫码。" },
  lost: { en: "Open this server’s page /config", zh: "打开服务器的 /config 页面" },
}

interface Page<Settings> {
  readonly id: string
  readonly words: Words
  readonly settings: z.ZodType<Settings>
  /** What stands there large, in parts that are read one by one. */
  large(settings: Settings): readonly string[]
}

function page<Settings extends Pick<PairingSettings, "host" | "urls">>({
  id,
  words,
  settings: schema,
  large,
}: Page<Settings>): Mode {
  return definePage({
    id,
    title: words.title,
    settings: schema,
    view: (context) => view(words, large(context.settings), context),
  })
}

/** Shown by a device that nobody owns, and by one that says it is somebody's. */
export const pairingPage = page<PairingSettings>({
  id: "PAIRING",
  words: PAIR,
  settings,
  large: ({ code }) => halves(code),
})
export const confirmPage = page<PairingSettings>({
  id: "CONFIRMATION",
  words: CONFIRM,
  settings,
  large: ({ code }) => halves(code),
})
/** Fetched by whoever wants to stick it on. */
export const bindingPage = page<z.output<typeof binding>>({
  id: "BINDING",
  words: BIND,
  settings: binding,
  large: ({ mac }) => [mac],
})

/** Pixels of a module that a phone reads off paper. */
const MIN_MODULE = 3
/** Of the fixed-width face: the width of a character and the gap between two parts, in its size. */
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
  /** What to do, and where, in so many pixels of width. */
  said(room: number, scanned: boolean, align?: "start" | "center"): SceneNode[]
  /** What is to be typed, in so many pixels of width, at most so many high. */
  code(room: number, most: number, justify?: "start" | "center"): SceneNode
}

type Asked = Pick<PairingSettings, "host" | "urls" | "from">

function view(words: Words, large: readonly string[], context: ViewContext<Asked>): Scene {
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
    body: arrange({ screen, width, height, inset: pixels(small ? 5 : 20, screen) }, urls, {
      title: text(inLanguage(words.title, language), {
        role: small || screen.id === "s" ? "lead" : "title",
        weight: "bold",
        family: "sans",
        leading: 1.25,
        lines: width > height ? 1 : 2,
        fit: "shrink",
        minPx: 12,
        shrink: 0,
      }),
      said: (room, scanned, align = "start") => sentences(words, context, { room, scanned, align }),
      code: (room, most, justify = "start") => codeAcross(large, most, room, justify),
    }),
  }
}

/** How large the sentences are, by the class of the screen: on a large one they are read from further away. */
const SAID = {
  xs: { role: "caption" },
  s: { role: "body" },
  m: { px: 20 },
  l: { px: 28 },
  xl: { px: 32 },
} as const satisfies Record<ScreenClass["id"], object>
/** Pixels: an address that has room in one line at this size stands in one. */
const MIN_ADDRESS = { xs: 10, s: 11, m: 16, l: 20, xl: 24 } as const
/** The width of its characters, in its size. */
const ADDRESS = 0.64
/** Characters of an address for which a small screen has room. */
const MAX_HOST = 40

/** Pixels: on a shorter side that is smaller there is no title; a narrower upright screen says the last sentence briefly. */
const MIN_TITLED = 128
const MIN_FULL = 200

interface Setting {
  readonly room: number
  readonly scanned: boolean
  readonly align: "start" | "center"
}

function sentences(
  { why, scan, type, only, lost, after, afterBrief }: Words,
  { width, height, language, settings: { host, from } }: ViewContext<Asked>,
  { room, scanned, align }: Setting,
): SceneNode[] {
  const screen = screenClass(width, height)
  const small = screen.id === "xs"
  const props = { ...SAID[screen.id], family: "sans", fit: "shrink", minPx: 10, align } as const
  const sentence = (said: Localised, lines = 3): SceneNode =>
    text(inLanguage(said, language).replace("{from}", from ?? ""), { ...props, lines, balance: true })
  const silent = host === "" || (small && scanned && host.length > MAX_HOST)
  const brief = (small && (width > height || width < MIN_FULL)) || host.length > MAX_HOST
  const [last, lines] = brief
    ? [from === undefined ? afterBrief : WAIT_BRIEF, small && width > height ? 1 : 2]
    : [from === undefined ? after : WAIT, 3]
  return [
    ...(why && !small ? [sentence(why)] : []),
    // An address belongs to the words above it.
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

function codeAcross(parts: readonly string[], most: number, room: number, justify: "start" | "center"): SceneNode {
  const characters = parts.reduce((sum, { length }) => sum + length, 0)
  const px = Math.max(MIN_CODE, Math.min(most, Math.floor(room / (characters * ADVANCE + (parts.length - 1) * GAP))))
  // What hangs below a capital, as of Q, has room of its own.
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

/** A square of paper and code: the first address whose modules are large enough for it. */
function codeIn(most: number, urls: readonly string[]): (SceneNode & { readonly width: number }) | undefined {
  const url = urls.find((each) => qrModules(each) * MIN_MODULE <= most)
  if (url === undefined) return undefined
  const side = most - (most % qrModules(url))
  return { ...qr(url, { height: side, shrink: 0 }), width: side }
}

/** Low and small: the code as high as the screen, all else beside it. */
function strip(
  { screen, width, height, inset }: Sizes,
  urls: readonly string[],
  { title, said, code }: Parts,
): SceneNode {
  const scan = codeIn(Math.min(height, Math.floor(width / 2)), urls)
  const room = width - inset - (scan ? scan.width : inset)
  return row(
    { grow: 1, align: "center" },
    ...(scan ? [scan] : []),
    column(
      {
        grow: 1,
        padding: [pixels(4, screen), inset, pixels(4, screen), scan ? 0 : inset],
        gap: pixels(5, screen),
        justify: "center",
      },
      ...(height < MIN_TITLED ? [] : [title]),
      code(room, Math.floor(height * (scan ? 0.28 : 0.33))),
      column({ gap: pixels(2, screen) }, ...said(room, scan !== undefined)),
    ),
  )
}

/** The code to scan and what to do with it; below, across the page, what is to be typed. */
function wide(
  { screen, width, height, inset }: Sizes,
  urls: readonly string[],
  { title, said, code }: Parts,
): SceneNode {
  const scan = codeIn(Math.min(Math.floor(height * 0.62), Math.floor(width * 0.46)), urls)
  const gap = pixels(10, screen)
  // A code to scan has its own paper round it.
  const [near, between] = [scan ? pixels(4, screen) : inset, pixels(4, screen)]
  const room = width - near - inset - (scan ? scan.width + between : 0)
  return column(
    { grow: 1, padding: [near, 0, inset, 0], gap: scan ? gap : 2 * gap, justify: "center" },
    row(
      { grow: scan ? 1 : 0, gap: between, align: "center", padding: [0, inset, 0, near] },
      ...(scan ? [scan] : []),
      column({ grow: 1, gap, justify: "center" }, title, ...said(room, scan !== undefined)),
    ),
    column(
      { padding: [0, inset], shrink: 0 },
      code(width - 2 * inset, Math.floor(height * (scan ? 0.28 : 0.33)), scan ? "center" : "start"),
    ),
  )
}

/** One under the other. */
function tall(
  { screen, width, height, inset }: Sizes,
  urls: readonly string[],
  { title, said, code }: Parts,
): SceneNode {
  const scan = codeIn(Math.min(width, Math.floor(height * 0.5)), urls)
  const room = width - 2 * inset
  return column(
    { grow: 1, padding: inset, gap: pixels(width < MIN_FULL ? 3 : 10, screen), align: "center", justify: "center" },
    ...(width < MIN_TITLED ? [] : [title]),
    code(room, Math.floor(height / 6), "center"),
    ...(scan ? [scan] : []),
    ...said(room, scan !== undefined, "center"),
  )
}

/** A long code is read in two glances. */
function halves(code: string): readonly string[] {
  return code.length < 6 ? [code] : [code.slice(0, code.length >> 1), code.slice(code.length >> 1)]
}
