import { field, z } from "platen/sdk"
import { defineMode } from "platen/sdk/mode"
import type { ContentContext } from "platen/sdk/mode"
import { AIR, WEATHER } from "platen/sdk/sources"
import { UNITS } from "./units.js"
import { view } from "./view.js"

const data = z.object({
  weather: WEATHER.result.nullable(),
  air: AIR.result.nullable(),
  /** Its name; "" where it has none. */
  place: z.string().default(""),
  /** Why there is no weather. */
  missing: z.enum(["place", "network"]).optional(),
})
export type WeatherData = z.output<typeof data>

const settings = z.strictObject({
  days: field(z.number().int().min(1).max(10).default(4), {
    label: { en: "Days of the forecast", zh: "预报天数" },
    widget: "number",
  }),
  city: field(z.string().max(60).default(""), {
    label: { en: "City", zh: "城市" },
    help: {
      en: "The weather of this city, in place of that of the screen.",
      zh: "显示这座城市的天气，代替屏幕所在地的天气。",
    },
    widget: "none",
  }),
  units: field(z.enum(UNITS).default("auto"), {
    label: { en: "Units", zh: "单位" },
    widget: "select",
    options: {
      auto: { en: "By language", zh: "按语言" },
      metric: { en: "°C, Beaufort", zh: "°C、风力级" },
      us: { en: "°F, mph", zh: "°F、mph" },
      uk: { en: "°C, mph", zh: "°C、mph" },
    },
  }),
})
export type WeatherSettings = z.output<typeof settings>

export default defineMode<WeatherData, WeatherSettings>({
  id: "WEATHER",
  group: "featured",
  title: {
    en: "Weather",
    zh: "天气",
    de: "Wetter",
    es: "Tiempo",
    fr: "Météo",
    it: "Meteo",
    ja: "天気",
    nl: "Weer",
    "zh-Hant": "天氣",
  },
  description: {
    en: "The weather now, the hours to come, the next days, the sun and the air.",
    zh: "当前天气、逐时变化、未来几天、日出日落与空气。",
  },
  icon: "partly-cloudy-day",
  suits: { parts: ["morning", "noon", "evening"] },
  settings,
  data,
  cacheFor: 1_800,
  dialect: {
    read: ({ forecast_days: days, ...rest }) => ({
      ...rest,
      ...(typeof days === "number" && rest.days === undefined && { days: Math.min(10, Math.max(1, Math.round(days))) }),
    }),
    write: (own) => ({ forecast_days: own.days ?? 4 }),
  },
  content: async ({ settings: { days }, source, place }) => {
    if (!place) return { data: { weather: null, air: null, place: "", missing: "place" } }
    const [weather, air] = await Promise.all([
      source(WEATHER, { days: Math.max(7, days) }),
      source(AIR, {}, { optional: true }),
    ])
    return { data: { weather, air: air ?? null, place: place.name?.trim() ?? "" } }
  },
  fallback: ({ place }: ContentContext<WeatherSettings>) => ({
    weather: null,
    air: null,
    place: "",
    missing: place ? "network" : "place",
  }),
  view,
})
