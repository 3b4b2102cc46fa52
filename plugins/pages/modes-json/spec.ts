import { localised, z } from "platen/sdk"
import { write } from "./sentences.js"
import { MAX_NAMES, name, names } from "./spec-names.js"
import { expression, template, viewSchema } from "./spec-nodes.js"
import type { SpecKind } from "./spec-nodes.js"
import { settingSpec } from "./spec-settings.js"

/** Maximum number of sources that one mode asks. */
const MAX_SOURCES = 6

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

const parameters = names(
  z.string(),
  z.union(
    [
      template,
      z.number(),
      z.boolean(),
      z
        .strictObject({ from: z.string().regex(/^[a-zA-Z]\w*(\.\w+)*$/, "name a variable, such as settings.urls") })
        .describe("The value of a variable as it is, such as a list of the settings."),
    ],
    write('a template, a number, true or false, or a variable as { "from": "settings.urls" }'),
  ),
)

/** Names of screens of one spec. */
const MAX_SCREENS = 12
const word = z.string().max(200)
const words = z.union(
  [
    word,
    z.array(z.union([word, z.array(word).max(64)])).max(64),
    names(z.string().max(32), z.union([word, z.array(word).max(64)])),
  ],
  write("a text, a list of texts, or an object of them"),
)

/** Ids by which newer firmware knows pages that it draws over. Source: InkSight's firmware, the pages with buttons. */
const RESERVED: ReadonlySet<string> = new Set(["VOCAB_REVIEW", "AI_CHAT"])

