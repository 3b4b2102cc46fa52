import { z } from "platen/sdk"
import { defineSource } from "platen/sdk/mode"
import type { Source } from "platen/sdk/mode"
import { AIR } from "platen/sdk/sources"
import type { Air } from "platen/sdk/sources"
import { asked, bounded, column, maybe } from "./open-meteo.js"

const HOURS = 48
const POLLEN = ["alder", "birch", "grass", "mugwort", "olive", "ragweed"] as const
const CURRENT = [
  "european_aqi",
  "us_aqi",
  "pm2_5",
  "pm10",
  "ozone",
  "nitrogen_dioxide",
  ...POLLEN.map((plant) => `${plant}_pollen`),
].join(",")

const answer = z.object({
  current: z.object({
    time: z.number(),
    european_aqi: maybe,
    us_aqi: maybe,
    pm2_5: maybe,
    pm10: maybe,
    ozone: maybe,
    nitrogen_dioxide: maybe,
    alder_pollen: maybe,
    birch_pollen: maybe,
    grass_pollen: maybe,
    mugwort_pollen: maybe,
    olive_pollen: maybe,
    ragweed_pollen: maybe,
  }),
  hourly: z.object({ time: z.array(z.number()), european_aqi: column }),
})

/** The source "air" from Open-Meteo. Source: https://open-meteo.com/en/docs/air-quality-api */
export function airSource(endpoint: string): Source {
  return defineSource({
    ...AIR,
    cacheFor: 3_600,
    dependsOn: ["timeZone", "place"],
    read: async (_, context) => {
      const { current, hourly } = await asked(
        endpoint,
        { current: CURRENT, hourly: "european_aqi", forecast_days: "3" },
        answer,
        context,
      )
      const air: Air = {
        at: current.time * 1000,
        index: bounded(current.european_aqi, 0, 1_000),
        usIndex: bounded(current.us_aqi, 0, 1_000),
        pm25: bounded(current.pm2_5, 0, 10_000),
        pm10: bounded(current.pm10, 0, 10_000),
        ozone: bounded(current.ozone, 0, 10_000),
        nitrogenDioxide: bounded(current.nitrogen_dioxide, 0, 10_000),
        pollen: pollenOf(current),
        hours: hourly.time
          .map((seconds, i) => ({ at: seconds * 1000, index: bounded(hourly.european_aqi[i], 0, 1_000) }))
          .filter(({ at }) => at + 3_600_000 > context.now)
          .slice(0, HOURS),
      }
      return air
    },
  })
}

/** The pollen, known in Europe alone; null where no plant has a number. */
function pollenOf(current: Readonly<Record<`${(typeof POLLEN)[number]}_pollen`, number | null>>): Air["pollen"] {
  if (POLLEN.every((plant) => current[`${plant}_pollen`] === null)) return null
  const of = (plant: (typeof POLLEN)[number]): number | null => bounded(current[`${plant}_pollen`], 0, 100_000)
  return {
    alder: of("alder"),
    birch: of("birch"),
    grass: of("grass"),
    mugwort: of("mugwort"),
    olive: of("olive"),
    ragweed: of("ragweed"),
  }
}
