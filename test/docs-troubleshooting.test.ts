import { readdirSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { KINDS } from "../plugins/devices/stats/calls.js"
import { pageText, rows, sources, under } from "./page-text.js"

/** The page that begins with what people see, against the sentences, codes and findings of the code. */
const test = suite("docs: troubleshooting")
const root = new URL("../../", import.meta.url)
const page = pageText("docs/troubleshooting.md")
const texts = sources().filter(({ file }) => !file.includes(".test."))

/** Fixed characters from which a text of a source says enough to be recognised. */
const MIN_FIXED = 20
const HOLE = /\$\{(?:[^{}]|\{[^{}]*\})*\}/

/** The texts of the sources and the English words of the modes, each as an expression whose holes stand for any value. */
function sentences(): readonly RegExp[] {
  const words = readdirSync(new URL("modes", root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(new URL(`modes/${name}`, root)).includes("words") ? [`modes/${name}/words/en.json`] : [],
    )
    .map(pageText)
  return [...texts.map(({ text }) => text), ...words].flatMap((text) =>
    [...text.matchAll(/`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"/g)].flatMap(([, template, plain]) => {
      const parts = (template ?? plain)!.replace(/\\n$/, "").split(HOLE)
      return parts.join("").length < MIN_FIXED
        ? []
        : [new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join(".+")}$`)]
    }),
  )
}

test("quotes sentences that the server says", () => {
  const said = sentences()
  const quoted = [...page.matchAll(/^> (.+)$/gm)].map(([, quote]) => quote!)
  assert.ok(quoted.length > 5, String(quoted.length))
  assert.equal(
    quoted.filter((quote) => !said.some((sentence) => sentence.test(quote))),
    [],
  )
})

test("names error codes that there are", () => {
  const codes = new Set(rows(under("docs/errors.md", "## Codes")).map(([code]) => code!.replaceAll("`", "")))
  const tables = page.split("## What the doctor finds")[0]!
  const named = rows(tables)
    .flatMap(([first]) => [...first!.matchAll(/`([a-z-]+)`/g)])
    .map(([, code]) => code!)
  assert.ok(named.length > 20, String(named.length))
  assert.equal(
    named.filter((code) => !codes.has(code)),
    [],
  )
})

test("explains every finding of the doctor, and no other", () => {
  const causes = texts
    .filter(({ file }) => file.endsWith("checkup.ts"))
    .flatMap(({ text }) => [...text.matchAll(/cause: "([a-z-]+)"/g)])
    .map(([, cause]) => cause!)
  const listed = rows(under("docs/troubleshooting.md", "## What the doctor finds")).map(([cause]) =>
    cause!.replaceAll("`", ""),
  )
  assert.equal(listed.sort(), [...causes, ...KINDS].sort())
})

test.run()
