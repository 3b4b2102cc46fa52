import { suite } from "uvu"
import * as assert from "uvu/assert"
import { isSecret, newSecret } from "platen/sdk/kit"

const test = suite("sdk/secret")

test("it makes 43 characters that a URL bears, others each time", () => {
  const made = Array.from({ length: 50 }, newSecret)
  assert.ok(made.every((each) => /^[\w-]{43}$/.test(each)))
  assert.is(new Set(made).size, 50)
  // A letter that never came, of 64 in 2,150 places, would be a letter that is never taken.
  assert.is(new Set(made.join("")).size, 64)
})

test("it knows the secret from all others", () => {
  for (const [shown, known, is] of [
    ["abc", "abc", true],
    ["abd", "abc", false],
    ["ab", "abc", false],
    ["abcabc", "abc", false],
    ["abc", "abcabc", false],
    ["ABC", "abc", false],
    ["äbc", "abc", false],
  ] as const)
    assert.is(isSecret(shown, known), is, `${shown} for ${known}`)
})

test("it lets nobody in where there is no secret", () => {
  for (const [shown, known] of [
    ["", ""],
    [undefined, undefined],
    ["", undefined],
    ["abc", undefined],
    ["abc", ""],
    [undefined, "abc"],
    ["", "abc"],
  ] as const)
    assert.not(isSecret(shown, known))
})

test("it looks at every character, wherever the first differs", () => {
  const known = newSecret()
  for (const shown of [known, `.${known.slice(1)}`, `${known.slice(0, -1)}.`, ".".repeat(known.length)])
    assert.is(
      looksAt(() => isSecret(shown, known)),
      2 * known.length,
    )
  assert.is(
    looksAt(() => isSecret(known, undefined)),
    2 * known.length,
  )
})

/** How often a text's characters are looked at. */
function looksAt(work: () => void): number {
  const { charCodeAt } = String.prototype
  let count = 0
  Object.assign(String.prototype, {
    charCodeAt: function counting(this: string, at: number) {
      count++
      return charCodeAt.call(this, at)
    },
  })
  try {
    work()
    return count
  } finally {
    Object.assign(String.prototype, { charCodeAt })
  }
}

test.run()
