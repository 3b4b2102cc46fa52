import type { zh } from "./zh.js"

/** Texts of error pages, by code. `{detail}` is the sentence of the error, which is in English; `{names}` the faulty parameters, joined by the list separator. */
export type ErrorPhrases = Readonly<Record<keyof typeof zh, string>>
