import type { ErrorPhrases } from "./phrases.js"

/** Without the sentences that an error has itself, in English. */
export const en: Partial<ErrorPhrases> = {
  "error.title": "This page could not be drawn",
  error: "{detail}",
  "error.bad-input.title": "The address is not right",
  "error.invalid.title": "The settings are not right",
  "error.unauthenticated.title": "No valid key",
  "error.unauthenticated": "The key is missing or wrong. A screen asks for a new one by itself; in a browser, sign in.",
  "error.sign-in-needed.title": "Sign in to see this page",
  "error.forbidden.title": "Not allowed",
  "error.not-found.title": "Nothing here",
  "error.rate-limited.title": "Too many requests",
  "error.rate-limited": "The screen asks too often. It will go on by itself in a minute.",
  "error.internal.title": "Something went wrong",
  "error.internal": "The server could not draw this page. It will try again at the next refresh.",
  "error.draw-failed.title": "Something went wrong",
  "error.draw-failed":
    "None of the pages chosen for this screen could be drawn. The server will try again at the next refresh.",
  "error.mode-not-found.title": "No such page",
  "error.mode-not-found": "None of the pages chosen for this screen is installed on the server.",
  "error.disk-full.title": "The server’s disk is full",
  "error.disk-full": "Free some space on the server; nothing that was saved is lost.",
  "error.store-failed.title": "The server cannot read its data",
  "error.store-failed": "Look at the server’s disk. The screen will try again at the next refresh.",
}
