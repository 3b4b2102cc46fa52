import type { Issue } from "platen/sdk"
import type { FileEntry, ScreensFilePart } from "platen/sdk/screens-file"
import { nearest } from "./nearest.js"
import { fileSchema, VERSION } from "./sections.js"
import type { Schema, Section } from "./sections.js"

/** A fault of the file. `key`: the key of the value at `path` that is wrong. */
export interface Fault extends Issue {
  readonly key?: string
}

/** An entry that fits its schema. */
export interface ReadEntry {
  readonly section: Section
  readonly id: string
  /** Where it stands: "devices.0". */
  readonly path: string
  /** The fields of each part. */
  readonly fields: ReadonlyMap<ScreensFilePart, FileEntry>
}

/** Checks a file by its schema. `entries`: those without faults. */
export function readEntries(
  value: unknown,
  sections: readonly Section[],
): { readonly entries: readonly ReadEntry[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = []
  const entries: ReadEntry[] = []
  if (!isFields(value))
    return { entries, faults: [{ path: "", message: "the file must have keys: begin with version: 1" }] }
  const names = ["version", ...sections.map(({ name }) => name)]
  for (const key of Object.keys(value).filter((each) => !names.includes(each))) faults.push(unknownKey("", key, names))
  if (value.version !== VERSION)
    faults.push({
      path: "version",
      message:
        value.version === undefined
          ? `is missing: write version: ${VERSION}`
          : `must be ${VERSION}: this server knows no other version`,
    })
  for (const section of sections) {
    const given = value[section.name] ?? []
    if (Array.isArray(given)) readSection(section, given as readonly unknown[], entries, faults)
    else faults.push({ path: section.name, message: "must be a list: begin each entry with -" })
  }
  return { entries, faults }
}

function readSection(section: Section, given: readonly unknown[], entries: ReadEntry[], faults: Fault[]): void {
  const schema = fileSchema([section]).properties![section.name]!.items as Schema
  const places = new Map<string, number>()
  for (const [i, value] of given.entries()) {
    const path = `${section.name}.${i}`
    const found = entryOf(section, value, path, schema)
    faults.push(...found.faults)
    if (found.faults.length > 0) continue
    const id = section.parts[0]!.id(found.fields.get(section.parts[0]!)!)
    const earlier = places.get(id)
    if (earlier !== undefined)
      faults.push({
        path,
        message: `${id} stands in ${section.name} twice, also as number ${earlier + 1}: join both entries`,
      })
    else entries.push({ section, id, path, fields: found.fields })
    places.set(id, earlier ?? i)
  }
}

function entryOf(
  { parts }: Section,
  value: unknown,
  path: string,
  schema: Schema,
): { readonly fields: ReadonlyMap<ScreensFilePart, FileEntry>; readonly faults: readonly Fault[] } {
  const fields = new Map<ScreensFilePart, FileEntry>()
  if (!isFields(value))
    return { fields, faults: [{ path, message: "must be an entry with fields, such as name: VALUE" }] }
  const known = Object.keys(schema.properties ?? {})
  const faults = new Map<string, Fault>()
  const add = (fault: Fault): void => void faults.set(JSON.stringify(fault), fault)
  for (const key of Object.keys(value).filter((each) => !known.includes(each))) add(unknownKey(path, key, known))
  for (const part of parts) {
    const own = Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(part.schema.shape, key)))
    const { data, error } = part.schema.safeParse(own)
    if (data) fields.set(part, data)
    for (const issue of error?.issues ?? []) {
      const inner = issue.path.map(String)
      const at = [path, ...inner].join(".")
      if (issue.code === "unrecognized_keys")
        for (const key of issue.keys) add(unknownKey(at, key, keysAt(schema, inner)))
      else
        add({
          path: at,
          message:
            issue.input === undefined && isMissing(value, inner) ? "is missing" : issue.message.replace(/\.$/, ""),
        })
    }
  }
  return { fields, faults: [...faults.values()] }
}

/** Whether nothing stands at a path. */
function isMissing(value: unknown, path: readonly string[]): boolean {
  return path.reduce<unknown>((each, key) => (each as FileEntry | null | undefined)?.[key], value) === undefined
}

function unknownKey(path: string, key: string, known: readonly string[]): Fault {
  const near = nearest(key, known)
  const remedy = near === undefined ? `use ${known.join(", ")}` : `write "${near}"`
  return { path, key, message: `unknown field "${key.slice(0, 60)}": ${remedy}, or remove it` }
}

/** The keys of the object at a path. */
function keysAt(schema: Schema, path: readonly string[]): readonly string[] {
  let all: readonly Schema[] = [schema]
  for (const key of path)
    all = all
      .flatMap(alternatives)
      .flatMap((each) => [
        each.properties?.[key],
        /^\d+$/.test(key) ? each.items : undefined,
        each.additionalProperties,
      ])
      .filter((each): each is Schema => isFields(each))
  return [...new Set(all.flatMap(alternatives).flatMap(({ properties = {} }) => Object.keys(properties)))]
}

function alternatives(schema: Schema): readonly Schema[] {
  const own = [...((schema.anyOf ?? []) as Schema[]), ...((schema.allOf ?? []) as Schema[])]
  return [schema, ...own.flatMap(alternatives)]
}

function isFields(value: unknown): value is FileEntry {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
