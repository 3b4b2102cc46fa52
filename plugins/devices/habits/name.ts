import { z } from "platen/sdk"

/** Characters of a habit's name. */
const MAX_NAME = 60
/** Characters of the sent text, before it is cleaned. */
const MAX_SENT = 400

/** Invisible characters that affect the text around them: control characters, lone surrogates, bidirectional controls and the byte order mark. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/gu
/** A name needs one of these: a path cannot address one of marks and dots alone. */
const NAMEABLE = /[\p{L}\p{N}\p{S}]/u

/** The stored form of a name: NFC, on one line, without invisible characters, so that spellings of one name are equal. */
export function cleanName(given: string): string {
  return given.normalize("NFC").replace(/\s+/gu, " ").replace(INVISIBLE, "").replace(/ +/g, " ").trim()
}

export const habitName: z.ZodType<string> = z
  .string("must be text")
  .max(MAX_SENT, `must have at most ${MAX_NAME} characters`)
  .transform(cleanName)
  .pipe(
    z
      .string()
      .regex(NAMEABLE, "must have a letter, a digit or a symbol")
      .refine((name) => [...name].length <= MAX_NAME, `must have at most ${MAX_NAME} characters`),
  ) as never
