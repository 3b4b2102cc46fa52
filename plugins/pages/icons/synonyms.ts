/** Second names of pictograms. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  cloud: "cloudy",
  moon: "clear-night",
  "partly-cloudy": "partly-cloudy-day",
  storm: "thunderstorm",
  sun: "clear-day",
}

/** A table with its entries under their second names too, where it has none of its own. A key is a name or "name@px". */
export function withSynonyms<T>(table: Readonly<Record<string, T>>): Record<string, T> {
  const second = Object.entries(SYNONYMS).flatMap(([synonym, name]) =>
    Object.entries(table)
      .filter(([key]) => key === name || key.startsWith(`${name}@`))
      .map(([key, value]) => [synonym + key.slice(name.length), value] as const),
  )
  return { ...Object.fromEntries(second), ...table }
}
