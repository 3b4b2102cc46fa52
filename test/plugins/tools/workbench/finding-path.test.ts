import { suite } from "uvu"
import * as assert from "uvu/assert"
import { findingPath } from "../../../../plugins/tools/workbench/finding-path.js"

const test = suite("workbench/finding-path")

const SPEC = {
  footer: { label: "Proverbs" },
  content: { pool: { en: [{ quote: "a" }, { quote: "Still waters\nrun deep" }], zh: [{ quote: "水" }] } },
  view: {
    type: "column",
    children: [
      { type: "icon", name: "feather" },
      { type: "text", text: "A fixed line", fit: "shrink" },
      { type: "text", text: "{{ words.tomorrow }}: {{ words.chores[tomorrow] }}" },
      { type: "text", text: "{{ item }} · {{ words.bins }}" },
      { type: "text", text: "{{ item }} · {{ rest }}" },
      { type: "text", text: "{{ words.bins | upcase }} {{ number }}" },
    ],
  },
  variables: { take: "Take {{ grams }} g of leaves." },
  components: { Note: { type: "text", text: "{% if dry %}Dry{% endif %}, then {{ rest }} minutes" } },
  title: { en: "Saws of old", de: "Sprichwörter" },
  words: {
    en: {
      offline: "The sea cannot be reached.",
      tomorrow: "Morning",
      days: ["Mo", "Tu"],
      chores: { glass: "Bottles", paper: "Boxes" },
      bins: "bins out",
    },
  },
  variants: [{ when: { maxWidth: 300 }, view: { type: "text", text: "Only on small screens" } }],
}

for (const [finding, path] of [
  [
    'clipped: "A fixed line" does not fit its box: give it room, fewer words, or `fit: "shrink"`.',
    "view.children.1.text",
  ],
  ['clipped: "Only on small scr…" does not fit its box.', "variants.0.view.text"],
  ['clipped: "Still waters run deep" does not fit its box.', "content.pool.en.1.quote"],
  ['missing-glyph: No font has "q" (U+0071) of "Still waters run…": add a font.', "content.pool.en.1.quote"],
  ['unknown-icon: There is no icon "feather": take another.', "view.children.0.name"],
  ['clipped: "Proverbs" does not fit its box.', "footer.label"],
  ['overlap: "水" and image overlap.', "view"],
  ['clipped: "computed" does not fit, use `fit: "shrink"`.', "view"],
  ["overlap: column and image overlap.", "view"],
  ['clipped: "Take 4 g of leaves." does not fit.', "variables.take"],
  ['clipped: "Dry, then 12 minutes" does not fit.', "components.Note.text"],
  ['clipped: "Take 4 g of lea…" does not fit.', "variables.take"],
  ['clipped: "The sea cannot be re…" does not fit.', "words.en.offline"],
  ['clipped: "First Still waters run deep last" does not fit.', "content.pool.en.1.quote"],
  ['clipped: "Mo" does not fit.', "words.en.days.0"],
  ['clipped: "Morning: Boxes" does not fit.', "view.children.2.text"],
  ['clipped: "Glass · bins out" does not fit.', "view.children.3.text"],
  ['clipped: "Glass · 12" does not fit.', "view.children.4.text"],
  ['clipped: "BINS OUT 4" does not fit.', "view.children.5.text"],
  ['clipped: "Saws of old" does not fit.', "title.en"],
  ['clipped: "SAWS OF OLD" does not fit.', "title.en"],
] as const)
  test(`finds ${path} for ${finding.slice(0, 40)}`, () =>
    assert.is(findingPath(SPEC, { language: "en", message: finding }), path))

test("finds the view of a spec without content", () =>
  assert.is(findingPath(undefined, { language: "en", message: 'clipped: "a"' }), "view"))

test("finds the entry that is shown before others with the same text", () => {
  const pool = { en: [{ a: "Same" }, { a: "Same" }] }
  const of = (entry?: string): string =>
    findingPath({ content: { pool } }, { language: "en", message: '"Same"', entry })
  assert.equal([of(), of("content.pool.en.1")], ["content.pool.en.0.a", "content.pool.en.1.a"])
})

test("looks for words of the language of the page, and for those that stand in for them", () => {
  const spec = { words: { en: { a: "A", b: "B" }, de: { a: "B" } } }
  const of = (language: string): string => findingPath(spec, { language, message: '"B"' })
  assert.equal([of("de-AT"), of("en"), of("fr")], ["words.de.a", "words.en.b", "words.en.b"])
})

test.run()
