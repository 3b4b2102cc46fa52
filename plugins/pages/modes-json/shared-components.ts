import { readFileSync } from "node:fs"
import type { Fields } from "./expand.js"

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./shared/${name}.json`, import.meta.url), "utf8"))

/** Components that every spec can use, by name: "platen/Offline". They see the page's scope, and their words as `words.platen`. */
export const SHARED_COMPONENTS = read("components") as Fields
/** Their words, by language. */
export const SHARED_WORDS = read("words") as Readonly<Record<string, Readonly<Record<string, string>>>>
