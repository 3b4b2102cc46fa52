import { componentsOf, isByScreen, isFields, screensOf, viewsOf } from "./expand.js"
import type { Fields, Json } from "./expand.js"
import type { Report } from "./faults.js"
import { lacking } from "./nearest.js"
import { RESERVED } from "./reserved.js"
import type { ModeSpec } from "./spec.js"
import { filtersIn, namesIn, usualParser } from "./template.js"

/** Reports values by screen that name screens which there are not, and components, variables and filters that need each other in a circle. */
export function checkNames(spec: ModeSpec, report: Report): void {
  const screens = new Set(Object.keys(spec.screens ?? {}))
  const visit = (value: Json, at: string): void => {
    if (typeof value !== "object" || value === null) return
    if (Array.isArray(value)) return value.forEach((each: Json, i) => visit(each, `${at}.${i}`))
    if (isByScreen(value as Json)) checkScreens(value as Fields, at, screens, report)
    for (const [key, each] of Object.entries(value as Fields)) visit(each, `${at}.${key}`)
  }
  for (const { view, at } of viewsOf(spec)) visit(view, at)
  for (const key of ["styles", "components", "variables", "footer"] as const) visit((spec[key] ?? {}) as Json, key)
  checkTaken(spec, report)
  checkCircles(spec, report)
}

/** Names of variables, properties and parameters that mean something else already: the page would not know which of them is meant. */
function checkTaken(spec: ModeSpec, report: Report): void {
  const { content: { sources = {} } = {}, fields = {}, variables = {}, filters = {} } = spec
  const check = (names: Iterable<string>, at: string): void => {
    for (const name of names) {
      const other = RESERVED.has(name) ? "a reserved name" : Object.hasOwn(sources, name) ? "a source" : undefined
      if (other !== undefined) report(at, `"${name}" is ${other}: rename it`)
    }
  }
  check(Object.keys(variables), "variables")
  for (const name of Object.keys(variables))
    if (Object.hasOwn(fields, name)) report(`variables.${name}`, `"${name}" is a field: rename the variable`)
  for (const [name, { properties, variables: own }] of componentsOf(spec))
    check([...properties.keys(), ...Object.keys(own)], `components.${name}`)
  for (const [name, given] of Object.entries(filters))
    if (typeof given !== "string") check(given.parameters ?? [], `filters.${name}`)
}

function checkScreens(value: Fields, at: string, screens: ReadonlySet<string>, report: Report): void {
  const seen = new Set<string>()
  for (const key of Object.keys(value)) {
    if (key === "base") continue
    for (const name of screensOf(key)) {
      if (!screens.has(name)) report(`${at}.${key}`, lacking("screen", name, screens, "screens"))
      if (seen.has(name)) report(`${at}.${key}`, `"${name}" stands here twice: name each screen once`)
      seen.add(name)
    }
  }
}

/** Components that hold themselves, variables and filters that need themselves, by whatever way round. */
function checkCircles(spec: ModeSpec, report: Report): void {
  const components = componentsOf(spec)
  const held = new Map(
    [...components].map(([name, { view, properties }]) => [
      name,
      componentsIn(
        [view, ...properties.values()].filter((each) => each !== undefined),
        components,
      ),
    ]),
  )
  circles(held, (name) => `components.${name}`, "components hold each other in a circle", report)
  const variables = (given: Fields, at: string): void => {
    const read = new Map(Object.entries(given).map(([name, value]) => [name, namesOf(value)]))
    circles(read, (name) => `${at}.${name}`, "variables need each other in a circle", report)
  }
  variables((spec.variables ?? {}) as Fields, "variables")
  for (const [name, component] of components) variables(component.variables, `components.${name}.variables`)
  const filters = Object.entries(spec.filters ?? {}).map(([name, given]) => {
    const { template } = typeof given === "string" ? { template: given } : given
    if (usualParser.hasFilter(name)) report(`filters.${name}`, `there is a filter "${name}" already: rename yours`)
    return [name, filtersIn(template)] as const
  })
  circles(new Map(filters), (name) => `filters.${name}`, "filters need each other in a circle", report)
}

/** Reports what needs itself. `read`: what each needs, by name. */
function circles(
  read: ReadonlyMap<string, ReadonlySet<string>>,
  at: (name: string) => string,
  what: string,
  report: Report,
): void {
  const done = new Set<string>()
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name))
      return report(at(name), `${what}: ${[...above.slice(above.indexOf(name)), name].join(", ")}`)
    if (done.has(name)) return
    for (const next of read.get(name) ?? []) if (read.has(next)) visit(next, [...above, name])
    done.add(name)
  }
  for (const name of read.keys()) visit(name, [])
}

/** The names in all templates of a value. */
function namesOf(value: Json): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (each: Json): void => {
    if (typeof each === "string") {
      if (/\{[{%]/.test(each)) for (const name of namesIn(each)) found.add(name)
    } else if (typeof each === "object" && each !== null)
      for (const inner of Object.values(each) as readonly Json[]) visit(inner)
  }
  visit(value)
  return found
}

/** The components that a value uses. */
function componentsIn(value: Json, all: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (each: Json, key?: string): void => {
    if (typeof each === "string") {
      if (all.has(each) && (key === undefined || key === "type" || key === "#")) found.add(each)
    } else if (Array.isArray(each)) for (const inner of each as readonly Json[]) visit(inner, "#")
    else if (isFields(each))
      for (const [name, inner] of Object.entries(each))
        visit(inner, key === "type" ? "type" : isByScreen(each) ? (key ?? "#") : name)
  }
  visit(value)
  return found
}
