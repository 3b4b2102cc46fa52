/** How old content is marked. */
export const messages = {
  en: {
    "as-of": "as of {time}",
    "as-of.day": "as of {date}",
  },
  de: {
    "as-of": "Stand {time}",
    "as-of.day": "Stand {date}",
  },
  es: {
    "as-of": "act. a las {time}",
    "as-of.day": "act. el {date}",
  },
  fr: {
    "as-of": "à jour à {time}",
    "as-of.day": "à jour au {date}",
  },
  it: {
    "as-of": "agg. alle {time}",
    "as-of.day": "agg. il {date}",
  },
  ja: {
    "as-of": "{time}時点",
    "as-of.day": "{date}時点",
  },
  nl: {
    "as-of": "stand {time}",
    "as-of.day": "stand {date}",
  },
  zh: {
    "as-of": "{time} 的内容",
    "as-of.day": "{date}的内容",
  },
  "zh-Hant": {
    "as-of": "{time} 的內容",
    "as-of.day": "{date}的內容",
  },
} as const
