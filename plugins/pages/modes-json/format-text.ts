import { z } from "platen/sdk"
import type { Source } from "platen/sdk/mode"
import { editorSchema } from "./editor-schema.js"
import type { Schema } from "./editor-schema.js"
import { SHARED_COMPONENTS } from "./shared-components.js"
import { RESERVED } from "./reserved.js"
import type { SpecKind } from "./spec-nodes.js"

/** What a spec can name on this server. */
export interface Catalog {
  readonly kinds: readonly SpecKind[]
  readonly sources: readonly Source[]
  readonly icons: readonly string[]
}

/** Keys that a text model need not know. */
const LEFT_OUT = new Set(["$schema", "version", "variants", "gutter", "group"])
/** Keys of a node that stand in the list of those that every node has. */
const PLACEMENT = new Set([
  "grow",
  "shrink",
  "basis",
  "width",
  "height",
  "minWidth",
  "maxWidth",
  "minHeight",
  "maxHeight",
  "self",
  "at",
  "when",
  "each",
  "ink",
])
/** Keys that all boxes have. */
const FRAME = new Set(["padding", "border", "radius", "fill", "mask"])

/**
 * The mode format as text for a language model: one line a property, the sources and the icons of this server, and `examples`, modes as JSON.
 * About 40,000 characters.
 */
export function formatText({ kinds, sources, icons }: Catalog, examples: readonly unknown[]): string {
  const { properties = {}, $defs } = editorSchema(kinds)
  const nodes = Object.entries($defs as Readonly<Record<string, Schema>>).filter(
    ([, node]) => node.properties?.type?.const !== undefined,
  )
  const box = nodes.find(([name]) => name === "column")![1]
  return [
    RULES,
    "# Keys of a mode",
    ...lines(properties, (key) => !LEFT_OUT.has(key)),
    "# Keys of every node",
    ...lines(box.properties!, (key) => PLACEMENT.has(key)),
    "# Keys of every box (column, row, stack, grid)",
    ...lines(box.properties!, (key) => FRAME.has(key)),
    ...nodes.flatMap(([name, node]) => [
      `# ${name}`,
      ...lines(
        node.properties!,
        (key) =>
          !LEFT_OUT.has(key) && key !== "type" && !PLACEMENT.has(key) && !(FRAME.has(key) && node.properties!.children),
      ),
    ]),
    "# Components that the server has",
    ...Object.entries(SHARED_COMPONENTS).map(([name, component]) => `${name}: ${propertiesOf(component)}`),
    TEMPLATES,
    '# Sources: a parameter list, then the answer. "sources": { "air": { "name": "air" } } makes {{ air.index }}; it is null without an answer.',
    ...sources.map(sourceLine),
    "# Icons",
    icons.join(" "),
    "# Examples",
    ...examples.map((example) => JSON.stringify(example)),
  ].join("\n")
}

const RULES = `A mode is one JSON object that draws a page for e-ink screens from 200 x 150 to 1600 x 1200 pixels, in pure black on white.
Lengths are units: one unit is one pixel on 400 x 300 and grows with the screen. Required: spec (1), id, title, view.
Give it content: fields and content.pool (entries by language, at least en; one is shown each day), or content.sources, or settings with defaults.
A good page has one large thing ("fit": "fill", role display or title), a few lines in role body or caption, room round them ("padding": [12, "page"]), and rules between parts.
A text that may be long has "fit": "fill" or "shrink", or "lines". Texts that a use of a component or of "each" repeats share one size by "group".
"screens" names kinds of screens, and any value in the view may be { "base": ..., "NAME": ... }: small screens ({ "classes": ["xs"] }) show less, tall ones ({ "shapes": ["upright", "column"] }) stand below each other.
Write words of the page into "words" by language and read them as {{ words.NAME }}. Use only the keys, sources and icons that are named here.
The masthead with the title, in capitals, and the date is drawn by the server: a title of more than 18 letters is cut on small screens. "frame": "bare" leaves it out; then the left upper corner (15 % of the width, 20 pixels) must stay free for the device's clock.
These names are taken, for fields, variables, properties and sources: ${[...RESERVED].join(", ")}.
A field of a text takes one expression, such as "{{ weight }}", and no "{% if %}": compute it in a variable or hand it to a component. "each" and "when" on one node: the condition is asked for each entry, and reads "item". Lists in settings hold text, number, toggle, date, select and secret, and no lists. The value of a select is text.`

