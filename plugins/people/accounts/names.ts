/** A username in its displayed and its normalized form. Names with the same `fold` are the same. */
export interface Name {
  readonly shown: string
  readonly fold: string
}

const MIN_LENGTH = 2
const MAX_LENGTH = 32
/** The first character is no combining mark and no dash: the command line would read a dash as an option. */
const CHARACTERS = /^[\p{L}\p{Nd}_.][\p{L}\p{M}\p{Nd}_.-]*$/u
/** Control characters, lone surrogates and default-ignorable characters. */
const INVISIBLE = /[\p{C}\p{DI}]/u
/** Scripts with confusable letters: a name may use only one of them. */
const CONFUSABLE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
]

/** Parses a username; `fault` completes a sentence that begins with its name. Trims surrounding spaces. */
export function readName(given: string): Name | { readonly fault: string } {
  if (INVISIBLE.test(given)) return { fault: "must not contain control characters or invisible characters" }
  const shown = given.normalize("NFKC").trim()
  const length = [...shown].length
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    return { fault: `must have ${MIN_LENGTH} to ${MAX_LENGTH} characters` }
  if (!CHARACTERS.test(shown) || !/[\p{L}\p{Nd}]/u.test(shown))
    return {
      fault: "must consist of letters, digits, _, - and ., have at least one letter or digit, and not begin with -",
    }
  if (CONFUSABLE.filter((alphabet) => alphabet.test(shown)).length > 1)
    return { fault: "must not mix alphabets whose letters look alike, such as Latin and Cyrillic" }
  return { shown, fold: foldOf(shown) }
}

/** Maps to capitals first, so that variants of a small letter (s and long s, both sigmas) become equal. */
function foldOf(shown: string): string {
  return shown.toUpperCase().toLowerCase().normalize("NFKC")
}
