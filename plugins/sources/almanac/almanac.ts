import { dayNumber, isTraditionalChinese, toTraditional } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"
import type { Almanac } from "platen/sdk/sources"
import { SolarDay } from "tyme4ts"
import { englishActivity, englishName, englishPillar } from "./names.js"

type Item = Almanac["lunar"]["zodiac"]

/** Festivals of the solar year that all readers of Chinese know; the others are those of the mainland. */
const COMMON = new Set(["元旦", "劳动节"])

/** The almanac of a day, its Chinese in the characters of a language. Source: tyme4ts. Throws where the library has a word that the table of names lacks. */
export function almanacOf({ year, month, day }: LocalDay, language: string): Almanac {
  const solar = SolarDay.fromYmd(year, month, day)
  const writing = writer(language)
  return {
    ...calendarOf(solar, writing),
    ...festivalsOf(solar, writing, isTraditionalChinese(language)),
    ...adviceOf(solar, writing),
  }
}

/** Writes the library's words in the characters of a language. */
interface Writing {
  text(chinese: string): string
  /** With its English name. */
  item(chinese: string, english?: string | undefined): Item
}

function writer(language: string): Writing {
  const text = (chinese: string): string => toTraditional(chinese, language)
  return {
    text,
    item: (chinese, english = englishName(chinese)) => {
      if (english === undefined) throw new Error(`The almanac has no English for "${chinese}": add it to names.ts.`)
      return { zh: text(chinese), en: english }
    },
  }
}

function calendarOf(
  solar: SolarDay,
  { text, item }: Writing,
): Pick<Almanac, "lunar" | "pillars" | "term" | "nextTerm" | "season"> {
  const lunar = solar.getLunarDay()
  const month = lunar.getLunarMonth()
  const year = month.getLunarYear()
  const cycle = solar.getSixtyCycleDay()
  const pillar = (each: { getName(): string }): Item => item(each.getName(), englishPillar(each.getName()))
  const term = solar.getTermDay()
  return {
    lunar: {
      year: year.getYear(),
      month: month.getMonth(),
      leap: month.isLeap(),
      day: lunar.getDay(),
      yearName: pillar(year.getSixtyCycle()),
      zodiac: item(year.getSixtyCycle().getEarthBranch().getZodiac().getName()),
      monthName: item(month.getName()),
      dayName: text(lunar.getName()),
    },
    pillars: { year: pillar(cycle.getYear()), month: pillar(cycle.getMonth()), day: pillar(cycle.getSixtyCycle()) },
    term: term.getDayIndex() === 0 ? item(term.getSolarTerm().getName()) : null,
    nextTerm: nextTermOf(solar, item),
    season: seasonOf(solar, item),
  }
}

function nextTermOf(solar: SolarDay, item: Writing["item"]): Almanac["nextTerm"] {
  const next = solar.getTermDay().getSolarTerm().next(1)
  const on = next.getJulianDay().getSolarDay()
  return { name: item(next.getName()), date: isoOf(on), days: numberOf(on) - numberOf(solar) }
}

function seasonOf(solar: SolarDay, item: Writing["item"]): Almanac["season"] {
  const nine = solar.getNineDay()
  if (nine) return { kind: "nines", name: item(nine.getNine().getName()), day: nine.getDayIndex() + 1 }
  const dog = solar.getDogDay()
  return dog && { kind: "dog-days", name: item(dog.getDog().getName()), day: dog.getDayIndex() + 1 }
}

function festivalsOf(solar: SolarDay, { item }: Writing, isAbroad: boolean): Pick<Almanac, "festivals" | "holiday"> {
  const [ofMoon, ofSun] = [solar.getLunarDay().getFestival()?.getName(), solar.getFestival()?.getName()]
  const holiday = isAbroad ? null : solar.getLegalHoliday()
  return {
    festivals: [
      ...(ofMoon ? [{ ...item(ofMoon), kind: "lunar" as const }] : []),
      ...(ofSun && (!isAbroad || COMMON.has(ofSun)) ? [{ ...item(ofSun), kind: "solar" as const }] : []),
    ],
    holiday: holiday && { ...item(holiday.getName()), works: holiday.isWork() },
  }
}

function adviceOf(
  solar: SolarDay,
  { text, item }: Writing,
): Pick<Almanac, "suitable" | "unsuitable" | "clash" | "sound" | "pengzu" | "directions"> {
  const lunar = solar.getLunarDay()
  const cycle = lunar.getSixtyCycle()
  const [stem, branch, sound] = [cycle.getHeavenStem(), cycle.getEarthBranch(), cycle.getSound().getName()]
  const activities = (list: readonly { getName(): string }[]): Item[] =>
    list.map((each) => item(each.getName(), englishActivity(each.getName())))
  return {
    suitable: activities(lunar.getRecommends()),
    unsuitable: activities(lunar.getAvoids()),
    clash: {
      zodiac: item(branch.getOpposite().getZodiac().getName()),
      direction: item(branch.getOminous().getName()),
    },
    // The last character of a sound is its element.
    sound: { name: { zh: text(sound), en: null }, element: item(sound.slice(-1)) },
    pengzu: [stem.getPengZuHeavenStem().getName(), branch.getPengZuEarthBranch().getName()].map(text),
    directions: {
      joy: item(stem.getJoyDirection().getName()),
      wealth: item(stem.getWealthDirection().getName()),
      fortune: item(stem.getMascotDirection().getName()),
      yangNoble: item(stem.getYangDirection().getName()),
      yinNoble: item(stem.getYinDirection().getName()),
    },
  }
}

function numberOf(day: SolarDay): number {
  return dayNumber(day.getYear(), day.getMonth(), day.getDay())
}

function isoOf(day: SolarDay): string {
  const two = (number: number): string => String(number).padStart(2, "0")
  return `${String(day.getYear()).padStart(4, "0")}-${two(day.getMonth())}-${two(day.getDay())}`
}
