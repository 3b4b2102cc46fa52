import { localised, z } from "platen/sdk"
import { DITHERS } from "platen/sdk/drawing"
import { write } from "./sentences.js"

/** A length in units (1 pixel on a screen of 400 x 300, growing with the screen) or a share of the parent. */
const length = z.union(
  [
    z.number().min(0).max(2000),
    z.string().regex(/^\d{1,3}(\.\d+)?%$/, write('a number of units, or a share as "50%"')),
  ],
  write('a number of units from 0 to 2000, or a share as "50%"'),
)
const units = z.number().min(0).max(2000)
const template = z.string().max(4000).describe("A Liquid template: {{ name }} inserts a field.")
const expression = z.string().min(1).max(400).describe("A Liquid condition, such as: excerpt or author != blank")
const ink = z
  .enum(["black", "white", "red", "yellow", "blue", "green", "orange"])
  .describe("The ink; black on a panel without it.")
const align = z.enum(["start", "center", "end", "stretch", "baseline"])

const placed = {
  grow: z.number().min(0).max(100).optional().describe("Share of the free space."),
  shrink: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe("How much the node shrinks when there is too little space, relative to its siblings. Default: 1."),
  basis: length.optional(),
  width: length.optional(),
  height: length.optional(),
  minWidth: length.optional(),
  maxWidth: length.optional(),
  minHeight: length.optional(),
  maxHeight: length.optional(),
  self: align.optional(),
  when: expression.optional().describe("Condition: the node is drawn only when it is true."),
  each: z
    .string()
    .regex(/^[a-z]\w*(\.\w+)*$/i, write('the name of a list field, such as "lines"'))
    .optional()
    .describe("A list field: the node is repeated for each entry, with the variables `item` and `index`."),
}

const framed = {
  ...placed,
  padding: z
    .union(
      [units, z.tuple([units, units]), z.tuple([units, units, units, units])],
      write("a number for all sides, [vertical, horizontal], or [top, right, bottom, left], each from 0 to 2000"),
    )
    .optional()
    .describe("Padding: one number for all sides, [vertical, horizontal], or [top, right, bottom, left]."),
  border: z.number().int().min(0).max(16).optional().describe("Pixels."),
  radius: units.optional(),
  fill: ink.optional(),
  ink: ink.optional(),
}

const boxProps = {
  ...framed,
  gap: units.optional(),
  align: align.optional(),
  justify: z.enum(["start", "center", "end", "between", "around", "evenly"]).optional(),
}

const gridProps = {
  ...framed,
  columns: z.number().int().min(1).max(64),
  gap: units.optional(),
  rowGap: units.optional(),
  even: z.boolean().optional(),
}

const textNode = z.strictObject({
  type: z.literal("text"),
  ...placed,
  text: template,
  role: z.enum(["caption", "body", "lead", "title", "display"]).optional(),
  px: z
    .number()
    .int()
    .min(8)
    .max(400)
    .optional()
    .describe("Size in pixels. Prefer a role, which scales with the screen."),
  family: z.enum(["sans", "serif", "mono"]).optional(),
  weight: z.enum(["regular", "bold"]).optional(),
  align: z.enum(["start", "center", "end"]).optional(),
  lines: z.number().int().min(1).max(200).optional(),
  fit: z.enum(["shrink", "ellipsis", "clip"]).optional(),
  minPx: z.number().int().min(8).max(400).optional(),
  wrap: z.boolean().optional().describe("false: shrink the text before breaking a line, for verse."),
  balance: z.boolean().optional(),
  tabular: z.boolean().optional(),
  leading: z.number().min(0.8).max(4).optional(),
  trim: z.enum(["line", "ink", "cap"]).optional(),
  ink: ink.optional(),
  language: z.string().max(35).optional(),
})

const iconNode = z.strictObject({
  type: z.literal("icon"),
  ...placed,
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, write("lower-case letters, digits and -, as `platen plugins --icons` lists them")),
  size: z
    .number()
    .int()
    .min(12)
    .max(400)
    .describe("Size in units, rounded to the nearest size at which icons are drawn best."),
  ink: ink.optional(),
  label: template.optional(),
})

