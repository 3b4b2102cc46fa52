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
    ],
  },
  variables: { take: "Take {{ grams }} g of leaves." },
  components: { Note: { type: "text", text: "{% if dry %}Dry{% endif %}, then {{ rest }} minutes" } },
  words: { en: { offline: "The sea cannot be reached." } },
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
] as const)
  test(`finds ${path} for ${finding.slice(0, 40)}`, () => assert.is(findingPath(SPEC, "en", finding), path))

test("finds the view of a spec without content", () => assert.is(findingPath(undefined, "en", 'clipped: "a"'), "view"))

test.run()
