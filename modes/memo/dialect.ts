import type { SettingsDialect } from "platen/sdk/mode"

/** Most characters of a title, and of a text. */
export const MAX_TITLE = 80
export const MAX_TEXT = 2_000
/** The numbers of the notes. */
export const NOTES = [1, 2, 3] as const

const KEY = /^memo_(title|text)_[123]$/

/** InkSight's format: the same settings without limits. What is too long is cut, so that nothing is refused; newer pages keep them in `mode_settings`. */
export const dialect: SettingsDialect = {
  read: ({ mode_settings: nested, ...own }) =>
    Object.fromEntries(
      Object.entries({ ...own, ...(typeof nested === "object" && nested) }).flatMap(([key, value]) => {
        const [, kind] = KEY.exec(key) ?? []
        if (kind === undefined) return [[key, value] as const]
        return typeof value === "string" ? [[key, cut(value, kind === "title" ? MAX_TITLE : MAX_TEXT)] as const] : []
      }),
    ),
  write: () => ({}),
}

/** A text of at most so many UTF-16 units, without half a character at its end. */
function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, "")
}
