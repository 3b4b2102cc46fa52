import type { ErrorPhrases } from "./phrases.js"

export const de: ErrorPhrases = {
  "error.title": "Seite nicht darstellbar",
  error: "Der Server konnte diese Seite nicht darstellen. Neuer Versuch bei der nächsten Aktualisierung.",
  "error.bad-input.title": "Die Adresse stimmt nicht",
  "error.bad-input": "Ungültig: {names}. Bitte die Einstellungen des Geräts prüfen.",
  "error.invalid.title": "Die Einstellungen stimmen nicht",
  "error.invalid": "Bitte korrigieren: {names}.",
  "error.unauthenticated.title": "Kein gültiger Schlüssel",
  "error.unauthenticated":
    "Der Schlüssel fehlt oder ist falsch. Ein Bildschirm holt sich selbst einen neuen; im Browser bitte anmelden.",
  "error.sign-in-needed.title": "Bitte anmelden",
  "error.sign-in-needed": "Diese Seite sieht nur, wer angemeldet ist.",
  "error.forbidden.title": "Nicht erlaubt",
  "error.forbidden": "Der Zugang zu diesem Bildschirm fehlt. Bitte beim Besitzer anfragen.",
  "error.not-found.title": "Hier ist nichts",
  "error.not-found": "Bitte prüfen, ob die Adresse stimmt.",
  "error.rate-limited.title": "Zu viele Anfragen",
  "error.rate-limited": "Der Bildschirm fragt zu oft an. In einer Minute geht es von selbst weiter.",
  "error.internal.title": "Etwas ist schiefgegangen",
  "error.internal": "Der Server konnte diese Seite nicht darstellen. Neuer Versuch bei der nächsten Aktualisierung.",
  "error.draw-failed.title": "Etwas ist schiefgegangen",
  "error.draw-failed":
    "Keine der gewählten Seiten ließ sich darstellen. Neuer Versuch bei der nächsten Aktualisierung.",
  "error.mode-not-found.title": "Diese Seite gibt es nicht",
  "error.mode-not-found": "Keine der gewählten Seiten ist auf dem Server installiert.",
  "error.disk-full.title": "Der Server hat keinen Platz mehr",
  "error.disk-full": "Bitte Platz schaffen; nichts Gespeichertes ist verloren.",
  "error.store-failed.title": "Daten des Servers nicht lesbar",
  "error.store-failed": "Bitte den Datenträger des Servers prüfen. Neuer Versuch bei der nächsten Aktualisierung.",
  "error.connection-not-granted":
    "Diese Verbindung oder dieses Album gibt es nicht, oder sie sind nicht für dich freigegeben. Frage den Betreiber.",
  "error.secret-unreadable":
    "Der Schlüssel des Servers ist ein anderer. Gib den Link oder das Passwort in den Einstellungen neu ein.",
  "error.path-invalid": "Ein JSONPath in den Einstellungen ist falsch. Berichtige ihn.",
  "error.calendar-link": "Der Link des Kalenders ist nicht gültig. Kopiere ihn ganz in die Einstellungen.",
  "error.calendar-unreadable": "Der Link in den Einstellungen führt zu keinem Kalender. Berichtige ihn.",
  "error.json-unreadable": "Die Antwort ist kein JSON. Berichtige die Adresse in den Einstellungen.",
  "error.host-not-public": "Diese Adresse liegt im eigenen Netz. Der Betreiber muss dafür eine Verbindung einrichten.",
  "error.upstream-refused": "Der andere Server weist die Anfrage ab. Prüfe die Adresse in den Einstellungen.",
  "error.content-too-large": "Die Seite hat zu viel Inhalt. Wähle weniger Quellen.",
}
