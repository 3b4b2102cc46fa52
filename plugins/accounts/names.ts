/** A username as it is shown, and as it is compared: two with the same fold are one. */
export interface Name {
  readonly shown: string
  readonly fold: string
}

const FEWEST = 2
const MOST = 32
/** No mark and no dash in front: a dash would read as an option of a command. */
const CHARACTERS = /^[\p{L}\p{Nd}_.][\p{L}\p{M}\p{Nd}_.-]*$/u
/** Controls, halves of pairs, what is drawn as nothing. */
const UNSEEN = /[\p{C}\p{DI}]/u
/** Alphabets whose letters look alike: a name keeps to one of them. */
const ALIKE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
]

/** What somebody typed, as a username, or what is wrong with it. Spaces round it are not meant. */
export function readName(given: string): Name | { readonly fault: string } {
  if (UNSEEN.test(given)) return { fault: "must not hold control characters or characters that cannot be seen" }
  const shown = given.normalize("NFKC").trim()
  const length = [...shown].length
  if (length < FEWEST || length > MOST) return { fault: `must have ${FEWEST} to ${MOST} characters` }
  if (!CHARACTERS.test(shown) || !/[\p{L}\p{Nd}]/u.test(shown))
    return { fault: "must be letters, digits, _ - and ., a letter or a digit among them, and not begin with -" }
  if (ALIKE.filter((alphabet) => alphabet.test(shown)).length > 1)
    return { fault: "must not mix alphabets whose letters look alike, such as Latin and Cyrillic" }
  return { shown, fold: foldOf(shown) }
}

/** By way of capitals, so that forms of one small letter (s and long s, both sigmas) are one. */
function foldOf(shown: string): string {
  return shown.toUpperCase().toLowerCase().normalize("NFKC")
}
