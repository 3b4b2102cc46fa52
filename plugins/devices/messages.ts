/** What is said on the glass to a device that is turned away. */
export const messages = {
  en: {
    "error.device-unknown.title": "This screen is not known here", "error.device-unknown": "Its key is missing or wrong. It will ask for a new one by itself.",
    "error.device-unconfirmed.title": "This screen waits for its owner", "error.device-unconfirmed": "It will show its code at the next refresh.",
  },
  zh: {
    "error.device-unknown.title": "服务器不认识这块屏幕", "error.device-unknown": "它的令牌缺失或不对，会自动重新申请。",
    "error.device-unconfirmed.title": "这块屏幕在等主人确认", "error.device-unconfirmed": "下次刷新时会显示确认码。",
  },
} as const
