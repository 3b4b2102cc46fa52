import { field, z } from "platen/sdk"
import type { ModeSpec } from "./spec.js"
import type { ScalarSettingSpec, SettingSpec } from "./spec-settings.js"

export type FieldSpec = ModeSpec["fields"][string]

const MAX_ENTRIES = 200

/** The schema of a mode's content, from the spec's `fields`. */
export function dataSchema(fields: ModeSpec["fields"]): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, spec]) => {
        const schema = fieldSchema(spec)
        return [name, spec.optional ? schema.optional() : schema]
      }),
    ),
  )
}

/** The schema of one field. `most`: entries of a list. */
export function fieldSchema({ type, of, maxLength }: FieldSpec, most = MAX_ENTRIES): z.ZodType {
  if (type !== "list") return scalar(type, maxLength)
  if (of === undefined || typeof of === "string") return z.array(scalar(of ?? "text", maxLength)).max(most)
  return z
    .array(
      z.strictObject(Object.fromEntries(Object.entries(of).map(([name, each]) => [name, scalar(each, maxLength)]))),
    )
    .max(most)
}

function scalar(type: "text" | "number" | "boolean", maxLength = 4000): z.ZodType {
  return type === "text" ? z.string().max(maxLength) : type === "number" ? z.number() : z.boolean()
}

/** The schema of a mode's settings, from the spec's `settings`. */
export function settingsSchema(settings: NonNullable<ModeSpec["settings"]>): z.ZodType<Record<string, unknown>> {
  return z.strictObject(Object.fromEntries(Object.entries(settings).map(([name, spec]) => [name, settingSchema(spec)])))
}

function settingSchema(spec: SettingSpec): z.ZodType {
  if (spec.type !== "list") return scalarSetting(spec)
  const { of = "text", max = 20 } = spec
  const entry =
    of === "text"
      ? z.string().max(400)
      : z.strictObject(Object.fromEntries(Object.entries(of).map(([name, each]) => [name, scalarSetting(each)])))
  return field(
    z
      .array(entry as z.ZodType<unknown>)
      .max(max)
      .default([...(spec.default ?? [])]),
    {
      label: spec.label,
      ...(spec.help && { help: spec.help }),
      widget: "list",
    },
  )
}

function scalarSetting(spec: ScalarSettingSpec): z.ZodType {
  const meta = { label: spec.label, ...(spec.help && { help: spec.help }) }
  switch (spec.type) {
    case "text":
      return field(
        z
          .string()
          .max(spec.maxLength ?? 400)
          .default(spec.default ?? ""),
        { ...meta, widget: spec.multiline ? "textarea" : "text" },
      )
    case "secret":
      return field(z.string().max(4_000).default(""), { ...meta, widget: "text", secret: true })
    case "number":
      return field(
        z
          .number()
          .min(spec.min ?? -1e9)
          .max(spec.max ?? 1e9)
          .default(spec.default ?? spec.min ?? 0),
        { ...meta, widget: "number" },
      )
    case "toggle":
      return field(z.boolean().default(spec.default), { ...meta, widget: "toggle" })
    case "date":
      return field(spec.default === undefined ? z.iso.date().optional() : z.iso.date().default(spec.default), {
        ...meta,
        widget: "date",
      })
    case "select":
      return field(z.enum(spec.options.map(({ value }) => value)).default(spec.default), {
        ...meta,
        widget: "select",
        options: Object.fromEntries(spec.options.map(({ value, label }) => [value, label])),
      })
  }
}
