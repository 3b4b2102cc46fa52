import { fields, z } from "platen/sdk"
import { DITHERS, LEVELS } from "platen/sdk/drawing"
import type { NodeKind } from "platen/sdk/drawing"
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
export const template = z.string().max(4000).describe("A Liquid template: {{ name }} inserts a field.")
export const expression = z.string().min(1).max(400).describe("A Liquid condition, such as: excerpt or author != blank")
const ink = z
  .enum(["black", "white", "red", "yellow", "blue", "green", "orange"])
  .describe("The ink; black on a panel without it.")
const pixel = z.number().int().min(0).max(16)
const tint = z
  .strictObject({
    tone: z.number().min(0).max(1),
    pattern: z.enum(["dots", "bayer", "hatch"]).optional(),
    ink: ink.optional(),
  })
  .describe("An area of dots or lines. `tone`: the share of its pixels that are inked.")
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
  at: z
    .strictObject({
      left: length.optional(),
      top: length.optional(),
      right: length.optional(),
      bottom: length.optional(),
    })
    .optional()
    .describe("A place of its own in the parent, by the distances from its edges; it takes no room."),
  when: expression.optional().describe("Condition: the node is drawn only when it is true."),
  each: z
    .string()
    .min(1)
    .max(400)
    .optional()
    .describe(
      'A list: the node is repeated for each entry, with the variables `item` and `index`; "day in week.days" names the entry. An object gives its keys and values: `day.key`, `day.value`.',
    ),
}

/** What a use of a component has beside properties and placement. */
export const useSchema = z.strictObject({ when: placed.when, each: placed.each })

/** The fields that place a node in its parent. */
export const PLACEMENT_FIELDS: ReadonlySet<string> = new Set(
  Object.keys(placed).filter((key) => key !== "when" && key !== "each"),
)

/** Padding at the left or the right. */
const inset = z.union([units, z.literal("page")])

