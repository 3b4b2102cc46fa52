import { Invalid } from "platen/sdk"
import type { Files } from "platen/sdk"
import type { DefinitionFiles } from "platen/sdk/mode"
import { isFields } from "./expand.js"
import { yamlValue } from "./yaml.js"

type Fields = Readonly<Record<string, unknown>>

/** Kinds of files, by how their names end. */
const KINDS = /\.(json|ya?ml)$/
const nameOf = (file: string): string => file.replace(KINDS, "")

/**
 * The definition of a mode, and the files that it is in: one file, or a folder with mode.json, words/de.json (title, description, labels of
 * settings, words), pool/en.json (entries), and components.json or components/*.json. Each may be YAML. Throws Invalid for a file that cannot be read.
 */
export async function readDefinition(place: URL, files: Pick<Files, "text" | "list">): Promise<DefinitionFiles> {
  const read: DefinitionFiles["files"] = []
  const valueOf = async (file: string, at: string): Promise<unknown> => {
    const text = await files.text(new URL(file, place))
    read.push({ name: file, at, text })
    return parsed(text, file)
  }
  if (!place.pathname.endsWith("/")) {
    const definition = await valueOf(place.pathname.slice(place.pathname.lastIndexOf("/") + 1), "")
    return { definition, files: read }
  }
  const named = (names: readonly string[], name: string): string | undefined =>
    names.find((each) => KINDS.test(each) && nameOf(each) === name)
  const listed = await files.list(place)
  const main = named(listed, "mode")
  if (main === undefined) throw new Invalid(`The folder ${place.pathname} has no mode.json: add one, or name a file.`)
  let definition = await valueOf(main, "")
  const components = named(listed, "components")
  if (components !== undefined)
    definition = joined(definition, { components: await valueOf(components, "components") }, components)
  for (const file of await filesIn(files, new URL("components/", place)))
    definition = joined(definition, { components: await valueOf(`components/${file}`, "components") }, file)
  for (const file of await filesIn(files, new URL("words/", place)))
    definition = joined(
      definition,
      inLanguage(nameOf(file), await valueOf(`words/${file}`, `words.${nameOf(file)}`)),
      file,
    )
  for (const file of await filesIn(files, new URL("pool/", place))) {
    const pool = { [nameOf(file)]: await valueOf(`pool/${file}`, `content.pool.${nameOf(file)}`) }
    definition = joined(definition, { content: { pool } }, file)
  }
  return { definition, files: read }
}

async function filesIn(files: Pick<Files, "list">, folder: URL): Promise<readonly string[]> {
  return (await files.list(folder)).filter((name) => KINDS.test(name))
}

function parsed(text: string, file: string): unknown {
  if (!file.endsWith(".json")) return yamlValue(text, file)
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new Invalid(`The mode file ${file} is not valid JSON: ${(cause as Error).message}.`, { cause })
  }
}

/** What a file of words says of a language, where it stands in the definition. */
function inLanguage(language: string, given: unknown): Fields {
  if (!isFields(given)) return { words: { [language]: given } }
  const { words, settings, ...texts } = given
  return {
    ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, { [language]: text }])),
    ...(words !== undefined && { words: { [language]: words } }),
    ...(isFields(settings) && { settings: labels(language, settings) }),
  }
}

/** The labels and helps of settings, of the fields of their lists, and of their options. */
function labels(language: string, settings: Fields): Fields {
  return Object.fromEntries(
    Object.entries(settings).map(([name, given]) => {
      if (!isFields(given)) return [name, given]
      const { of, options, ...texts } = given
      return [
        name,
        {
          ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, { [language]: text }])),
          ...(isFields(of) && { of: labels(language, of) }),
          ...(isFields(options) && {
            options: Object.entries(options).map(([value, label]) => ({ value, label: { [language]: label } })),
          }),
        },
      ]
    }),
  )
}

/** Two parts of a definition. Throws Invalid where both say the same thing. */
function joined(one: unknown, other: Fields, file: string, at = ""): unknown {
  if (!isFields(one)) return one === undefined ? other : one
  const whole: Record<string, unknown> = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const path = at === "" ? key : `${at}.${key}`
    const mine = whole[key]
    if (mine === undefined) whole[key] = value
    else if (isFields(mine) && isFields(value)) whole[key] = joined(mine, value, file, path)
    else if (Array.isArray(mine) && Array.isArray(value)) whole[key] = options(mine, value, file, path)
    else throw new Invalid(`${file} and another file of the mode both say "${path}": keep one of them.`)
  }
  return whole
}

/** The options of a select, with their labels in one more language. */
function options(mine: readonly unknown[], others: readonly unknown[], file: string, at: string): readonly unknown[] {
  return mine.map((option) => {
    const other = others.find((each) => isFields(each) && isFields(option) && each.value === option.value)
    return isFields(other) && isFields(option) ? joined(option, { label: other.label as Fields }, file, at) : option
  })
}