const bound = z.number().int().min(1).max(4000).optional()
const modeFields = {
  $schema: z.string().optional(),
  spec: z.literal(1).describe("The version of this format."),
  id: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{1,31}$/, write("2 to 32 capitals, digits and _, beginning with a letter"))
    .refine((id) => !RESERVED.has(id), "is the name of a page that devices draw over themselves: choose another"),
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
  fields: names(name, fieldSpec)
    .default({})
    .describe(
      "The fields of an entry of the pool, or of the answer of the source. A mode of settings and sources alone has none.",
    ),
  settings: names(name, settingSpec).optional(),
  content: z
    .strictObject({
      pool: names(z.string(), z.array(z.record(z.string(), z.unknown())).min(1))
        .optional()
        .describe("Entries by language that suit any date: one is shown each day, also when the source fails."),
      by: z
        .enum(["season"])
        .optional()
        .describe(
          "Shows only entries whose field of this name matches the day: spring, summer, autumn or winter at the device's place.",
        ),
      days: z
        .number()
        .int()
        .min(2)
        .max(14)
        .optional()
        .describe("Days for which an entry stays. `part` counts them in templates, from 0. Default: one day."),
      previous: z
        .boolean()
        .optional()
        .describe(
          "true: templates read the entry before as `previous`, such as yesterday's; null in a pool of one, and on the day on which a screen first shows the mode.",
        ),
      earlier: z
        .array(z.number().int().min(1).max(60))
        .min(1)
        .max(8)
        .refine(
          (turns) => turns.every((turn, i) => i === 0 || turn > turns[i - 1]!),
          "is not ascending: sort the numbers",
        )
        .optional()
        .describe(
          "Templates read the entries of so many days ago as the list `earlier`, in this order: each has the fields of an entry and `ago`, its number here. An entry that stays for several days counts once. The list is shorter where the pool is.",
        ),
      own: name
        .optional()
        .describe(
          "The setting, a list with the fields of an entry, whose entries take the place of the pool where there are any.",
        ),
      source: z
        .strictObject({ name: z.string(), parameters: parameters.optional() })
        .optional()
        .describe("A source whose result has the fields."),
      sources: names(
        name,
        z.strictObject({
          name: z.string(),
          parameters: parameters.optional(),
          when: expression
            .optional()
            .describe("It is asked only where this holds, such as settings.urls != empty; else its answer is null."),
          optional: z
            .boolean()
            .optional()
            .describe("true: the page is shown without its answer when it fails or comes later than the others."),
        }),
        MAX_SOURCES,
      )
        .optional()
        .describe("Sources whose answers are variables of the templates, by name: null where one is missing."),
      write: z
        .strictObject({
          instructions: names(z.string(), template, 40).describe(
            "What a language model is asked, by language, at least in English. Templates with the settings, the language and the place.",
          ),
          fields: z.array(name).min(1).max(MAX_NAMES).optional().describe("The fields that it writes. Default: all."),
          blank: z
            .array(name)
            .max(MAX_NAMES)
            .optional()
            .describe("Fields of text that are empty beside its text, such as the author of a quotation."),
        })
        .optional()
        .describe(
          "A language model writes the entry once a day, where one is set up; the pool stands in. The page is marked, and people can turn it off.",
        ),
    })
    .default({}),
  empty: z
    .string()
    .min(1)
    .max(400)
    .optional()
    .describe("A Liquid condition: true when the content says nothing today. A playlist may pass over such a page."),
  words: names(z.string(), names(name, words), 40)
    .optional()
    .describe(
      "Texts of the page by language, and lists and objects of texts: words.next in a template is that of the page's language, else that of English.",
    ),
  frame: z
    .union(
      [
        z.enum(["full", "bare"]),
        z
          .string()
          .max(400)
          .regex(/\{[{%]/),
      ],
      write('"full", "bare", or a template that gives one of them'),
    )
    .optional(),
  footer: z
    .strictObject({ icon: z.string().optional(), label: template.optional(), attribution: template.optional() })
    .optional(),
}

/** Sizes and shapes of screens, all of which must hold. Pixels, bounds inclusive. */
const screen = {
  minWidth: bound,
  maxWidth: bound,
  minHeight: bound,
  maxHeight: bound,
  minAspect: z.number().positive().optional(),
  maxAspect: z.number().positive().optional(),
  shapes: z
    .array(z.enum(["strip", "wide", "square", "upright", "column"]))
    .optional()
    .describe("Shapes of the screen: strip is at least twice as wide as high, column the other way round."),
  classes: z
    .array(z.enum(["xs", "s", "m", "l", "xl"]))
    .optional()
    .describe("Sizes of the screen by its area."),
  inks: z
    .array(z.number().int().min(2).max(7))
    .optional()
    .describe("Numbers of inks of the screen, the paper among them."),
}

const record = (what: string): z.ZodType<Readonly<Record<string, unknown>>> =>
  z.record(z.string().max(40), z.unknown(), write(what)) as never

/** A part of the page under a name. Its nodes are checked where it is used. */
const component = z.union(
  [
    z.strictObject({
      properties: z
        .array(z.union([name, z.strictObject({ name, default: z.unknown() })]))
        .max(24)
        .optional()
        .describe("What a use gives: names, or { name, default }."),
      variables: names(name, z.unknown()).optional().describe("Values that the component computes, by name."),
      view: z
        .unknown()
        .describe('One node, or a list of nodes. { "slot": NAME } is where nodes of that property stand.'),
    }),
    z.unknown(),
  ],
  write('a node, a list of nodes, or { "properties": [...], "variables": {...}, "view": ... }'),
)

/** What the format has for writing a view once for all screens. */
const drawing = {
  screens: names(
    z.string().regex(/^(?!base$)[a-z][a-z0-9-]{0,31}$/, 'is lower-case letters, digits and -, and not "base"'),
    z.strictObject(screen),
    MAX_SCREENS,
  )
    .optional()
    .describe(
      'Names for kinds of screens, in order: a page is drawn on the first that suits, else on "base". Any value of a view, a style or a variable may be { "base": ..., "NAME": ... }.',
    ),
  styles: names(name, record('the fields of a text, such as { "role": "caption" }'))
    .optional()
    .describe('Named looks of texts, spans, tables and their columns: "style": "NAME". `extends` names another.'),
  components: names(
    z.string().regex(/^[A-Z][A-Za-z0-9]{0,31}$/, "begins with a capital, then letters and digits"),
    component,
  )
    .optional()
    .describe('Named parts of the page: "type": "NAME" uses one.'),
  variables: names(name, z.unknown())
    .optional()
    .describe("Values by name, computed once a page when a template first reads them."),
  filters: names(
    name,
    z.union(
      [template, z.strictObject({ parameters: z.array(name).max(8).optional(), template })],
      write('a template of `value`, or { "parameters": ["unit"], "template": "..." }'),
    ),
  )
    .optional()
    .describe("Liquid filters of the mode: `value` is what stands before the bar."),
}

/** The schema of a mode spec whose views are checked node by node. `fields` declares the content, `content` supplies it, `view` draws it. */
export const modeSpec = specOf(
  z.custom<unknown>((view) => view !== undefined, { error: () => `"view" is missing: ${HINTS.view}` }),
)

/** The schema of a whole mode spec, for editors. `kinds`: kinds of nodes that plugins contribute. */
export const modeSpecOf = (kinds: readonly SpecKind[]): z.ZodType => specOf(viewSchema(kinds))

function specOf(view: z.ZodType) {
  return z.strictObject({
    ...modeFields,
    ...drawing,
    view,
    variants: z
      .array(
        z.strictObject({
          when: z.strictObject({ ...screen, languages: z.array(z.string()).max(MAX_NAMES).optional() }),
          view,
        }),
      )
      .max(16)
      .optional()
      .describe("Other compositions for some screens or languages; the first match is used."),
  })
}
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
