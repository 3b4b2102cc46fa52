/** What the names of fields end in that hold credentials, whatever their schema says: apiKey, api_key, API_KEY. */
const SECRET = /^(?:keys?|tokens?|passwords?|secrets?|credentials?|authorization|cookies?)$/i
const LAST_WORD = /(?:[A-Z]?[a-z]+|[A-Z]+)$/
/** Deeper than a config of platen.yaml can be. */
const MAX_DEPTH = 40

/** What stands for a secret where configs are shown. */
export const MASK = "[secret]"

/**
 * A config with every text masked that stands under the name of a credential: a plugin whose schema does not mark its secrets keeps them to
 * itself even so.
 */
export function masked(config: unknown, isSecret = false, depth = 0): unknown {
  if (typeof config === "string") return isSecret ? MASK : config
  if (typeof config !== "object" || config === null) return config
  if (depth > MAX_DEPTH) return MASK
  if (Array.isArray(config)) return config.map((each) => masked(each, isSecret, depth + 1))
  return Object.fromEntries(
    Object.entries(config).map(([name, each]) => [name, masked(each, isSecret || holdsSecret(name), depth + 1)]),
  )
}

function holdsSecret(name: string): boolean {
  const [word = ""] = LAST_WORD.exec(name) ?? []
  return SECRET.test(word)
}
