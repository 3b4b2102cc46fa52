import { column, defineMode, inLanguage, pixels, qr, row, screenClass, text, z } from "platen/sdk"
import type { Localised, Mode, Scene, SceneNode, ViewContext } from "platen/sdk"

const settings = z.strictObject({
  code: z.string(),
  /** Where the code is typed in; "" when nobody could reach it. */
  url: z.string(),
  /** What people can type of it. */
  host: z.string(),
})
export type PairingSettings = z.output<typeof settings>

interface Words {
  readonly title: Localised
  readonly scan: Localised
  readonly type: Localised
  readonly after: Localised
}

const PAIR: Words = {
  title: { en: "Pair this screen", zh: "绑定这块屏幕" },
  scan: { en: "Scan, or open {host}/config and type the code.", zh: "扫码，或打开 {host}/config 输入配对码。" },
  type: { en: "Open {host}/config and type the code.", zh: "打开 {host}/config 输入配对码。" },
  after: { en: "Then press the button once.", zh: "然后按一下按键。" },
}

const CONFIRM: Words = {
  title: { en: "Confirm this screen", zh: "确认这块屏幕" },
  scan: { en: "Its key is new. Its owner scans this, or types the code at {host}/config.", zh: "它的令牌是新的。请主人扫码，或在 {host}/config 输入确认码。" },
  type: { en: "Its key is new. Its owner types the code at {host}/config.", zh: "它的令牌是新的。请主人在 {host}/config 输入确认码。" },
  after: { en: "Then press the button once.", zh: "然后按一下按键。" },
}

function page(id: string, words: Words): Mode {
  return defineMode<Record<string, never>, PairingSettings>({
    id,
    title: words.title,
    hidden: true,
    settings,
    data: z.strictObject({}),
    content: async () => ({ data: {} }),
    fallback: () => ({}),
    view: (_, context) => view(words, context),
  })
}

/** Shown by a device that nobody owns, and by one that says it is somebody's. */
export const pairingPage = page("PAIRING", PAIR)
export const confirmPage = page("CONFIRMATION", CONFIRM)

function view(words: Words, context: ViewContext<PairingSettings>): Scene {
  const { width, height, language, settings: { url } } = context
  const screen = screenClass(width, height)
  const said = sentences(words, context)
  const inset = pixels(screen.id === "xs" ? 10 : 24, screen)
  const flat = width / height >= 1.2
  const code = url === "" ? [] : [qr(url, flat ? { height: "100%", width: Math.min(Math.floor(height - 2 * inset), Math.floor(width * 0.42)), shrink: 0 } : { width: "100%", grow: 1 })]
  return {
    language,
    frame: "bare",
    body: flat
      ? row({ grow: 1, padding: inset, gap: pixels(20, screen), align: "center" }, ...code, column({ grow: 1, gap: pixels(8, screen), justify: "center" }, ...said))
      : column({ grow: 1, padding: inset, gap: pixels(8, screen), align: "center", justify: "center" }, ...said, ...code),
  }
}

function sentences({ title, scan, type, after }: Words, { language, width, height, settings: { code, url, host } }: ViewContext<PairingSettings>): SceneNode[] {
  const screen = screenClass(width, height)
  const small = screen.id === "xs"
  const how = inLanguage(url === "" ? type : scan, language).replace("{host}", host)
  return [
    text(inLanguage(title, language), { role: small ? "body" : "lead", weight: "bold", family: "sans", lines: 2, fit: "shrink" }),
    text(spaced(code), { role: small ? "title" : "display", family: "mono", lines: 1, fit: "shrink", minPx: 16, trim: "cap", shrink: 0 }),
    text(how, { role: small ? "caption" : "body", fit: "shrink", minPx: 10 }),
    ...(height < 120 ? [] : [text(inLanguage(after, language), { role: small ? "caption" : "body", fit: "shrink", minPx: 10 })]),
  ]
}

/** In the middle of a long code a thin space, so that it is read in two glances. */
function spaced(code: string): string {
  return code.length < 6 ? code : `${code.slice(0, code.length >> 1)} ${code.slice(code.length >> 1)}`
}
