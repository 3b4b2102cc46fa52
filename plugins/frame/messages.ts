/** How old content is marked. */
export const messages = {
  en: {
    "as-of": "as of {time}",
    "as-of.day": "as of {date}",
  },
  zh: {
    "as-of": "{time} 的内容",
    "as-of.day": "{date}的内容",
  },
} as const
