/** Texts on the screen of a device whose token was refused. */
export const messages = {
  en: {
    "error.device-token-invalid.title": "No valid key",
    "error.device-token-invalid":
      "The key is missing or wrong. A screen asks for a new one by itself; in a browser, sign in.",
    "error.device-unconfirmed.title": "This screen waits for its owner",
    "error.device-unconfirmed": "It will show its code at the next refresh.",
  },
  de: {
    "error.device-token-invalid.title": "Kein gültiger Schlüssel",
    "error.device-token-invalid":
      "Der Schlüssel fehlt oder ist falsch. Ein Bildschirm holt sich selbst einen neuen; im Browser bitte anmelden.",
    "error.device-unconfirmed.title": "Wartet auf den Besitzer",
    "error.device-unconfirmed": "Bei der nächsten Aktualisierung zeigt er seinen Code.",
  },
  es: {
    "error.device-token-invalid.title": "No hay una clave válida",
    "error.device-token-invalid":
      "La clave falta o es incorrecta. Una pantalla pide otra por sí sola; en un navegador, inicia sesión.",
    "error.device-unconfirmed.title": "Esta pantalla espera a su propietario",
    "error.device-unconfirmed": "Mostrará su código en la próxima actualización.",
  },
  fr: {
    "error.device-token-invalid.title": "Aucune clé valide",
    "error.device-token-invalid":
      "Clé absente ou incorrecte. L’écran en demandera une autre\u00a0; dans un navigateur, connectez-vous.",
    "error.device-unconfirmed.title": "Cet écran attend son propriétaire",
    "error.device-unconfirmed": "Il affichera son code à la prochaine actualisation.",
  },
  it: {
    "error.device-token-invalid.title": "Nessuna chiave valida",
    "error.device-token-invalid":
      "La chiave manca o è sbagliata. Uno schermo ne chiede una nuova da solo; in un browser, accedi.",
    "error.device-unconfirmed.title": "Questo schermo attende il suo proprietario",
    "error.device-unconfirmed": "Mostrerà il suo codice al prossimo aggiornamento.",
  },
  ja: {
    "error.device-token-invalid.title": "有効なキーがありません",
    "error.device-token-invalid": "キーが無効です。画面は自動で取り直します。ブラウザーではログインしてください。",
    "error.device-unconfirmed.title": "所有者の確認を待っています",
    "error.device-unconfirmed": "次の更新時にコードを表示します。",
  },
  nl: {
    "error.device-token-invalid.title": "Geen geldige sleutel",
    "error.device-token-invalid":
      "De sleutel is onjuist. Een scherm vraagt zelf een nieuwe; meld je in een browser aan.",
    "error.device-unconfirmed.title": "Dit scherm wacht op zijn eigenaar",
    "error.device-unconfirmed": "Bij de volgende verversing toont het zijn code.",
  },
  zh: {
    "error.device-token-invalid.title": "令牌无效",
    "error.device-token-invalid": "令牌缺失或不对。屏幕会自动重新申请；在浏览器中请先登录。",
    "error.device-unconfirmed.title": "这块屏幕在等主人确认",
    "error.device-unconfirmed": "下次刷新时会显示配对码。",
  },
  "zh-Hant": {
    "error.device-token-invalid.title": "金鑰無效",
    "error.device-token-invalid": "金鑰缺少或不正確。螢幕會自動重新申請；在瀏覽器中請先登入。",
    "error.device-unconfirmed.title": "這個螢幕正等待擁有者確認",
    "error.device-unconfirmed": "下次更新時會顯示配對碼。",
  },
} as const
