/** Weather codes that a forecast gives. Source: WMO table 4677, as Open-Meteo uses it. */
const CODES = [
  0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99,
] as const

/** The icon of each code by day; those that differ at night end in "-day". */
const ICONS: Readonly<Record<number, string>> = {
  0: "clear-day",
  1: "partly-cloudy-day",
  2: "partly-cloudy-day",
  3: "cloudy",
  45: "fog",
  48: "fog",
  51: "drizzle",
  53: "drizzle",
  55: "drizzle",
  56: "sleet",
  57: "sleet",
  61: "rain",
  63: "rain",
  65: "heavy-rain",
  66: "sleet",
  67: "sleet",
  71: "snow",
  73: "snow",
  75: "snow",
  77: "snow",
  80: "showers-day",
  81: "showers-day",
  82: "heavy-rain",
  85: "snow-showers-day",
  86: "snow-showers-day",
  95: "thunderstorm",
  96: "thunderstorm",
  99: "thunderstorm",
}

/** The icon of a code: that of the nearest lower one for a code that no forecast gives. */
export function iconOf(code: number, isDay: boolean): string {
  const name = ICONS[CODES.findLast((each) => each <= code) ?? 0]!
  return isDay ? name : name.replace(/-day$/, "-night")
}
