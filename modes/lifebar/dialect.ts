import type { LocalDay } from "platen/sdk"
import type { SettingsDialect } from "platen/sdk/mode"
import { lifeIn } from "./periods.js"

const DEFAULT_YEARS = 80
const MAX_AGE = 130

/** InkSight's format: age and share of life as numbers, which would never change. The mode stores the year of birth instead of the age. */
export const dialect: SettingsDialect = {
  read: ({ age, life_pct: _share, ...own }, day) => {
    const years = typeof age === "string" && age.trim() !== "" ? Number(age) : age
    if (typeof years !== "number" || !Number.isFinite(years) || years < 0 || years > MAX_AGE)
      return own.birth === undefined ? own : without(own, "birth_year")
    if (lifeOf(without(own, "birth_year"), day)?.years === Math.floor(years)) return without(own, "birth_year")
    return { ...without(own, "birth"), birth_year: day.year - Math.floor(years) }
  },
  write: (own, day) => {
    const life = lifeOf(own, day)
    return life ? { age: life.years, life_pct: Math.min(100, Math.round((life.gone / life.of) * 1000) / 10) } : {}
  },
}

type Settings = Readonly<Record<string, unknown>>

function without(own: Settings, key: string): Settings {
  const { [key]: _gone, ...rest } = own
  return rest
}

function lifeOf(
  { birth, birth_year: year, life_expect: expected }: Settings,
  day: LocalDay,
): ReturnType<typeof lifeIn> {
  return lifeIn(
    {
      birth: typeof birth === "string" && /^\d{4}-\d{2}-\d{2}$/.test(birth) ? birth : undefined,
      birth_year: typeof year === "number" ? year : undefined,
      life_expect: typeof expected === "number" && expected > 0 ? expected : DEFAULT_YEARS,
    },
    day,
  )
}
