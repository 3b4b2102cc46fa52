import { z } from "platen/sdk"

const MAX_SENDER = 60
const MAX_MESSAGE = 500
const MAX_LEVEL = 20

/** Text that can be typeset: without lone surrogates and control characters. `breaks`: keeps line breaks. */
function line(max: number, breaks: boolean): z.ZodType<string> {
  const cleaned = (given: string): string =>
    given
      .toWellFormed()
      .replaceAll(/\r\n?/g, "\n")
      .replaceAll(breaks ? /[^\P{Cc}\n]/gu : /\p{Cc}/gu, " ")
      .trim()
  return z
    .string("must be text")
    .transform(cleaned)
    .pipe(z.string().min(1, "must not be empty").max(max, `has too many characters: shorten it to ${max}`)) as never
}

/** Request body of an alert. Every level other than "critical" is drawn the same. */
export const alertBody = z.object(
  {
    sender: line(MAX_SENDER, false),
    message: line(MAX_MESSAGE, true),
    level: z
      .string('must be a word, such as "info" or "critical"')
      .trim()
      .toLowerCase()
      .max(MAX_LEVEL, `has too many characters: shorten it to ${MAX_LEVEL}`)
      .nullish()
      .transform((level) => level || "info"),
  },
  'must be a JSON object with "sender" and "message"',
)
