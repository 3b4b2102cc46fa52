/** Phrases of a language by key. */
type Phrases = Readonly<Record<string, string>>

/**
 * English as Platen has written it from the start, on labels that stand alone: without the commas of CLDR and with "Sep". Two letters tell Tuesday from
 * Thursday.
 */
const ENGLISH: Phrases = {
  ...days("weekday.letter", "Su Mo Tu We Th Fr Sa"),
  ...days("weekday.brief", "Su Mo Tu We Th Fr Sa"),
  "month.short.9": "Sep",
  "month.short.in-date.9": "Sep",
  "date.shortYear": "{weekdayShort} {day} {monthShort} {year}",
  "date.long": "{weekday} {day} {monthName} {year}",
}

/** With a space between date and weekday, which CLDR does not have: 22日周日 reads badly on a panel. */
const CHINESE: Phrases = {
  "date.short": "{month}月{day}日 {weekdayShort}",
  "date.shortYear": "{year}年{month}月{day}日 {weekdayShort}",
  "date.long": "{year}年{month}月{day}日 {weekday}",
  "date.dayOfYear": "第{dayOfYear}天",
}

/** Phrases that replace those of CLDR, or that CLDR does not have: the week and the day of a year, and the language of the content. */
export const BY_HAND: Readonly<Record<string, Phrases>> = {
  en: {
    ...ENGLISH,
    "date.week": "Week {week}",
    "date.dayOfYear": "Day {dayOfYear} of {daysInYear}",
    "content-language": "in {language}",
  },
  "en-US": {
    "date.week": "Week {week}",
    "date.dayOfYear": "Day {dayOfYear} of {daysInYear}",
    "content-language": "in {language}",
  },
  de: {
    "date.week": "KW {week}",
    "date.dayOfYear": "Tag {dayOfYear} von {daysInYear}",
    "content-language": "auf {language}",
  },
  es: {
    "date.week": "Semana {week}",
    "date.dayOfYear": "Día {dayOfYear} de {daysInYear}",
    "content-language": "en {language}",
  },
  fr: {
    "date.week": "Semaine {week}",
    "date.dayOfYear": "Jour {dayOfYear} sur {daysInYear}",
    "content-language": "en {language}",
  },
  it: {
    "date.week": "Settimana {week}",
    "date.dayOfYear": "Giorno {dayOfYear} di {daysInYear}",
    "content-language": "in {language}",
  },
  ja: {
    "date.week": "第{week}週",
    "date.dayOfYear": "{daysInYear}日中{dayOfYear}日目",
    "content-language": "本文は{language}",
  },
  nl: {
    "date.week": "Week {week}",
    "date.dayOfYear": "Dag {dayOfYear} van {daysInYear}",
    "content-language": "in het {language}",
  },
  zh: { ...CHINESE, "date.week": "第{week}周", "content-language": "内容为{language}" },
  "zh-HK": { ...CHINESE, "date.week": "第{week}週", "content-language": "內容為{language}" },
  "zh-Hant": { ...CHINESE, "date.week": "第{week}週", "content-language": "內容為{language}" },
}

function days(key: string, names: string): Phrases {
  return Object.fromEntries(names.split(" ").map((name, i) => [`${key}.${i}`, name]))
}
