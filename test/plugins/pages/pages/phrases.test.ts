import { suite } from "uvu"
import * as assert from "uvu/assert"
import { MESSAGES } from "platen/sdk/mode"
import type { MessageRecord, Messages } from "platen/sdk/mode"
import { opening } from "platen/sdk"
import { Points } from "../../../../kernel/plugins/points.js"
import { phrasesOf } from "../../../../plugins/pages/pages/phrases.js"

const test = suite("pages/phrases")

function phrases(...all: readonly Messages[]): ReturnType<typeof phrasesOf> {
  const points = new Points()
  points.open({ id: "pages", opens: [opening(MESSAGES, phrasesOf)] })
  all.forEach((messages, i) => points.add(`plugin-${i}`, MESSAGES, [messages]))
  points.seal()
  return points.catalog(MESSAGES, "pages")
}

test("makes the words of a language when they are first read, once", () => {
  const made: string[] = []
  const words = (tag: string, record: MessageRecord) => () => {
    made.push(tag)
    return record
  }
  const { phrase, speaks } = phrases(
    { de: words("de", { "date.short": "{day}." }), fr: words("fr", { "date.short": "{day}" }) },
    { de: { late: "veraltet" }, en: { late: "stale" } },
  )
  assert.is(phrase("de-AT", "late"), "veraltet")
  assert.equal(made, [])
  assert.is(phrase("de-AT", "date.short"), "{day}.")
  assert.is(phrase("de", "date.short"), "{day}.")
  assert.is(phrase("fr", "late"), "stale", "English where a language lacks a word")
  assert.equal(made, ["de", "fr"])
  assert.ok(speaks("fr-CA") && !speaks("pl"))
})

test("refuses two plugins that make the words of one language", () => {
  const messages: Messages = { de: () => ({}) }
  assert.throws(() => phrases(messages, messages), /both contribute "de\/"/)
})

test.run()
