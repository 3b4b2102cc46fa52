import { createHash, randomBytes, randomInt } from "node:crypto"

/** A new account id: random and unique. */
export function newId(): string {
  return randomBytes(12).toString("base64url")
}

/** Digest that the store keeps in place of a secret. Only for random secrets: a weak one could be found from it by guessing. */
export function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url")
}

const CODE_LETTERS = "ABCDEFGHJKMNPQRTUVWXY3479"
const CODE_LENGTH = 12

/** A new setup code, of characters that do not look alike. */
export function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join("")
}
