import { jsonSchema } from "platen/sdk/kit"
import type { ScreensFilePart } from "platen/sdk/screens-file"

/** The version of the layout of the file. */
export const VERSION = 1

/** A section of the file, with its parts in order of rank. */
export interface Section {
  readonly name: string
  readonly about: string
  readonly parts: readonly ScreensFilePart[]
}

/** The sections, in order of the lowest rank of their parts. */
export function sectionsOf(parts: readonly ScreensFilePart[]): readonly Section[] {
  const names = [...new Set(parts.map(({ section }) => section))]
  return names.map((name) => {
    const own = parts.filter(({ section }) => section === name)
    return { name, about: own[0]!.about, parts: own }
  })
}

/** A JSON Schema, or a part of one. */
export interface Schema {
  readonly [key: string]: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** The JSON Schema (draft 2020-12) of the file. */
export function fileSchema(sections: readonly Section[]): Schema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "The file of platen export and platen apply",
    type: "object",
    required: ["version"],
    additionalProperties: false,
    properties: {
      version: { const: VERSION, description: "The version of this layout." },
      ...Object.fromEntries(
        sections.map((section) => [
          section.name,
          { description: plain(section.about), type: ["array", "null"], items: entrySchema(section) },
        ]),
      ),
    },
  }
}

/** The schema of an entry, with the fields of all parts. */
function entrySchema({ parts }: Section): Schema {
  const schemas = parts.map(({ schema }) => jsonSchema(schema) as Schema)
  return {
    type: "object",
    required: [...new Set(schemas.flatMap(({ required = [] }) => required))],
    additionalProperties: false,
    properties: Object.assign({}, ...schemas.map(({ properties }) => properties)) as Record<string, Schema>,
  }
}

const plain = (text: string): string => text.replaceAll("`", "")
