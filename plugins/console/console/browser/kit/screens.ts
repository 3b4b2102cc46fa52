import { address, call } from "./api.js"
import { language, t } from "./language.js"

/** A screen of the person, as the list has it. */
export interface Screen {
  readonly mac: string
  readonly nickname: string
  readonly role: "owner" | "member"
  readonly last_seen: string | null
  readonly waiting: number
  readonly requests: number
}

export interface State {
  readonly is_online: boolean
  readonly refresh_minutes: number
  readonly battery: number | null
  readonly rssi: number | null
  readonly next_wake: string | null
  readonly last_refresh_at: string | null
  readonly pending_refresh: 0 | 1
  readonly pending_mode: string
  readonly runtime_mode: "active" | "interval"
}

export interface Page {
  readonly at: string
  readonly mode: string | null
  readonly by: string
  readonly detail: string | null
  readonly old: boolean
  readonly fallback: { readonly code: string; readonly message: string } | null
  /** What it says, a line for each row of words. */
  readonly text: string
}

export interface Size {
  readonly width: number
  readonly height: number
  readonly colors: number
  readonly rotation: number
}

export interface Why {
  /** As the settings of the screen call it; "" where they do not. */
  readonly name: string
  readonly shown: Page | null
  readonly next: Page | null
  readonly screen: Size | null
  readonly overlaid: boolean
}

export interface Wake {
  readonly ahead: number
  readonly at: string
  readonly mode: string | null
  readonly by: string
  readonly detail: string | null
  readonly certain: boolean
}

export interface Config {
  readonly id: number
  readonly created_at: string
  readonly is_active: 0 | 1
  readonly nickname: string
  readonly modes: readonly string[]
  readonly refresh_strategy: string
  readonly refresh_interval: number
  readonly language: string
  readonly content_tone: string
  readonly city: string
  readonly timezone: string
  readonly mode_overrides: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly is_always_active?: boolean
  readonly distance?: string
}

export interface Mode {
  readonly mode_id: string
  readonly display_name: string
  readonly description: string
  readonly category: "core" | "more" | "custom"
}

/** What the server says in place of a mode for a picture that a person sent without a name. */
const TRIED = "PUSH_PREVIEW"

/** Of a screen that has not called yet. */
export const USUAL: Size = { width: 800, height: 480, colors: 2, rotation: 0 }

export const screens = async (): Promise<readonly Screen[]> =>
  (await call<{ devices: readonly Screen[] }>("GET", "api/user/devices")).devices
export const stateOf = (mac: string): Promise<State> => call("GET", `api/device/${mac}/state`)
/** Saves the first settings of a screen: its pages speak the language of the person, and keep the time of the browser. */
export const saveFirstSettings = (mac: string): Promise<unknown> =>
  call("POST", "api/config", {
    mac,
    language: language.value,
    timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
/** What it shows. `next`: also what comes next, which takes as long as the sources of that page do. */
export const whyOf = (mac: string, next = false): Promise<Why> =>
  call("GET", `api/device/${mac}/why?next=${next ? 1 : 0}`)
export const modesOf = async (mac: string, lang: string): Promise<readonly Mode[]> =>
  (await call<{ items: readonly Mode[] }>("GET", `api/modes/catalog?mac=${encodeURIComponent(mac)}&lang=${lang}`)).items

/** The address of a page drawn for a screen. */
export function previewOf(
  mac: string,
  { width, height, colors }: Size,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  return address(`api/device/${mac}/preview`, { w: width, h: height, colors, look: "measured", ...query })
}

/** What people call a screen: as its settings say, else as the person named it. */
export function nameOf({ nickname, mac }: Pick<Screen, "nickname" | "mac">, unnamed: string, why?: Why): string {
  return why?.name || nickname || `${unnamed} ${mac.slice(-5)}`
}

/** Volts of a battery in percent, as pages show them. Source: the document of the extended edition. */
export function batteryPercent(volts: number): number {
  return Math.trunc(Math.min(100, Math.max(0, (volts / 3.3) * 100)))
}

/** How well a screen hears its router, in dBm: below -85 calls fail now and then. */
export function signalOf(rssi: number): "strong" | "fair" | "weak" {
  return rssi >= -67 ? "strong" : rssi >= -85 ? "fair" : "weak"
}

/** The name of a mode; its id while the modes are not known, and "" for none. */
export function titleOf(modes: readonly Mode[], id: string | null): string {
  if (id === TRIED) return t("page.tried")
  return modes.find((mode) => mode.mode_id === id)?.display_name ?? id ?? ""
}
