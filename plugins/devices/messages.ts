/** Texts on the screen of a device whose token was refused. */
export const messages = {
  en: {
    "error.device-token-invalid.title": "No valid key",
    "error.device-token-invalid":
      "The key is missing or wrong. A screen asks for a new one by itself; in a browser, sign in.",
    "error.device-unconfirmed.title": "This screen waits for its owner",
    "error.device-unconfirmed": "It will show its code at the next refresh.",
  },
  zh: {
    "error.device-token-invalid.title": "令牌无效",
    "error.device-token-invalid": "令牌缺失或不对。屏幕会自动重新申请；在浏览器中请先登录。",
    "error.device-unconfirmed.title": "这块屏幕在等主人确认",
    "error.device-unconfirmed": "下次刷新时会显示配对码。",
  },
} as const
