import { inLanguage } from "platen/sdk"
import type { Localised } from "platen/sdk"

/** The texts of a page that shows a code or an address. */
export interface PageWords {
  readonly title: string
  /** Reason; left out on small screens. */
  readonly why?: string
  /** Above the address, with and without a QR code. */
  readonly scan: string
  readonly type: string
  /** In place of a long address that does not fit. */
  readonly only: string
  /** In place of an unknown address. */
  readonly lost: string
  /** What happens next. */
  readonly after?: string
  /** The same, for small screens. */
  readonly afterBrief?: string
  /** In place of `after`, while the code is not proof yet because another device with this MAC called recently. */
  readonly wait?: string
  readonly waitBrief?: string
}

/** The pages: of an unclaimed device, of an unconfirmed token, and to print and stick on the screen. */
export type PageName = "pair" | "confirm" | "bind"

type Typed = Required<Omit<PageWords, "title" | "why">>
type Language = Typed & {
  readonly pair: Pick<PageWords, "title">
  readonly confirm: Pick<PageWords, "title" | "why">
  readonly bind: Omit<PageWords, "only">
}

/**
 * By language. `after`: in live mode, which is on at the first start, the next page comes by itself, and a press of the button would end live mode.
 */
const WORDS: Readonly<Record<string, Language>> & { readonly en: Language } = {
  en: {
    pair: { title: "Pair this screen" },
    confirm: { title: "Confirm this screen", why: "It has a new key: its owner must confirm it." },
    bind: {
      title: "This screen’s page",
      why: "Bind it, and choose what it shows.",
      scan: "Scan, or open",
      type: "Open",
      lost: "Open this server’s page /config",
    },
    scan: "Scan, or type the code at",
    type: "Type the code at",
    only: "Scan it with a phone.",
    lost: "Type the code at this server’s page /config",
    after: "The first page appears within a few seconds; if not, press the button once.",
    afterBrief: "No page? Press the button.",
    wait: "Another device called in this screen’s name a moment ago. Type the code after {from}.",
    waitBrief: "Type it after {from}.",
  },
  de: {
    pair: { title: "Bildschirm koppeln" },
    confirm: { title: "Bildschirm bestätigen", why: "Er hat einen neuen Schlüssel: Der Besitzer muss ihn bestätigen." },
    bind: {
      title: "Seite dieses Bildschirms",
      why: "Koppeln und wählen, was er zeigt.",
      scan: "Scannen oder öffnen",
      type: "Öffnen",
      lost: "Die Seite /config dieses Servers öffnen",
    },
    scan: "Scannen oder den Code eingeben auf",
    type: "Den Code eingeben auf",
    only: "Mit dem Handy scannen.",
    lost: "Den Code auf der Seite /config dieses Servers eingeben",
    after: "Die Seite erscheint nach wenigen Sekunden; sonst einmal die Taste drücken.",
    afterBrief: "Nichts da? Taste drücken.",
    wait: "Eben hat sich ein anderes Gerät als dieser Bildschirm gemeldet. Den Code erst nach {from} eingeben.",
    waitBrief: "Erst nach {from} eingeben.",
  },
  es: {
    pair: { title: "Vincular esta pantalla" },
    confirm: { title: "Confirmar esta pantalla", why: "Tiene una clave nueva: su propietario debe confirmarla." },
    bind: {
      title: "Página de esta pantalla",
      why: "Vincúlala y elige qué muestra.",
      scan: "Escanea o abre",
      type: "Abre",
      lost: "Abre la página /config de este servidor",
    },
    scan: "Escanea o escribe el código en",
    type: "Escribe el código en",
    only: "Escanéalo con un teléfono.",
    lost: "Escribe el código en la página /config de este servidor",
    after: "Aparece en unos segundos; si no, pulsa el botón una vez.",
    afterBrief: "¿No aparece? Pulsa el botón.",
    wait: "Otro dispositivo acaba de presentarse como esta pantalla. Escribe el código después de las {from}.",
    waitBrief: "Escríbelo tras las {from}.",
  },
  fr: {
    pair: { title: "Associer cet écran" },
    confirm: { title: "Confirmer cet écran", why: "Il a une nouvelle clé\u00a0: son propriétaire doit la confirmer." },
    bind: {
      title: "Page de cet écran",
      why: "Associez-le et choisissez ce qu’il affiche.",
      scan: "Scannez ou ouvrez",
      type: "Ouvrez",
      lost: "Ouvrez la page /config de ce serveur",
    },
    scan: "Scannez ou tapez le code sur",
    type: "Tapez le code sur",
    only: "Scannez-le avec un téléphone.",
    lost: "Tapez le code sur la page /config de ce serveur",
    after: "La page apparaît en quelques secondes\u00a0; sinon, appuyez une fois sur le bouton.",
    afterBrief: "Rien\u00a0? Pressez le bouton.",
    wait: "Un autre appareil vient de se présenter comme cet écran. Tapez le code après {from}.",
    waitBrief: "Tapez-le après {from}.",
  },
  it: {
    pair: { title: "Associa questo schermo" },
    confirm: { title: "Conferma questo schermo", why: "Ha una nuova chiave: il proprietario deve confermarla." },
    bind: {
      title: "Pagina di questo schermo",
      why: "Associalo e scegli che cosa mostra.",
      scan: "Scansiona o apri",
      type: "Apri",
      lost: "Apri la pagina /config di questo server",
    },
    scan: "Scansiona o digita il codice su",
    type: "Digita il codice su",
    only: "Scansionalo con un telefono.",
    lost: "Digita il codice nella pagina /config di questo server",
    after: "Appare in pochi secondi; altrimenti premi una volta il pulsante.",
    afterBrief: "Niente? Premi il pulsante.",
    wait: "Poco fa un altro dispositivo si è presentato come questo schermo. Digita il codice dopo le {from}.",
    waitBrief: "Digitalo dopo le {from}.",
  },
  ja: {
    pair: { title: "この画面を登録" },
    confirm: { title: "この画面を確認", why: "新しいキーです。所有者が確認してください。" },
    bind: {
      title: "この画面のページ",
      why: "登録して、表示内容を選びます。",
      scan: "読み取るか、ここを開く",
      type: "ここを開く",
      lost: "このサーバーの /config ページを開く",
    },
    scan: "読み取るか、ここでコードを入力",
    type: "ここでコードを入力",
    only: "スマートフォンで読み取ってください。",
    lost: "このサーバーの /config ページでコードを入力",
    after: "数秒で表示されます。出なければ、ボタンを一度押してください。",
    afterBrief: "出なければボタンを。",
    wait: "先ほど別の端末がこの画面として接続しました。{from} 以降にコードを入力してください。",
    waitBrief: "{from} 以降に入力。",
  },
  nl: {
    pair: { title: "Koppel dit scherm" },
    confirm: { title: "Bevestig dit scherm", why: "Het heeft een nieuwe sleutel: de eigenaar moet die bevestigen." },
    bind: {
      title: "Pagina van dit scherm",
      why: "Koppel het en kies wat het toont.",
      scan: "Scan of open",
      type: "Open",
      lost: "Open de pagina /config van deze server",
    },
    scan: "Scan of typ de code op",
    type: "Typ de code op",
    only: "Scan het met een telefoon.",
    lost: "Typ de code op de pagina /config van deze server",
    after: "De pagina verschijnt binnen enkele seconden; zo niet, druk één keer op de knop.",
    afterBrief: "Niets? Druk op de knop.",
    wait: "Zojuist meldde een ander apparaat zich als dit scherm. Typ de code na {from}.",
    waitBrief: "Typ hem na {from}.",
  },
  zh: {
    pair: { title: "绑定这块屏幕" },
    confirm: { title: "确认这块屏幕", why: "令牌是新的，请主人确认。" },
    bind: {
      title: "这块屏幕的页面",
      why: "绑定屏幕，设置显示内容。",
      scan: "扫码，或打开",
      type: "打开",
      lost: "打开服务器的 /config 页面",
    },
    scan: "扫码，或在此输入配对码",
    type: "在此网址输入配对码",
    only: "请用手机扫码。",
    lost: "在服务器的 /config 页面输入配对码",
    after: "几秒后显示画面；若没有，按一下按键。",
    afterBrief: "没反应就按一下按键。",
    wait: "刚才另有设备以这块屏幕的身份连接。请在 {from} 之后输入配对码。",
    waitBrief: "{from} 之后再输入。",
  },
  "zh-Hant": {
    pair: { title: "綁定這個螢幕" },
    confirm: { title: "確認這個螢幕", why: "金鑰是新的，請擁有者確認。" },
    bind: {
      title: "這個螢幕的頁面",
      why: "綁定螢幕，設定顯示內容。",
      scan: "掃描，或開啟",
      type: "開啟",
      lost: "開啟伺服器的 /config 頁面",
    },
    scan: "掃描，或在此輸入配對碼",
    type: "在此網址輸入配對碼",
    only: "請用手機掃描。",
    lost: "在伺服器的 /config 頁面輸入配對碼",
    after: "幾秒後顯示畫面；若沒有，請按一下按鈕。",
    afterBrief: "沒反應就按一下按鈕。",
    wait: "剛才另有裝置以這個螢幕的身分連線。請在 {from} 之後輸入配對碼。",
    waitBrief: "{from} 之後再輸入。",
  },
}

/** The texts of a page in a language. */
export function wordsOf(page: PageName, language: string): PageWords {
  const { pair, confirm, bind, ...typed } = inLanguage(WORDS, language)
  return page === "bind" ? { only: typed.only, ...bind } : { ...typed, ...(page === "pair" ? pair : confirm) }
}

/** The title of a page in every language. */
export function titleOf(page: PageName): Localised {
  const titles = Object.entries(WORDS).map(([language, words]) => [language, words[page].title])
  return { en: WORDS.en[page].title, ...(Object.fromEntries(titles) as Readonly<Record<string, string>>) }
}
