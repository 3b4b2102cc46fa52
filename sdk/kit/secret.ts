/** What a cookie, a header, a URL and a firmware's search for quotation marks can bear. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const LENGTH = 43

/** A new secret that nobody can guess: 43 letters, digits, "-" and "_", 258 random bits. */
export function newSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => LETTERS[byte & 63]).join("")
}

/** Whether two secrets are equal, compared in a time that does not depend on where they differ. False where `known` is "". */
export function isSecret(shown = "", known = ""): boolean {
  let differs = shown.length ^ known.length
  for (let i = 0; i < shown.length; i++) differs |= shown.charCodeAt(i) ^ known.charCodeAt(i % known.length)
  return differs === 0 && known !== ""
}
