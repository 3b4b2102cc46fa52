import { z } from "platen/sdk"

/** Characters of a habit's name. */
const MAX_NAME = 60
/** Of what is sent, before it is cleaned. */
const MAX_SENT = 400

/** What leaves no ink and disturbs what stands beside it: controls, halves of pairs, and marks that turn the reading round. */
const UNSEEN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/gu
/** Something to call it by: not marks and dots alone, which a path could not name. */
const SAYS = /[\p{L}\p{N}\p{S}]/u

/** A name as it is kept: on one line, composed, without what nobody sees. The same name typed in two ways is one. */
export function cleanName(given: string): string {
  return given.normalize("NFC").replace(/\s+/gu, " ").replace(UNSEEN, "").replace(/ +/g, " ").trim()
}

export const habitName: z.ZodType<string> = z
  .string("must be text")
  .max(MAX_SENT, `must have at most ${MAX_NAME} characters`)
  .transform(cleanName)
  .pipe(
    z
      .string()
      .regex(SAYS, "must have a letter, a digit or a sign")
      .refine((name) => [...name].length <= MAX_NAME, `must have at most ${MAX_NAME} characters`),
  ) as never
