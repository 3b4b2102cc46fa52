/** Texts of the error picture of a share card without content. */
export const messages = {
  en: {
    "error.content-not-found.title": "Nothing to share yet",
    "error.content-not-found": "Once the screen has shown a page, there is a card of it here.",
  },
  de: {
    "error.content-not-found.title": "Noch nichts zu teilen",
    "error.content-not-found": "Sobald der Bildschirm eine Seite gezeigt hat, gibt es hier eine Karte davon.",
  },
  es: {
    "error.content-not-found.title": "Aún no hay nada que compartir",
    "error.content-not-found": "Cuando la pantalla haya mostrado una página, aquí habrá una tarjeta de ella.",
  },
  fr: {
    "error.content-not-found.title": "Rien à partager pour l’instant",
    "error.content-not-found": "Dès que l’écran aura affiché une page, sa carte sera ici.",
  },
  it: {
    "error.content-not-found.title": "Ancora niente da condividere",
    "error.content-not-found": "Quando lo schermo avrà mostrato una pagina, qui ci sarà la sua scheda.",
  },
  ja: {
    "error.content-not-found.title": "共有できる内容がまだありません",
    "error.content-not-found": "画面にページが表示されると、そのカードがここに現れます。",
  },
  nl: {
    "error.content-not-found.title": "Nog niets om te delen",
    "error.content-not-found": "Zodra het scherm een pagina heeft getoond, staat hier een kaart ervan.",
  },
  zh: {
    "error.content-not-found.title": "还没有可分享的内容",
    "error.content-not-found": "屏幕显示过页面后，这里就有它的卡片。",
  },
  "zh-Hant": {
    "error.content-not-found.title": "還沒有可分享的內容",
    "error.content-not-found": "螢幕顯示過頁面後，此處就有它的卡片。",
  },
} as const
