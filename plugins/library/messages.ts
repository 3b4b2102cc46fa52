/** What is said in the picture of a card that there is nothing for. */
export const messages = {
  en: {
    "error.content-none.title": "Nothing to share yet",
    "error.content-none": "Once the screen has shown a page, there is a card of it here.",
  },
  zh: {
    "error.content-none.title": "还没有可分享的内容",
    "error.content-none": "屏幕显示过页面后，这里就有它的卡片。",
  },
} as const
