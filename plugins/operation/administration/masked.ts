/** Names of fields that hold credentials, whatever their schema says. */
const SECRET =
  /(?:^|[^a-z])(?:key|tokens?|passwords?|secrets?|credentials?|authorization|cookies?)$|(?:Key|Token|Password|Secret)$|^Authorization$/
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
    Object.entries(config).map(([name, each]) => [name, masked(each, isSecret || SECRET.test(name), depth + 1)]),
  )
}