const framed = {
  ...placed,
  padding: z
    .union(
      [units, z.tuple([units, inset]), z.tuple([units, inset, units, inset])],
      write(
        'a number for all sides, [vertical, horizontal], or [top, right, bottom, left], each from 0 to 2000, or "page" at the left and the right',
      ),
    )
    .optional()
    .describe(
      'Padding: one number for all sides, [vertical, horizontal], or [top, right, bottom, left]. "page" at the left and the right: the margin of the page, in line with the masthead.',
    ),
  border: z
    .union(
      [pixel, z.tuple([pixel, pixel, pixel, pixel])],
      write("a number of pixels for all sides, or [top, right, bottom, left], each from 0 to 16"),
    )
    .optional()
    .describe("Pixels: one number for all sides, or [top, right, bottom, left]."),
  radius: units.optional(),
  fill: z.union([ink, tint], write('an ink, or a tint such as { "tone": 0.25 }')).optional(),
  mask: z
    .enum(["round", "ellipse", "arch"])
    .optional()
    .describe("The shape to which everything inside is cut: the rounded corners, an ellipse or an arch."),
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

const family = z.enum(["sans", "serif", "mono", "display", "brush"])
const weight = z.enum(["regular", "bold"])
const slant = z.enum(["roman", "italic"])
const features = z
  .array(z.enum(["onum", "lnum", "tnum", "smcp", "c2sc", "frac", "sups", "subs", "halt", "chws", "vert"]))
  .max(10)
  .describe("OpenType features, for the faces that have them, such as smcp for small capitals.")

const span = z.strictObject({
  text: template,
  family: family.optional(),
  weight: weight.optional(),
  slant: slant.optional(),
  ink: ink.optional(),
  scale: z.number().min(0.4).max(3).optional().describe("Size as a multiple of that of the text."),
  raise: z
    .number()
    .min(-1)
    .max(1)
    .optional()
    .describe("How far the baseline is raised, as a multiple of the size of the text."),
  features: features.optional(),
})

const textNode = z.strictObject({
  type: z.literal("text"),
  ...placed,
  text: z
    .union(
      [template, z.array(z.union([template, span])).max(50)],
      write('a template, or a list of templates and of parts such as { "text": "...", "slant": "italic" }'),
    )
    .describe("A template, or a list of templates and of parts that look different."),
  role: z.enum(["caption", "body", "lead", "title", "display"]).optional(),
  px: z
    .number()
    .int()
    .min(8)
    .max(400)
    .optional()
    .describe("Size in pixels. Prefer a role, which scales with the screen."),
  family: family.optional(),
  weight: weight.optional(),
  slant: slant.optional(),
  tracking: z
    .number()
    .min(-0.1)
    .max(1)
    .optional()
    .describe("Extra space after each letter, as a multiple of the size: 0.15 suits a line of capitals."),
  features: features.optional(),
  align: z.enum(["start", "center", "end", "justify"]).optional(),
  lines: z.number().int().min(1).max(200).optional(),
  fit: z
    .enum(["shrink", "fill", "ellipsis", "clip"])
    .optional()
    .describe("The remedy for a box that is too small. fill: the largest size at which the text fits its box."),
  group: z
    .string()
    .max(32)
    .optional()
    .describe("Texts of the same group that shrink or fill are set at one size: the smallest of theirs."),
  minPx: z.number().int().min(8).max(400).optional(),
  maxPx: z.number().int().min(8).max(400).optional(),
  drop: z.number().int().min(2).max(5).optional().describe("Lines that its first letter is high."),
  dropInk: ink.optional(),
  dropFamily: family.optional(),
  hang: z.boolean().optional().describe("true: an opening quotation mark hangs out of the left edge."),
  columns: z.number().int().min(1).max(6).optional(),
  columnGap: units.optional(),
  turn: z
    .union([z.literal(90), z.literal(270)])
    .optional()
    .describe("Degrees clockwise by which it is turned: 90 reads downwards, 270 upwards."),
  wrap: z.boolean().optional().describe("false: shrink the text before breaking a line, for verse."),
  balance: z.boolean().optional(),
  hyphenate: z
    .boolean()
    .optional()
    .describe("true: words may be hyphenated at the end of a line, in languages that have patterns."),
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
    .max(200)
    .regex(
      /^[a-z][a-z0-9-]*$|\{\{/,
      write("lower-case letters, digits and -, as `platen plugins --icons` lists them, or a template that gives one"),
    )
    .describe("The icon, or a template that gives its name: nothing is drawn for a name that there is not."),
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
  style: z.enum(["solid", "dashed", "dotted", "short", "double"]).optional(),
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

const share = z.number().min(0).max(1)
const imageNode = z.strictObject({
  type: z.literal("image"),
  ...placed,
  source: template.describe(
    'The id of a bundled picture, or a template of a field that holds the result of the source "picture".',
  ),
  fit: z.enum(["cover", "contain"]).optional(),
  focus: z
    .union([z.literal("detail"), z.tuple([share, share])], write('two shares from 0 to 1, [across, down], or "detail"'))
    .optional()
    .describe("What stays visible when a covering picture is cut: a point, or the part with most detail."),
  dither: z.enum(DITHERS).optional(),
  levels: z.enum(LEVELS).optional(),
  label: template.optional(),
})

const spacerNode = z.strictObject({ type: z.literal("spacer"), ...placed })

/** A part of a text: a template, or one with a look of its own. */
export type SpecSpan = Exclude<z.output<typeof textNode>["text"], string>[number]

/** The parts of a node kind that a spec needs. */
export type SpecKind = Pick<NodeKind, "type" | "schema">

/** The fields of a node that are lengths, by the type of the node. */
export type Lengths = Readonly<Record<string, readonly string[]>>

/** The lengths that kinds of nodes mark in their schemas. */
export function lengthsOf(kinds: readonly SpecKind[]): Lengths {
  const marked = ({ schema }: SpecKind): readonly string[] =>
    Object.entries(schema.shape).flatMap(([name, value]) => (fields.get(value as z.ZodType)?.length ? [name] : []))
  return Object.fromEntries(kinds.map((kind) => [kind.type, marked(kind)]).filter(([, names]) => names!.length > 0))
}

/** The schema of a node of a kind. Every field may be a template; one that ends in `| json` gives JSON, such as a list. */
function otherNode({ type, schema }: SpecKind) {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const templated = z.union([field as z.ZodType, template])
    return [name, z.object({ field }).safeParse({}).success ? templated.optional() : templated]
  })
  return z.strictObject({
    type: z.literal(type),
    ...placed,
    ink: ink.optional(),
    ...(Object.fromEntries(fields) as Record<string, z.ZodType>),
  })
}

const LEAVES = [textNode, iconNode, imageNode, ruleNode, progressNode, spacerNode] as const
/** Their children are nodes, which are checked one by one. */
const children = z.array(z.unknown()).max(200)
const BOXES = [
  z.strictObject({
    type: z.literal("column"),
    ...boxProps,
    more: z.union([z.literal(true), template]).optional(),
    children,
  }),
  z.strictObject({ type: z.literal("row"), ...boxProps, children }),
  z.strictObject({ type: z.literal("stack"), ...boxProps, children }),
  z.strictObject({ type: z.literal("grid"), ...gridProps, children }),
] as const
const OWN = [...BOXES, ...LEAVES] as const
const OWN_FIELDS: ReadonlyMap<string, Readonly<Record<string, z.ZodType>>> = new Map(
  OWN.map(({ shape }) => [shape.type.value, shape as Readonly<Record<string, z.ZodType>>]),
)
/** Fields that are texts: what an expression gives is written as text. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  column: ["more"],
  text: ["text"],
  icon: ["name", "label"],
  image: ["source", "label"],
  progress: ["value", "label"],
}

/** Whether nodes of a type are those of the format itself. */
export const isOwnType = (type: string): boolean => OWN_FIELDS.has(type)
/** Whether nodes of a type hold others. */
export const isBox = (type: string): boolean => BOXES.some(({ shape }) => shape.type.value === type)
export const isTextField = (type: string, key: string): boolean =>
  key === "type" || key === "when" || key === "each" || TEXTS[type]?.includes(key) === true
/** The schema of a field of a node of the format's own. */
export const fieldOf = (type: string, key: string): z.ZodType | undefined => OWN_FIELDS.get(type)?.[key]

/** The schema of one node: its children are not looked at. `kinds`: kinds of nodes that plugins contribute. */
export function nodeSchema(kinds: readonly SpecKind[]) {
  return z.discriminatedUnion("type", [...OWN, ...kinds.map(otherNode)])
}

/** The schema of a whole view, for editors. */
export function viewSchema(kinds: readonly SpecKind[]): z.ZodType {
  const inner = z.array(z.lazy((): z.ZodType => node)).max(200)
  const node: z.ZodType = z
    .discriminatedUnion("type", [
      ...BOXES.map((box) => box.extend({ children: inner })),
      ...LEAVES,
      ...kinds.map(otherNode),
    ] as never)
    .meta({ id: "node" })
  return node
}
