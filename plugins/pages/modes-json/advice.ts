import type { Issue } from "platen/sdk"
import { componentsOf, isByScreen, isFields, screensOf, viewsOf } from "./expand.js"
import type { Fields, Json } from "./expand.js"
import type { ModeSpec } from "./spec.js"
import { filtersIn, namesIn } from "./template.js"

/** Nodes beside one another that differ in their texts alone, from which a component is shorter. */
const ALIKE = 4
/** Compositions that a mode of screens and components needs at most. */
const COMPOSITIONS = 4

/** What could be simpler in a definition that compiles: names that nothing uses, and parts that repeat. */
export function adviceOn(spec: ModeSpec): readonly Issue[] {
  const variants = spec.variants?.length ?? 0
  return [
    ...unused(spec),
    ...repeated(spec),
    ...neverEqual(spec),
    ...(variants > COMPOSITIONS
      ? [
          {
            path: "variants",
            message: `${variants} variants are many: say in "screens" and values by screen what differs in sizes alone, and keep a variant for another composition`,
          },
        ]
      : []),
  ]
}

/** Comparisons of a choice with a number: all its values are texts, so none is ever equal. */
function neverEqual(spec: ModeSpec): readonly Issue[] {
  const choices = Object.entries(spec.settings ?? {}).flatMap(([name, setting]) =>
    setting.type === "select" && setting.options.every(({ value }) => /^-?\d+(\.\d+)?$/.test(value)) ? [name] : [],
  )
  if (choices.length === 0) return []
  const choice = `settings\\.(${choices.join("|")})`
  const compared = new RegExp(`\\b${choice}\\s*[=!]=\\s*${NUMBER}|(?<![\\w.])${NUMBER}\\s*[=!]=\\s*${choice}\\b`)
  const found: Issue[] = []
  const look = (value: unknown, at: string): void => {
    const [, left, right] = typeof value === "string" ? (compared.exec(value) ?? []) : []
    const name = left ?? right
    if (name !== undefined) {
      const remedy = `compare with a text in quotation marks, or a variable "{{ settings.${name} | plus: 0 }}" with the number`
      found.push({ path: at, message: `the value of settings.${name} is a text, which equals no number: ${remedy}` })
    } else if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) look(each, at === "" ? key : `${at}.${key}`)
  }
  const { view, variants, styles, components, variables, filters, footer, frame, empty } = spec
  look({ view, variants, styles, components, variables, filters, footer, frame, empty }, "")
  return found
}

const NUMBER = "(?:-?\\d|index\\b|date\\.(?:year|month|day|hour|minute|weekdayNumber|week|dayOfYear)\\b)"

/** What the drawn parts of a definition name. */
interface Used {
  readonly screens: Set<string>
  readonly styles: Set<string>
  readonly components: Set<string>
  /** Words of templates and conditions: variables and filters among them. */
  readonly words: Set<string>
}

function unused(spec: ModeSpec): readonly Issue[] {
  const used: Used = { screens: new Set(), styles: new Set(), components: new Set(), words: new Set() }
  const { styles = {}, components = {}, variables = {}, filters = {}, footer = {}, frame = "", content } = spec
  const parts = [
    ...viewsOf(spec).map(({ view }) => view),
    styles,
    components,
    variables,
    filters,
    footer,
    frame,
    content,
  ]
  for (const part of parts) visit(part as Json, used, Object.keys(components))
  const named = (
    [
      ["screens", Object.keys(spec.screens ?? {}), used.screens],
      ["styles", Object.keys(styles), used.styles],
      ["components", Object.keys(components), used.components],
      ["variables", Object.keys(variables), used.words],
      ["filters", Object.keys(filters), used.words],
      ["fields", usual(spec), used.words],
    ] as const
  ).flatMap(([key, names, those]) => names.filter((name) => !those.has(name)).map((name) => [key, name] as const))
  return named.map(([key, name]) => ({ path: `${key}.${name}`, message: `nothing uses "${name}": remove it` }))
}

/** The fields of which can be told whether anything uses them: not those of a source or of the choice by season, and none where `previous` or `earlier` has them too. */
const usual = ({ content, fields = {} }: ModeSpec): readonly string[] =>
  content?.source || content?.previous || content?.earlier
    ? []
    : Object.keys(fields).filter((name) => !(content?.by && name === "season"))

function visit(value: Json, used: Used, components: readonly string[], key = ""): void {
  if (typeof value === "string") {
    if (key === "style" || key === "extends") used.styles.add(value)
    if (components.includes(value)) used.components.add(value)
    for (const word of namesIn(value)) used.words.add(word)
    for (const filter of filtersIn(value)) used.words.add(filter)
  } else if (Array.isArray(value)) for (const each of value as readonly Json[]) visit(each, used, components, key)
  else if (isFields(value)) {
    const isScreens = isByScreen(value)
    for (const [name, each] of Object.entries(value)) {
      if (isScreens) for (const screen of screensOf(name)) used.screens.add(screen)
      visit(each, used, components, isScreens ? key : name)
    }
  }
}

/** Lists of children with many that are alike. */
function repeated(spec: ModeSpec): readonly Issue[] {
  const found: Issue[] = []
  const look = (value: Json, at: string): void => {
    if (Array.isArray(value)) {
      const shapes = new Map<string, number>()
      for (const each of value as readonly Json[])
        if (
          isFields(each) &&
          each.type !== undefined &&
          !/^[A-Z]/.test(String(each.type)) &&
          Object.keys(each).length > 2
        )
          shapes.set(shapeOf(each), (shapes.get(shapeOf(each)) ?? 0) + 1)
      const most = Math.max(0, ...shapes.values())
      if (most >= ALIKE)
        found.push({
          path: at,
          message: `these ${most} nodes differ in their texts alone: make a component, or repeat one by "each"`,
        })
      ;(value as readonly Json[]).forEach((each, i) => look(each, `${at}.${i}`))
    } else if (isFields(value)) for (const [key, each] of Object.entries(value)) look(each, `${at}.${key}`)
  }
  for (const { view, at } of [...viewsOf(spec), ...componentsOf(spec).values()]) look(view, at)
  return found
}

/** A node without its texts, and those of its children. */
const shapeOf = (node: Fields): string =>
  JSON.stringify(node, (key, value: unknown) =>
    typeof value === "string" && /^(?:text|name|label|source|when|value|values)$/.test(key) ? "" : value,
  )
