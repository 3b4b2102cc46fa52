import { iconOf } from "./icons.js"
import { isChinese, own, textOf } from "./given.js"
import type { Fields } from "./given.js"
import { quoted } from "./report.js"
import type { Report } from "./report.js"

/** Seconds for which the content of a mode that is not to be kept is shown again. */
const SHORT = 300

/** Who a mode is. `chinese`: whether it is written in Chinese. */
export interface Identity {
  readonly id: string
  readonly title: Readonly<Record<string, string>>
  readonly description?: Readonly<Record<string, string>>
  readonly icon?: string
  readonly cacheFor?: number
}

export function identityOf(definition: Fields, chinese: boolean, report: Report): Identity {
  const name = (textOf(definition, "display_name") ?? textOf(definition, "mode_id") ?? "Page").trim().slice(0, 80)
  const description = textOf(definition, "description")?.trim().slice(0, 300)
  const inLanguages = (words: string): Readonly<Record<string, string>> =>
    chinese || isChinese(words) ? { en: words, zh: words } : { en: words }
  report.taken("display_name", "is the title.")
  if (description !== undefined) report.taken("description", "is the description.")
  const icon = iconIn(definition, report)
  const isShort = own(definition, "cacheable") === false
  if (isShort) report.approximated("cacheable", `is false: the content is made anew after ${SHORT} seconds.`)
  return {
    id: idOf(definition, report),
    title: inLanguages(name),
    ...(description !== undefined && { description: inLanguages(description) }),
    ...(icon !== undefined && { icon }),
    ...(isShort && { cacheFor: SHORT }),
  }
}

function idOf(definition: Fields, report: Report): string {
  const given = textOf(definition, "mode_id") ?? textOf(definition, "id") ?? ""
  const letters = given
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]+/g, "_")
    .replace(/^[_\d]+/, "")
    .slice(0, 32)
  if (letters === given) report.taken("mode_id", "is the id.")
  const id = letters.length >= 2 ? letters : "MY_MODE"
  if (id !== given) report.approximated("mode_id", `${quoted(given)} is no id of a mode here: it is ${id}.`)
  return id
}

function iconIn(definition: Fields, report: Report): string | undefined {
  const given = textOf(definition, "icon")
  if (given === undefined) return undefined
  const icon = iconOf(given)
  if (icon === undefined) report.refused("icon", `there is no icon like ${quoted(given)}: the mode has none.`)
  else if (icon === given) report.taken("icon", "is the icon.")
  else report.approximated("icon", `${quoted(given)} is the icon ${icon}.`)
  return icon
}
