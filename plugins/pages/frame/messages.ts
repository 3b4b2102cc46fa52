/** How old content is marked, and that a language model wrote it. */
export const messages = {
  en: {
    "as-of": "as of {time}",
    "as-of.day": "as of {date}",
    written: "Written by a language model",
  },
  de: {
    "as-of": "Stand {time}",
    "as-of.day": "Stand {date}",
    written: "Von einem Sprachmodell geschrieben",
  },
  es: {
    "as-of": "act. a las {time}",
    "as-of.day": "act. el {date}",
    written: "Escrito por un modelo de lenguaje",
  },
  fr: {
    "as-of": "à jour à {time}",
    "as-of.day": "à jour au {date}",
    written: "Écrit par un modèle de langage",
  },
  it: {
    "as-of": "agg. alle {time}",
    "as-of.day": "agg. il {date}",
    written: "Scritto da un modello linguistico",
  },
  ja: {
    "as-of": "{time}時点",
    "as-of.day": "{date}時点",
    written: "言語モデルが書いた文章",
  },
  nl: {
    "as-of": "stand {time}",
    "as-of.day": "stand {date}",
    written: "Geschreven door een taalmodel",
  },
  zh: {
    "as-of": "{time} 的内容",
    "as-of.day": "{date}的内容",
    written: "由语言模型撰写",
  },
  "zh-Hant": {
    "as-of": "{time} 的內容",
    "as-of.day": "{date}的內容",
    written: "由語言模型撰寫",
  },
} as const
