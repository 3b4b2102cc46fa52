import { z } from "platen/sdk"

const MAX_SENDER = 60
const MAX_MESSAGE = 500
const MAX_LEVEL = 20

/** Text that can be set: half a surrogate pair and what is no sign at all are gone. */
function line(most: number, breaks: boolean): z.ZodType<string> {
  const cleaned = (given: string): string =>
    given
      .toWellFormed()
      .replaceAll(/\r\n?/g, "\n")
      .replaceAll(breaks ? /[^\P{Cc}\n]/gu : /\p{Cc}/gu, " ")
      .trim()
  return z
    .string("must be text")
    .transform(cleaned)
    .pipe(
      z.string().min(1, "must not be empty").max(most, `has too many characters: ${most} are the most, shorten it`),
    ) as never
}

/** What whoever sends an alert says. A level that is not "critical" is shown like any other. */
export const alertBody = z.object(
  {
    sender: line(MAX_SENDER, false),
    message: line(MAX_MESSAGE, true),
    level: z
      .string('must be a word, such as "info" or "critical"')
      .trim()
      .toLowerCase()
      .max(MAX_LEVEL, `has too many characters: ${MAX_LEVEL} are the most`)
      .nullish()
      .transform((level) => level || "info"),
  },
  'must be a JSON object with "sender" and "message"',
)
