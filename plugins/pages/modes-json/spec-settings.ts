import { localised, z } from "platen/sdk"
import { write } from "./sentences.js"
import { name, names } from "./spec-names.js"

const settingMeta = { label: localised, help: localised.optional() }
const lineSetting = z.strictObject({
  type: z.literal("text"),
  ...settingMeta,
  default: z.string().optional(),
  maxLength: z.number().int().min(1).max(4000).optional(),
  multiline: z.boolean().optional(),
})
const scalarSettings = [
  lineSetting,
  z
    .strictObject({ type: z.literal("secret"), ...settingMeta })
    .describe("A text that only sources read: it is encrypted, and nobody is shown it again."),
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
] as const
/** A setting of a mode. */
export const settingSpec = z.discriminatedUnion("type", [
  ...scalarSettings,
  z.strictObject({
    type: z.literal("list"),
    ...settingMeta,
    max: z.number().int().min(1).max(100).optional().describe("Maximum number of entries. Default: 20."),
    default: z
      .array(z.unknown())
      .max(100)
      .optional()
      .describe("The entries before anybody has written any. Default: none."),
    of: z
      .union(
        [z.literal("text"), names(name, z.discriminatedUnion("type", scalarSettings), 12)],
        write('"text", or an object that gives each field of an entry a setting'),
      )
      .optional()
      .describe("The fields of each entry, as settings. Default: a text."),
  }),
])
export type SettingSpec = z.output<typeof settingSpec>
export type ScalarSettingSpec = Exclude<SettingSpec, { readonly type: "list" }>
