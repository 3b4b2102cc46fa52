/** Icons by the first code that has them, up to the next; those that differ at night end in "-day". Source: WMO table 4677, as Open-Meteo uses it. */
const ICONS: readonly (readonly [from: number, name: string])[] = [
  [0, "clear-day"],
  [1, "partly-cloudy-day"],
  [3, "cloudy"],
  [45, "fog"],
  [51, "drizzle"],
  [56, "sleet"],
  [61, "rain"],
  [65, "heavy-rain"],
  [66, "sleet"],
  [71, "snow"],
  [80, "showers-day"],
  [82, "heavy-rain"],
  [85, "snow-showers-day"],
  [95, "thunderstorm"],
]

/** The icon of a weather code. */
export function iconOf(code: number, isDay: boolean): string {
  const [, name] = ICONS.findLast(([from]) => from <= code) ?? ICONS[0]!
  return isDay ? name : name.replace(/-day$/, "-night")
}
