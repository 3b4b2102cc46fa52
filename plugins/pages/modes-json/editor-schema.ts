import { z } from "platen/sdk"
import { KEY_WORDS } from "./key-words.js"
import { modeSpecOf } from "./spec.js"
import { isBox } from "./spec-nodes.js"
import type { SpecKind } from "./spec-nodes.js"

/** A JSON schema, or a part of one. */
export interface Schema {
  readonly [key: string]: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly description?: string
}

/** Fields of a node that are never values by screen or templates. */
const PLAIN = new Set(["type", "when", "each", "children"])
/** Kinds of nodes whose `style` names a text style. */
const STYLED = new Set(["text", "table"])

/** What may stand in place of a node, or of a field. */
const WAYS: Readonly<Record<string, Schema>> = {
  name: { type: "string", description: 'A node without fields, by its kind or its component, such as "rule".' },
  use: {
    type: "object",
    description: "A component, with its properties, and where it stands.",
    properties: {
      type: { type: "string", pattern: "^(platen/)?[A-Z][A-Za-z0-9]{0,31}$", description: "Its name." },
    },
    required: ["type"],
  },
  slot: {
    type: "object",
    description: "Where the nodes of a property of the component stand.",
    properties: { slot: { type: "string", description: "The name of the property." } },
    required: ["slot"],
    additionalProperties: false,
  },
  byScreen: {
    type: "object",
    description: 'A value by screen: "base", and names of `screens`. null leaves it out.',
    properties: { base: { description: "On every screen that is not named beside it." } },
    required: ["base"],
  },
  kindByScreen: {
    type: "object",
    description: 'A node whose kind differs by screen: "type": { "base": "row", "tall": "column" }.',
    properties: { type: { $ref: "#/$defs/byScreen", description: "The kind by screen." } },
    required: ["type"],
  },
  template: {
    type: "string",
    pattern: "\\{[{%]",
    description: "A Liquid template. One that is an expression alone gives its value.",
  },
}

/**
 * The JSON schema (draft 2020-12) of a spec as people write it, for editors: every property has a description, and a field of a node may be a
 * template, a value by screen, or null, which takes it away. `kinds`: kinds of nodes that plugins contribute.
 */
export function editorSchema(kinds: readonly SpecKind[]): Schema {
  const plain = z.toJSONSchema(modeSpecOf(kinds), { io: "input" }) as Schema
  const { node } = plain.$defs as Readonly<Record<string, { readonly oneOf: readonly Schema[] }>>
  const nodes = node!.oneOf.map(asWritten)
  const whole = {
    ...plain,
    $defs: {
      node: {
        anyOf: [
          { $ref: "#/$defs/name" },
          { $ref: "#/$defs/use" },
          { $ref: "#/$defs/slot" },
          { $ref: "#/$defs/byScreen" },
          { $ref: "#/$defs/kindByScreen" },
          { type: "null" },
          ...nodes.map(({ properties }) => ({ $ref: `#/$defs/${String(properties!.type!.const)}` })),
        ],
      },
      ...WAYS,
      ...Object.fromEntries(nodes.map((each) => [String(each.properties!.type!.const), each])),
    },
  }
  return described(whole, "") as Schema
}

/** A node as people write it. */
function asWritten(node: Schema): Schema {
  const { type } = node.properties as Readonly<Record<string, Schema>>
  const kind = String(type!.const)
  const fields = Object.entries(node.properties!).map(([key, value]) => [key, PLAIN.has(key) ? value : loose(value)])
  const children = isBox(kind) && {
    children: { anyOf: [{ type: "array", items: { $ref: "#/$defs/node" } }, { $ref: "#/$defs/byScreen" }] },
  }
  const style = STYLED.has(kind) && { style: loose({ type: "string" }) }
  const properties = { ...(Object.fromEntries(fields) as Record<string, Schema>), ...children, ...style }
  // What a style or a parent gives need not be written, and a box may be empty.
  return { ...node, description: `Draws ${kind}.`, properties, required: ["type"] }
}

/** A field that may also be a template, a value by screen, or null. */
function loose({ description, ...value }: Schema): Schema {
  const others = ["template", "byScreen"].map((name) => ({ $ref: `#/$defs/${name}` }))
  return {
    ...(description !== undefined && { description }),
    anyOf: [...alternatives(value), ...others, { type: "null" }],
  }
}

const alternatives = (schema: Schema): readonly Schema[] =>
  Array.isArray(schema.anyOf) && Object.keys(schema).length === 1 ? (schema.anyOf as readonly Schema[]) : [schema]

/** A schema with the description of each property that lacks one. `kind`: the node or the section that it stands in. */
function described(value: unknown, kind: string): unknown {
  if (Array.isArray(value)) return value.map((each) => described(each, kind))
  if (typeof value !== "object" || value === null) return value
  const { properties, ...rest } = value as Schema
  const own = properties?.type?.const === undefined ? kind : String(properties.type.const)
  const others = Object.entries(rest).map(([key, each]) => [key, described(each, own)])
  if (!properties) return Object.fromEntries(others)
  const fields = Object.entries(properties).map(([key, each]) => {
    // Of a template alone the schema says what templates are.
    const said = each.description?.startsWith("A Liquid template:") ? undefined : each.description
    const words = said ?? KEY_WORDS[`${own}.${key}`] ?? KEY_WORDS[key] ?? each.description
    const inner = described(each, own === "" ? key : own) as Schema
    return [key, words === undefined ? inner : { ...inner, description: words }]
  })
  return { ...Object.fromEntries(others), properties: Object.fromEntries(fields) }
}
