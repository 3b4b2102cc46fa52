import { BadInput, Invalid } from "platen/sdk"
import type { Importer, ImportTarget } from "platen/sdk/device"
import { configBody } from "./fields.js"
import type { ConfigBody } from "./fields.js"
import type { Locate } from "./locate.js"
import type { Configs, SavedBy } from "./service.js"

type Body = Readonly<Record<string, unknown>>

/** The operator sets the device up for its people, but lends nobody's connections or albums. */
const BY_OPERATOR: SavedBy = { isPerson: true, lends: false }
/** Faults of one config that are left out, one after the other. */
const MAX_FAULTS = 64

/**
 * Takes over a config: the body of POST /api/config with its documented names. A part that fails its schema is left out with a note, and the rest
 * is taken. A config that is here already stays, unless the import replaces it.
 */
export function configImporter(configs: Configs, locate: Locate): Importer {
  return {
    id: "configs",
    take: async (data, { device, how, modes }) => {
      if (!device) throw new BadInput("A config belongs to one device: name it.")
      if (typeof data !== "object" || data === null || Array.isArray(data))
        throw new Invalid("A config is an object: send what POST /api/config takes.")
      const { realm, mac } = device
      const given = { ...(data as Body), mac }
      const { body, value, notes } = await tolerant(how === "check" ? withoutModes(given, modes) : given, (each) =>
        configs.check(realm, mac, bodyOf(each), BY_OPERATOR),
      )
      const { before, patch, warnings } = value
      const said = [...notes, ...warnings]
      if (before && covers(before, patch)) return { result: "same", notes: said }
      if (before && how !== "replace") return { result: "kept", notes: [] }
      if (how === "check") return { result: "taken", notes: said }
      const whole = before ? withoutOthers(body, Object.keys(before.modeOverrides)) : body
      const saved = await configs.save(realm, mac, bodyOf(whole), BY_OPERATOR, locate)
      return { result: "taken", notes: [...notes, ...saved.warnings] }
    },
  }
}

/** A body that removes the settings of the modes that it does not name, where it has settings: an import brings whole configs. */
function withoutOthers(body: Body, modes: readonly string[]): Body {
  const { mode_overrides: given } = body
  if (typeof given !== "object" || given === null) return body
  const named = new Set(Object.keys(given).map((id) => id.trim().toUpperCase()))
  const gone = modes.filter((id) => !named.has(id)).map((id) => [id, null])
  return { ...body, mode_overrides: { ...given, ...Object.fromEntries(gone) } }
}

/** A body by the schema that the route has. Throws Invalid. */
function bodyOf(given: Body): ConfigBody {
  const { data, error } = configBody.safeParse(given)
  if (data) return data
  const issues = error.issues.map(({ path, message }) => ({
    path: path.join("."),
    message: message.replace(/\.$/, ""),
  }))
  throw new Invalid("The config is wrong.", { issues })
}

/** Tries a body, each time without the part at fault. Rejects as the last try does, where that part cannot be left out. */
async function tolerant<T>(
  given: Body,
  attempt: (body: Body) => Promise<T>,
): Promise<{ readonly body: Body; readonly value: T; readonly notes: readonly string[] }> {
  const notes: string[] = []
  for (let body = given; ;) {
    try {
      return { body, value: await attempt(body), notes }
    } catch (error) {
      const issue = error instanceof Invalid ? error.issues?.[0] : undefined
      const rest = issue && without(body, issue.path.split("."))
      if (rest === undefined || notes.length >= MAX_FAULTS) throw error
      notes.push(`${issue!.path.slice(0, 80)}: ${issue!.message}: it was left out.`)
      body = rest as Body
    }
  }
}

/** A value without the part at a path: an entry of a list goes whole. A part that is not there takes the part round it along; undefined: nothing is left. */
function without(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined
  if (Array.isArray(value)) return value.toSpliced(Number(key), 1)
  const { [key]: inner, ...others } = value as Body
  const left = without(inner, rest)
  return left === undefined ? others : { ...others, [key]: left }
}

/** A body without the modes that the import is still to bring: nobody can check their settings before. */
function withoutModes(body: Body, coming: ImportTarget["modes"]): Body {
  const isComing = (id: unknown): boolean => typeof id === "string" && coming.has(id.trim().toUpperCase())
  const left = (ids: unknown): unknown => (Array.isArray(ids) ? ids.filter((id) => !isComing(id)) : ids)
  const { modes, mode_overrides: overrides, time_slot_rules: rules, ...others } = body
  const known = left(modes)
  return {
    ...others,
    ...(Array.isArray(known) && known.length === 0 ? {} : { modes: known }),
    ...(typeof overrides === "object" &&
      overrides !== null && {
        mode_overrides: Object.fromEntries(Object.entries(overrides).filter(([id]) => !isComing(id))),
      }),
    ...(Array.isArray(rules) && {
      time_slot_rules: rules.map((rule: Body) => ({ ...rule, modes: left(rule?.modes) })),
    }),
  }
}

/** Whether a value has all that another one has. */
function covers(whole: unknown, part: unknown): boolean {
  if (typeof part !== "object" || part === null) return whole === part
  if (typeof whole !== "object" || whole === null) return false
  if (Array.isArray(part) && (whole as readonly unknown[]).length !== part.length) return false
  return Object.entries(part).every(([key, each]) => covers((whole as Body)[key], each))
}
