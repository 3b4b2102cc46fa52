import * as assert from "uvu/assert"
import { PlatenError } from "platen/sdk"

/** The error with which `work` fails: a PlatenError that is one sentence and names all of `parts`. */
export async function refused(work: () => unknown, ...parts: readonly (string | RegExp)[]): Promise<PlatenError> {
  let thrown: unknown
  try {
    await work()
  } catch (error) {
    thrown = error
  }
  assert.instance(
    thrown,
    PlatenError,
    thrown === undefined ? "it was not refused" : `not a sentence: ${String(thrown)}`,
  )
  const error = thrown as PlatenError
  isSentence(error.message)
  for (const part of parts)
    assert.ok(
      typeof part === "string" ? error.message.includes(part) : part.test(error.message),
      `"${error.message}" does not say ${String(part)}`,
    )
  return error
}

/** Begins like one, ends in a full stop, has no line breaks and no value where a name is missing. */
export function isSentence(message: string): void {
  assert.match(message, /^\S[^\n]*[^.\s]\.$/)
  assert.not.match(message, /(?<!received )(undefined|NaN)|\[object|: :|\s{2}/)
}
