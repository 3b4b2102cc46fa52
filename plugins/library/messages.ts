/** Texts of the error picture of a share card without content. */
export const messages = {
  en: {
    "error.content-not-found.title": "Nothing to share yet",
    "error.content-not-found": "Once the screen has shown a page, there is a card of it here.",
  },
  zh: {
    "error.content-not-found.title": "还没有可分享的内容",
    "error.content-not-found": "屏幕显示过页面后，这里就有它的卡片。",
  },
} as const
