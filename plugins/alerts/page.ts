import { inLanguage, z } from "platen/sdk"
import { column, icon, pixels, row, rule, screenClass, text } from "platen/sdk/mode"
import { definePage } from "platen/sdk/kit"
import type { Localised } from "platen/sdk"
import type { Mode, Scene, SceneNode, ViewContext } from "platen/sdk/mode"

const settings = z.strictObject({
  sender: z.string(),
  message: z.string(),
  critical: z.boolean(),
  /** Time of the alert in the device's zone. */
  hour: z.number().int(),
  minute: z.number().int(),
})
type AlertSettings = z.output<typeof settings>

const URGENT: Localised = {
  en: "Urgent",
  de: "Dringend",
  es: "Urgente",
  fr: "Urgent",
  it: "Urgente",
  ja: "緊急",
  nl: "Dringend",
  zh: "紧急",
  "zh-Hant": "緊急",
}
/** Characters up to which a message is set as large as possible, to be read across a room. */
const SHORT = 120
/** Characters up to which lines are balanced; a longer message is a paragraph with full lines. */
const MAX_BALANCED = 200
/** Pixels of width: below NARROW the head omits the word for urgent, below SLIM also the icon and the time. */
const NARROW = 200
const SLIM = 140
/** Pixels: icons are crisp at these sizes only. */
const ICON_PX = { xs: 16, s: 20, m: 28, l: 36, xl: 48 } as const

/** Full-screen page of an alert: sender and time in the head, the message below. A critical one has a black head and a thick frame. */
export const alertPage: Mode = definePage({
  id: "ALERT",
  title: {
    en: "Alert",
    de: "Meldung",
    es: "Aviso",
    fr: "Alerte",
    it: "Avviso",
    ja: "通知",
    nl: "Melding",
    zh: "提醒",
    "zh-Hant": "提醒",
  },
  settings,
  view,
})

function view(context: ViewContext<AlertSettings>): Scene {
  const {
    width,
    height,
    language,
    settings: { message, critical },
  } = context
  const screen = screenClass(width, height)
  const small = screen.id === "xs"
  const side = pixels(small ? 10 : 18, screen)
  const words = column(
    { grow: 1, padding: [pixels(small ? 4 : 10, screen), side], justify: "center" },
    text(message, {
      role: message.length <= SHORT ? "display" : "title",
      family: "sans",
      weight: critical ? "bold" : "regular",
      fit: "shrink",
      minPx: 10,
      balance: message.length <= MAX_BALANCED,
    }),
  )
  return {
    language,
    frame: "bare",
    body: critical
      ? column({ grow: 1, border: pixels(4, screen) }, head(context, side), words)
      : column({ grow: 1 }, head(context, side), rule({ thickness: pixels(2, screen) }), words),
  }
}

function head(
  { language, width, height, settings: { sender, critical, hour, minute } }: ViewContext<AlertSettings>,
  side: number,
): SceneNode {
  const screen = screenClass(width, height)
  const role = screen.id === "xs" ? "caption" : "body"
  const one = { role, family: "sans", lines: 1 } as const
  const who = critical && width >= NARROW ? `${inLanguage(URGENT, language)} · ${sender}` : sender
  return row(
    {
      padding: [pixels(5, screen), side],
      gap: pixels(8, screen),
      align: "center",
      shrink: 0,
      ...(critical && ({ fill: "black", ink: "white" } as const)),
    },
    ...(width < SLIM ? [] : [icon(critical ? "warning" : "bell", ICON_PX[screen.id], { label: "" })]),
    text(who, {
      ...one,
      weight: "bold",
      grow: 1,
      fit: "shrink",
      ...(screen.id === "xs" ? { minPx: 10 } : { lines: 2, balance: true }),
    }),
    ...(width < SLIM ? [] : [text(`${two(hour)}:${two(minute)}`, { ...one, tabular: true, shrink: 0 })]),
  )
}

function two(value: number): string {
  return String(value).padStart(2, "0")
}
