import { createHash, randomBytes, randomInt } from "node:crypto"

/** Under which an account is kept: says nothing, and is never given twice. */
export function newId(): string {
  return randomBytes(12).toString("base64url")
}

/** What is kept in a secret's place. Only for secrets that chance made: others can be guessed from it. */
export function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url")
}

const CODE_LETTERS = "ABCDEFGHJKMNPQRTUVWXY3479"
const CODE_LENGTH = 12

/** For a person to type: no two of its letters look alike. */
export function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join("")
}
