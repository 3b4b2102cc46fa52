/** Texts in the picture of a refused widget call. */
export const messages = {
  en: {
    "error.widget-token-invalid.title": "This link does not work",
    "error.widget-token-invalid": "It is wrong or was withdrawn: ask the owner of the screen for a new one.",
  },
  de: {
    "error.widget-token-invalid.title": "Dieser Link funktioniert nicht",
    "error.widget-token-invalid":
      "Er ist falsch oder wurde widerrufen. Der Besitzer des Bildschirms kann einen neuen vergeben.",
  },
  es: {
    "error.widget-token-invalid.title": "Este enlace no funciona",
    "error.widget-token-invalid": "Es incorrecto o fue revocado: pide uno nuevo al propietario de la pantalla.",
  },
  fr: {
    "error.widget-token-invalid.title": "Ce lien ne fonctionne pas",
    "error.widget-token-invalid":
      "Il est incorrect ou a été révoqué\u00a0: demandez-en un nouveau au propriétaire de l’écran.",
  },
  it: {
    "error.widget-token-invalid.title": "Questo link non funziona",
    "error.widget-token-invalid": "È sbagliato o è stato revocato: chiedine uno nuovo al proprietario dello schermo.",
  },
  ja: {
    "error.widget-token-invalid.title": "このリンクは使えません",
    "error.widget-token-invalid": "リンクが間違っているか、無効です。画面の所有者に新しいものを求めてください。",
  },
  nl: {
    "error.widget-token-invalid.title": "Deze link werkt niet",
    "error.widget-token-invalid": "Hij is onjuist of ingetrokken: vraag de eigenaar van het scherm om een nieuwe.",
  },
  zh: {
    "error.widget-token-invalid.title": "这个链接不能用",
    "error.widget-token-invalid": "它不对或已失效，请向屏幕的主人要一个新链接。",
  },
  "zh-Hant": {
    "error.widget-token-invalid.title": "這個連結無法使用",
    "error.widget-token-invalid": "它不正確或已失效，請向螢幕的擁有者索取新連結。",
  },
} as const
