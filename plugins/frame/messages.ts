/** How old content is marked, and content in another language. */
export const messages = {
  en: {
    "as-of": "as of {time}",
    "as-of.day": "as of {date}",
    "content-language": "Text in {language}",
  },
  de: {
    "as-of": "Stand {time}",
    "as-of.day": "Stand {date}",
    "content-language": "Text auf {language}",
  },
  es: {
    "as-of": "act. a las {time}",
    "as-of.day": "act. el {date}",
    "content-language": "Texto en {language}",
  },
  fr: {
    "as-of": "à jour à {time}",
    "as-of.day": "à jour au {date}",
    "content-language": "Texte en {language}",
  },
  it: {
    "as-of": "agg. alle {time}",
    "as-of.day": "agg. il {date}",
    "content-language": "Testo in {language}",
  },
  ja: {
    "as-of": "{time}時点",
    "as-of.day": "{date}時点",
    "content-language": "本文は{language}",
  },
  nl: {
    "as-of": "stand {time}",
    "as-of.day": "stand {date}",
    "content-language": "Tekst in het {language}",
  },
  zh: {
    "as-of": "{time} 的内容",
    "as-of.day": "{date}的内容",
    "content-language": "正文为{language}",
  },
  "zh-Hant": {
    "as-of": "{time} 的內容",
    "as-of.day": "{date}的內容",
    "content-language": "正文為{language}",
  },
} as const