const TEMPLATES = `# Templates (Liquid) read
the fields of the content; settings; words; item and index in a node with "each"; language; base ("zh" of "zh-TW"); inks
screen: class (xs, s, m, l, xl), shape (strip, wide, square, upright, column), width, height
date: year, month, day, hour, minute, weekdayNumber (0 is Sunday), week, dayOfYear, daysInYear, yearProgress, weekday, weekdayShort, monthName, monthShort, short, dayMonth, full, long, monthYear
year: days, starts (the day of the year, from 0, on which each month begins), names. sky: sunrise, sunset, polar, labels, moon { phase, percent, name, age, south }
Conditions ("when", "empty", if) have no braces: item.done == false, feed.items == empty, base == 'zh' and inks > 2. Only false and nil are false.
Filters: those of Liquid (upcase, round, times, plus, date, join, map, where, sort, first, last, slice, size, default ...); number, digits and percent (numbers as the language writes them); rounded (the digits that matter; rounded: 1 for one decimal, never 0 for what is not 0); cut: 24; local_time, local_date: "full", days_until (days from today, negative before, of milliseconds since 1970, or of texts as 2026-11-23); weather_words, weather_icon: isDay (of weather codes).`

/** One line a property: its name, its type, what it means. */
function lines(properties: Readonly<Record<string, Schema>>, isTold: (key: string) => boolean): readonly string[] {
  return Object.entries(properties)
    .filter(([key]) => isTold(key))
    .map(([key, schema]) => {
      const type = typeText(schema, 0)
      return `${key}${type === "" ? "" : ` (${type})`}: ${schema.description}`
    })
}

/** How deep types are told. */
const DEPTH = 3

/** A type in short: "1 to 4", "a | b", "list of { text, ink }". What may be a template, a value by screen or null everywhere is left out. `isDescribed`: with what its fields mean. */
function typeText(schema: Schema, depth: number, isDescribed = false): string {
  const { type, anyOf, oneOf, items, properties, additionalProperties, prefixItems, minimum, maximum } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return (schema.enum as readonly string[]).join(" | ")
  const several = (anyOf ?? oneOf) as readonly Schema[] | undefined
  if (several) {
    const told = several.filter(
      ({ $ref, type: kind, description = "" }) =>
        $ref === undefined && kind !== "null" && !description.startsWith("A Liquid template:"),
    )
    return [...new Set(told.map((each) => typeText(each, depth, isDescribed)).filter(Boolean))].join(" | ")
  }
  if (type === "number" || type === "integer")
    return minimum === undefined || Math.abs(Number(minimum)) > 1e6 || maximum === undefined
      ? String(type)
      : `${String(minimum)} to ${String(maximum)}`
  if (prefixItems)
    return `[${(prefixItems as readonly Schema[]).map((each) => typeText(each, depth, isDescribed)).join(", ")}]`
  if (type === "array") {
    const inner =
      items === undefined || (items as Schema).$ref !== undefined ? "" : typeText(items as Schema, depth, isDescribed)
    return inner === "" ? "list" : `list of ${inner}`
  }
  if (properties && depth < DEPTH) {
    const fields = Object.entries(properties).map(([key, each]) => {
      const inner = typeText(each, depth + 1, isDescribed)
      const said = isDescribed && each.description !== undefined ? ` (${each.description.replace(/\.$/, "")})` : ""
      return (inner === "" || inner === "string" ? key : `${key}: ${inner}`) + said
    })
    return `{ ${fields.join(", ")} }`
  }
  if (typeof additionalProperties === "object" && additionalProperties !== null && depth < DEPTH) {
    const inner = typeText(additionalProperties as Schema, depth + 1, isDescribed)
    return inner === "" ? "object by name" : `by name: ${inner}`
  }
  return type === undefined || type === "object" ? "" : String(type)
}

function propertiesOf(component: unknown): string {
  const { properties = [] } = component as { readonly properties?: readonly (string | { readonly name: string })[] }
  return (
    properties.map((each) => (typeof each === "string" ? each : `${each.name} (optional)`)).join(", ") ||
    "no properties"
  )
}

function sourceLine({ name, description, parameters, result }: Source): string {
  const shape = (schema: z.ZodType): string =>
    typeText(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema, 0, true)
  return `${name}: ${description ?? ""} ${parameters ? shape(parameters) : "{}"} -> ${shape(result)}`
}
