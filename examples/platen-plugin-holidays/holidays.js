import Holidays from "date-holidays"
import { Invalid } from "platen/sdk"

const DAY_MS = 86_400_000

/**
 * The public holidays of a country from a day on, the next one first.
 * @param {{ country: string, region: string, count: number }} asked
 * @param {{ year: number, month: number, day: number }} day
 * @param {string} language Of their names; the country's own language where there are none.
 * @returns {{ name: string, date: string, days: number }[]} `date`: year-month-day; `days`: days until then.
 * @throws {Invalid} for a country or a region that there is none of.
 */
export function holidaysFrom({ country, region, count }, { year, month, day }, language) {
  const table = tableOf(country, region)
  table.setLanguages([language, language.split("-")[0], ...table.getLanguages()])
  const today = Date.UTC(year, month - 1, day)
  return (
    [year, year + 1]
      .flatMap((each) => table.getHolidays(each))
      .filter(({ type }) => type === "public")
      .map(({ name, date }) => ({
        name: name.slice(0, 80),
        date: date.slice(0, 10),
        days: Math.round((Date.parse(`${date.slice(0, 10)}T00:00:00Z`) - today) / DAY_MS),
      }))
      .filter(({ days }) => days >= 0)
      // A feast of several days stands there once, with its first day.
      .filter(({ name, days }, i, all) => !(i > 0 && all[i - 1].name === name && days - all[i - 1].days <= 1))
      .slice(0, count)
  )
}

function tableOf(country, region) {
  const table = new Holidays()
  if (!table.getCountries()[country])
    throw new Invalid(`There are no holidays of a country "${country}": write its two letters, such as DE.`)
  const regions = table.getStates(country) ?? {}
  if (region !== "" && !regions[region]) {
    const known = Object.keys(regions).slice(0, 20).join(", ")
    throw new Invalid(
      `${country} has no region "${region}": ${known === "" ? "leave it empty" : `use one of ${known}`}.`,
    )
  }
  table.init(country, region || undefined)
  return table
}
