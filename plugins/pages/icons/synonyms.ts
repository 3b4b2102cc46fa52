/** Second names of pictograms. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  cloud: "cloudy",
  moon: "clear-night",
  "partly-cloudy": "partly-cloudy-day",
  storm: "thunderstorm",
  sun: "clear-day",
}
/** By the first name. */
const SECOND = new Map(Object.entries(SYNONYMS).map(([synonym, name]) => [name, synonym]))

/** A table with its entries under their second names too, where it has none of its own. A key is a name or "name@px". */
export function withSynonyms<T>(table: Readonly<Record<string, T>>): Record<string, T> {
  const all = { ...table }
  for (const [key, value] of Object.entries(table)) {
    const [name = ""] = key.split("@", 1)
    const synonym = SECOND.get(name)
    if (synonym !== undefined) all[synonym + key.slice(name.length)] ??= value
  }
  return all
}
