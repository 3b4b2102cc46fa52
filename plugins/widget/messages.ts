/** Texts in the picture of a refused widget call. */
export const messages = {
  en: {
    "error.widget-token-invalid.title": "This link does not work",
    "error.widget-token-invalid": "It is wrong or was withdrawn: ask the owner of the screen for a new one.",
  },
  zh: {
    "error.widget-token-invalid.title": "这个链接不能用",
    "error.widget-token-invalid": "它不对或已失效，请向屏幕的主人要一个新链接。",
  },
} as const
