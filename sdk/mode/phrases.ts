/** Words by language and key. Two plugins may not set the same key of a language. */
export type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The words of all plugins. */
export interface Phrases {
  /** The language's, else its base language's, else English; undefined when there is none. `language`: BCP 47. */
  phrase(language: string, key: string): string | undefined
  /** Whether there are words of a language, or of its base language. */
  speaks(language: string): boolean
}

/** A phrase in which each `{name}` is replaced by its parameter. Names without a parameter stay. */
export function filled(phrase: string, parameters: Readonly<Record<string, string | number>>): string {
  return phrase.includes("{")
    ? phrase.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole))
    : phrase
}
