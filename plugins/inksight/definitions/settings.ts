import { isChinese, isFields, listOf, numberOf, own, textOf } from "./given.js"
import type { Fields } from "./given.js"
import { quoted } from "./report.js"
import type { Report } from "./report.js"

/** Settings that are read, options of one, and characters of a default. */
const [MAX_SETTINGS, MAX_OPTIONS, MAX_TEXT] = [32, 50, 4000]
const KEY = /^[a-zA-Z]\w{0,31}$/
const BOUND = [-1e9, 1e9] as const

type Localised = Readonly<Record<string, string>>

const localised = (words: string): Localised => {
  const short = words.trim().slice(0, 120)
  return isChinese(short) ? { en: short, zh: short } : { en: short }
}

/** The settings of a definition as settings of a spec, by key. */
export function settingsOf(definition: Fields, report: Report): Record<string, object> {
  const settings: Record<string, object> = {}
  listOf(definition, "settings_schema").forEach((given, i) => {
    const at = `settings_schema.${i}`
    const key = textOf(given, "key")
    if (!isFields(given) || key === undefined || !KEY.test(key) || key in Object.prototype)
      return report.refused(at, "has no key of a letter and then letters, digits and _: it is left out.")
    if (Object.keys(settings).length >= MAX_SETTINGS)
      return report.refused(at, `there are more than ${MAX_SETTINGS} settings: it is left out.`)
    const setting = settingOf(given, at, report)
    if (setting) settings[key] = setting
  })
  return settings
}

function settingOf(given: Fields, at: string, report: Report): object | undefined {
  const help = textOf(given, "description") ?? textOf(given, "placeholder")
  const meta = {
    label: localised(textOf(given, "label") ?? textOf(given, "key")!),
    ...(help !== undefined && { help: localised(help) }),
  }
  const type = own(given, "type") ?? "text"
  if (own(given, "as_json") === true || own(given, "options") === null)
    report.approximated(`${at}.as_json`, "a text stands for JSON: only a person reads it.")
  if (type === "number") return { type: "number", ...meta, ...numbersOf(given, at, report) }
  if (type === "boolean") {
    report.taken(at, "is a toggle.")
    return { type: "toggle", ...meta, default: own(given, "default") === true }
  }
  if (type === "select") return choiceOf(given, meta, at, report)
  if (type === "text" || type === "textarea") report.taken(at, "is a text.")
  else report.approximated(at, `is a text: there is no setting of the type ${quoted(type)}.`)
  const initial = own(given, "default")
  return {
    type: "text",
    ...meta,
    ...(typeof initial === "string" && { default: initial.slice(0, MAX_TEXT) }),
    ...(type === "textarea" && { multiline: true, maxLength: MAX_TEXT }),
  }
}

function numbersOf(given: Fields, at: string, report: Report): object {
  const [initial, min, max] = ["default", "min", "max"].map((key) => numberOf(given, key, BOUND))
  const isRight = min === undefined || max === undefined || min <= max
  report.taken(at, "is a number.")
  if (own(given, "step") !== undefined) report.approximated(`${at}.step`, "a number may be any between the bounds.")
  const [least, most] = isRight ? [min, max] : [undefined, undefined]
  return {
    ...(initial !== undefined && { default: Math.min(most ?? initial, Math.max(least ?? initial, initial)) }),
    ...(least !== undefined && { min: least }),
    ...(most !== undefined && { max: most }),
  }
}

function choiceOf(given: Fields, meta: object, at: string, report: Report): object | undefined {
  const options = listOf(given, "options")
    .slice(0, MAX_OPTIONS)
    .flatMap((option) => {
      const value = isFields(option) ? own(option, "value") : option
      if (typeof value !== "string" && typeof value !== "number") return []
      return [{ value: String(value), label: localised(textOf(option, "label") ?? (String(value) || "-")) }]
    })
  const values = [...new Map(options.map((option) => [option.value, option])).values()]
  if (values.length === 0) {
    report.refused(at, "has no options: it is left out.")
    return undefined
  }
  report.taken(at, "is a choice.")
  const initial = String(own(given, "default") ?? "")
  return {
    type: "select",
    ...meta,
    default: values.some(({ value }) => value === initial) ? initial : values[0]!.value,
    options: values,
  }
}