const ruleNode = z.strictObject({
  type: z.literal("rule"),
  ...placed,
  style: z.enum(["solid", "dashed", "dotted", "short"]).optional(),
  thickness: z.number().int().min(1).max(16).optional().describe("Pixels."),
  ink: ink.optional(),
})

const progressNode = z.strictObject({
  type: z.literal("progress"),
  ...placed,
  value: z
    .union([z.number().min(0).max(1), template], write("a number from 0 to 1, or a template that gives one"))
    .describe("Filled share, 0 to 1."),
  ink: ink.optional(),
  label: template.optional(),
})

const imageNode = z.strictObject({
  type: z.literal("image"),
  ...placed,
  source: template.describe(
    'The id of a bundled picture, or a template of a field that holds the result of the source "picture".',
  ),
  fit: z.enum(["cover", "contain"]).optional(),
  focus: z
    .tuple([z.number().min(0).max(1), z.number().min(0).max(1)], write("two shares from 0 to 1: [across, down]"))
    .optional()
    .describe("The point that stays visible when a picture with fit cover is cropped: shares of width and height."),
  dither: z.enum(DITHERS).optional(),
  levels: z.enum(["auto", "none"]).optional(),
  label: template.optional(),
})

const spacerNode = z.strictObject({ type: z.literal("spacer"), ...placed })

type Fields<T extends z.core.$ZodShape> = z.output<z.ZodObject<T>>
export type SpecBox = { readonly type: "column" | "row" | "stack"; readonly children: readonly SpecNode[] } & Fields<
  typeof boxProps
>
export type SpecGrid = { readonly type: "grid"; readonly children: readonly SpecNode[] } & Fields<typeof gridProps>
export type SpecLeaf = z.output<
  typeof textNode | typeof iconNode | typeof imageNode | typeof ruleNode | typeof progressNode | typeof spacerNode
>
export type SpecNode = SpecBox | SpecGrid | SpecLeaf

const children = z.array(z.lazy((): z.ZodType<SpecNode> => node)).max(200)

const node = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("column"), ...boxProps, children }),
    z.strictObject({ type: z.literal("row"), ...boxProps, children }),
    z.strictObject({ type: z.literal("stack"), ...boxProps, children }),
    z.strictObject({ type: z.literal("grid"), ...gridProps, children }),
    textNode,
    iconNode,
    imageNode,
    ruleNode,
    progressNode,
    spacerNode,
  ])
  .meta({ id: "node" }) as unknown as z.ZodType<SpecNode>

/** Maximum number of names in one record: any user may have written the definition. */
const MAX_NAMES = 64

/** The schema of a record with a bounded number of names. */
function names<V extends z.ZodType>(key: z.ZodType<string, string>, value: V, most = MAX_NAMES) {
  return z
    .record(key, value)
    .refine((record) => Object.keys(record).length <= most, `has more than ${most} names: remove some`)
    .meta({ maxProperties: most })
}

const scalar = z.enum(["text", "number", "boolean"])
const fieldSpec = z.strictObject({
  type: z.enum(["text", "number", "boolean", "list"]),
  of: z
    .union(
      [scalar, names(z.string(), scalar)],
      write('"text", "number" or "boolean", or an object that gives each field of an entry one of them'),
    )
    .optional()
    .describe("The type of a list's entries, or the fields of each entry. Default: text."),
  optional: z.boolean().optional(),
  maxLength: z.number().int().min(1).max(4000).optional(),
})

