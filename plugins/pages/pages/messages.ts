import { PlatenError } from "platen/sdk"
import type { MessageRecord } from "platen/sdk/mode"
import { de } from "./messages/de.js"
import { en } from "./messages/en.js"
import { es } from "./messages/es.js"
import { fr } from "./messages/fr.js"
import { it } from "./messages/it.js"
import { ja } from "./messages/ja.js"
import { nl } from "./messages/nl.js"
import { zh } from "./messages/zh.js"
import { zhHant } from "./messages/zh-hant.js"

/** Texts of error pages, by language. */
export const errorMessages: Readonly<Record<string, MessageRecord>> = {
  de,
  en,
  es,
  fr,
  it,
  ja,
  nl,
  zh,
  "zh-Hant": zhHant,
}

/** An error's code; `other`: of one that has none. */
export function codeOf(error: Error, other = "draw-failed"): string {
  return error instanceof PlatenError ? error.code : other
}
