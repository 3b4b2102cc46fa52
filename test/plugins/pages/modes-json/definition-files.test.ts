import { pathToFileURL } from "node:url"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { files } from "../../../../kernel/files.js"
import { readDefinition } from "../../../../plugins/pages/modes-json/definition-files.js"
import { yamlValue } from "../../../../plugins/pages/modes-json/yaml.js"
import { folderWith } from "../../../folder.js"

const test = suite("modes-json: files")

const read = (folder: string, name = ""): ReturnType<typeof readDefinition> =>
  readDefinition(pathToFileURL(name === "" ? `${folder}/` : `${folder}/${name}`), files)
/** The sentence with which a folder or a text is refused. */
async function refusal(work: () => unknown): Promise<string> {
  try {
    await work()
  } catch (error) {
    return (error as Error).message
  }
  return "nothing"
}

test("are one JSON or YAML file", async () => {
  const folder = folderWith({
    "tide.json": '{ "id": "TIDE", "fields": {} }',
    "tide.yaml": "# What authors miss in JSON.\nid: TIDE\nfields: {}\n",
  })
  for (const name of ["tide.json", "tide.yaml"]) {
    const { definition, files: found } = await read(folder, name)
    assert.equal(definition, { id: "TIDE", fields: {} }, name)
    assert.equal(
      found.map(({ name: file, at }) => [file, at]),
      [[name, ""]],
    )
  }
})

test("are a folder: words, pool and components stand in files of their own", async () => {
  const folder = folderWith({
    "mode.json": JSON.stringify({
      id: "TIDE",
      settings: {
        port: { type: "select", options: [{ value: "a" }, { value: "b" }] },
        ships: { type: "list", of: { name: { type: "text" } } },
      },
      content: { sources: { tide: { name: "tides" } } },
      components: { Head: "rule" },
      view: "Head",
    }),
    "components.yaml": "Foot: rule\n",
    "words/en.json": JSON.stringify({
      title: "Low tide",
      description: "When it is low.",
      words: { low: "Low", winds: ["N", "E"] },
      settings: {
        port: { label: "Port", options: { a: "Amrum", b: "Borkum" } },
        ships: { label: "Ships", help: "Yours.", of: { name: { label: "Name" } } },
      },
    }),
    "words/de.yaml": "title: Ebbe\nwords:\n  low: Ebbe\nsettings:\n  port:\n    options: { b: Borkum (Insel) }\n",
    "pool/en.json": '[{ "quote": "x" }]',
    "harbour.jpg": "",
  })
  const { definition, files: found } = await read(folder)
  assert.equal(definition, {
    id: "TIDE",
    settings: {
      port: {
        type: "select",
        options: [
          { value: "a", label: { en: "Amrum" } },
          { value: "b", label: { de: "Borkum (Insel)", en: "Borkum" } },
        ],
        label: { en: "Port" },
      },
      ships: {
        type: "list",
        of: { name: { type: "text", label: { en: "Name" } } },
        label: { en: "Ships" },
        help: { en: "Yours." },
      },
    },
    content: { sources: { tide: { name: "tides" } }, pool: { en: [{ quote: "x" }] } },
    components: { Head: "rule", Foot: "rule" },
    view: "Head",
    title: { de: "Ebbe", en: "Low tide" },
    description: { en: "When it is low." },
    words: { de: { low: "Ebbe" }, en: { low: "Low", winds: ["N", "E"] } },
  })
  assert.equal(
    found.map(({ name, at }) => [name, at]),
    [
      ["mode.json", ""],
      ["components.yaml", "components"],
      ["words/de.yaml", "words.de"],
      ["words/en.json", "words.en"],
      ["pool/en.json", "content.pool.en"],
    ],
  )
})

test("say one thing once, and need a main file", async () => {
  const twice = folderWith({
    "mode.json": '{ "title": { "en": "A" } }',
    "words/en.json": '{ "title": "B" }',
  })
  assert.is(
    await refusal(() => read(twice)),
    'en.json and another file of the mode both say "title.en": keep one of them.',
  )
  assert.match(await refusal(() => read(folderWith({ "words/en.json": "{}" }))), /has no mode\.json: add one/)
  assert.match(
    await refusal(() => read(folderWith({ "mode.json": "{" }))),
    /^The mode file mode\.json is not valid JSON/,
  )
})

/** A YAML text, and the place and the words of its fault. */
const FAULTS: readonly (readonly [what: string, text: string, says: RegExp])[] = [
  ["an alias", "a: &x 1\nb: *x\n", /^f\.yaml:2:4: an alias has no place here/],
  ["a tag", "a: !!binary aGk=\n", /^f\.yaml:1:.*tag/],
  ["a key that stands twice", "a: 1\na: 2\n", /^f\.yaml:2:1: .*unique/],
  ["a directive", "%YAML 1.1\n---\na: 1\n", /^f\.yaml:1:1: a directive/],
  [
    "a template without quotes",
    "a: {{ quote }}\n",
    /^f\.yaml:1:4: a template begins with a sign of YAML: put it in quotes/,
  ],
  ["a comment that was meant as a value", "a: #fff\n", /^f\.yaml:1:.*a value is missing: write it, or null/],
  ["a number with a zero in front", "a: 07\n", /^f\.yaml:1:4: 07 would be the number 7: put it in quotes/],
  ["a number with a zero behind", "a: 1.10\n", /^f\.yaml:1:4: 1\.10 would be the number 1\.1: put it in quotes/],
  ["a tab", "a:\n\tb: 1\n", /^f\.yaml:2:/],
]
for (const [what, text, says] of FAULTS)
  test(`finds in YAML ${what}`, async () => assert.match(await refusal(() => yamlValue(text, "f.yaml")), says))

test("read YAML 1.2 as JSON reads what it says", () => {
  const text = `
quoted: "{{ quote }}"
yes: yes
country: NO
time: 12:30
number: 1.5
negative: -3
nothing: null
folded: >-
  two
  lines
list: [1, two, { a: b }]
`
  assert.equal(yamlValue(text, "f.yaml"), {
    quoted: "{{ quote }}",
    yes: "yes",
    country: "NO",
    time: "12:30",
    number: 1.5,
    negative: -3,
    nothing: null,
    folded: "two lines",
    list: [1, "two", { a: "b" }],
  })
})

test.run()
