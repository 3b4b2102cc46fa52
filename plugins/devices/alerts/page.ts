import { inLanguage, z } from "platen/sdk"
import { column, lineWeight, pageMargin, pixels, row, rule, text } from "platen/sdk/mode"
import { definePage } from "platen/sdk/kit"
import type { Localised } from "platen/sdk"
import type { Mode, Scene, ViewContext } from "platen/sdk/mode"

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
/** Pixels of width below which the head has no time. */
const SLIM = 140

const TITLE: Localised = {
  en: "Alert",
  de: "Meldung",
  es: "Aviso",
  fr: "Alerte",
  it: "Avviso",
  ja: "通知",
  nl: "Melding",
  zh: "提醒",
  "zh-Hant": "提醒",
}

/** Full page of an alert: sender and time in a line, the message as large as it fits below. A critical one is white on black. */
export const alertPage: Mode = definePage({ id: "ALERT", title: TITLE, settings, view })

function view({ width, screen, language, settings: said }: ViewContext<AlertSettings>): Scene {
  const { sender, message, critical, hour, minute } = said
  const small = screen.id === "xs"
  const side = pageMargin(screen)
  const line = { role: "caption", family: "sans", leading: 1.2 } as const
  return {
    language,
    footer: { icon: critical ? "warning" : "bell", label: inLanguage(critical ? URGENT : TITLE, language) },
    body: column(
      {
        grow: 1,
        padding: [pixels(small ? 6 : 10, screen), side, pixels(small ? 4 : 12, screen), side],
        gap: pixels(small ? 4 : 10, screen),
        ...(critical && ({ fill: "black", ink: "white" } as const)),
      },
      row(
        { gap: pixels(10, screen), align: "baseline", shrink: 0 },
        text(sender, { ...line, weight: "bold", lines: 2, fit: "shrink", minPx: 10, grow: 1 }),
        ...(width < SLIM ? [] : [text(`${hour}:${two(minute)}`, { ...line, lines: 1, tabular: true, shrink: 0 })]),
      ),
      rule({ thickness: lineWeight(1, screen) }),
      text(message, {
        fit: "fill",
        family: "serif",
        weight: critical ? "bold" : "regular",
        leading: 1.15,
        minPx: 10,
      }),
    ),
  }
}

function two(value: number): string {
  return String(value).padStart(2, "0")
}