const settingMeta = { label: localised, help: localised.optional() }
const settingSpec = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("text"),
    ...settingMeta,
    default: z.string().optional(),
    maxLength: z.number().int().min(1).max(4000).optional(),
    multiline: z.boolean().optional(),
  }),
  z.strictObject({
    type: z.literal("number"),
    ...settingMeta,
    default: z.number().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
  }),
  z.strictObject({ type: z.literal("toggle"), ...settingMeta, default: z.boolean() }),
  z.strictObject({ type: z.literal("date"), ...settingMeta, default: z.iso.date().optional() }),
  z.strictObject({
    type: z.literal("select"),
    ...settingMeta,
    default: z.string(),
    options: z
      .array(z.strictObject({ value: z.string(), label: localised }))
      .min(1)
      .max(50),
  }),
])
export type SettingSpec = z.output<typeof settingSpec>

const bound = z.number().int().min(1).max(4000).optional()
const name = z.string().regex(/^[a-zA-Z]\w{0,31}$/, "begin with a letter, then letters, digits and _")

/** The schema of a mode spec. `fields` declares the content, `content` supplies it, `view` draws it. */
export const modeSpec = z.strictObject({
  $schema: z.string().optional(),
  spec: z.literal(1).describe("The version of this format."),
  id: z.string().regex(/^[A-Z][A-Z0-9_]{1,31}$/, write("2 to 32 capitals, digits and _, beginning with a letter")),
  title: localised,
  description: localised.optional(),
  icon: z.string().optional(),
  version: z.number().int().min(1).optional().describe("Version of the fields: increase it when they change."),
  cacheFor: z
    .number()
    .int()
    .min(1)
    .max(31_536_000)
    .optional()
    .describe("Seconds for which the same content may be shown again. Default: until the end of the local day."),
  hourly: z.boolean().optional(),
  group: z
    .enum(["featured", "personal", "more"])
    .optional()
    .describe('The group in which pages list the mode. Default: "more".'),
  suits: z
    .strictObject({
      parts: z.array(z.enum(["morning", "noon", "afternoon", "evening", "night"])).optional(),
      weekend: z.boolean().optional(),
    })
    .optional(),
  fields: names(name, fieldSpec),
  settings: names(name, settingSpec).optional(),
  content: z.strictObject({
    pool: names(z.string(), z.array(z.record(z.string(), z.unknown())).min(1))
      .optional()
      .describe("Entries by language that suit any date: one is shown each day, also when the source fails."),
    by: z
      .enum(["season"])
      .optional()
      .describe(
        "Shows only entries whose field of this name matches the day: spring, summer, autumn or winter at the device's place.",
      ),
    source: z
      .strictObject({
        name: z.string(),
        parameters: names(
          z.string(),
          z.union([template, z.number(), z.boolean()], write("a template, a number, true or false")),
        ).optional(),
      })
      .optional()
      .describe("A source whose result has the fields."),
  }),
  frame: z.enum(["full", "bare"]).optional(),
  footer: z
    .strictObject({ icon: z.string().optional(), label: template.optional(), attribution: template.optional() })
    .optional(),
  view: node,
  variants: z
    .array(
      z.strictObject({
        when: z.strictObject({
          minWidth: bound,
          maxWidth: bound,
          minHeight: bound,
          maxHeight: bound,
          minAspect: z.number().positive().optional(),
          maxAspect: z.number().positive().optional(),
          languages: z.array(z.string()).max(MAX_NAMES).optional(),
        }),
        view: node,
      }),
    )
    .max(16)
    .optional()
    .describe("Other views for some screens (pixels, bounds inclusive) or languages; the first match is used."),
})
export type ModeSpec = z.output<typeof modeSpec>

/** Remedies for missing keys, by path; `*.` stands for any path. */
export const HINTS: Readonly<Record<string, string>> = {
  spec: 'write "spec": 1, the version of the format',
  id: 'write an id, such as "id": "MY_MODE"',
  title: 'write a title, such as "title": { "en": "My mode" }',
  "*.label": 'write a label, such as "label": { "en": "Name" }',
  "*.en": "write the text in English, the fallback of every other language",
  fields: 'declare the fields of an entry, such as "fields": { "quote": { "type": "text" } }',
  content: 'give entries by language, such as "content": { "pool": { "en": [{ "quote": "..." }] } }',
  view: 'write a view, such as "view": { "type": "text", "text": "{{ quote }}" }',
}
