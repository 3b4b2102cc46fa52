import { readdirSync, readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("sdk docs")
const ROOT = new URL("../../", import.meta.url)

interface Export {
  readonly name: string
  readonly kind: string
  readonly signature: string
  readonly doc: string
  readonly file: string
  readonly isExported: boolean
}

/** The script is plain JavaScript, so that it runs without a build. */
const { sdkExports, sdkPages, writePages } = (await import(
  new URL("../../docs/make-sdk.mjs", import.meta.url).href
)) as {
  sdkExports(): readonly { readonly path: string; readonly exports: readonly Export[] }[]
  sdkPages(): Readonly<Record<string, string>>
  writePages(): void
}

const exported = sdkExports().map(({ path, exports }) => ({
  path,
  exports: exports.filter(({ isExported }) => isExported),
}))

test("are what the script makes of the docstrings, a page a sub-path (UPDATE=1 writes them)", () => {
  if (process.env.UPDATE === "1") writePages()
  const pages = sdkPages()
  for (const [file, text] of Object.entries(pages)) assert.fixture(readFileSync(new URL(file, ROOT), "utf8"), text)
  const there = readdirSync(new URL("docs/sdk/", ROOT)).map((name) => `docs/sdk/${name}`)
  assert.equal(["docs/sdk.md", ...there].sort(), Object.keys(pages).sort())
})

test("list every value that a sub-path exports, and no other", async () => {
  for (const { path, exports } of exported) {
    const values = exports.filter(({ kind }) => kind !== "interface" && kind !== "type").map(({ name }) => name)
    const there = Object.keys((await import(path)) as object)
    assert.equal(values.sort(), there.sort(), path)
  }
})

test("list every type that a source exports", () => {
  const listed = new Set(exported.flatMap(({ exports }) => exports.map(({ file, name }) => `${file} ${name}`)))
  for (const file of new Set(exported.flatMap(({ exports }) => exports.map((each) => each.file))))
    for (const [, name] of readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").matchAll(
      /^export (?:interface|type) (\w+)/gm,
    ))
      assert.ok(listed.has(`${file} ${name}`), `${file} ${name}`)
})

test("say of every export what it is", () => {
  for (const { path, exports } of exported)
    for (const { name, doc } of exports) {
      assert.ok(doc !== "", `${path}: ${name} has no docstring`)
      assert.not.match(doc, /^What\b/, `${path}: ${name}`)
      assert.match(doc, /[.:)`?]$/, `${path}: ${name} ends without a full stop`)
    }
})

test("show declarations without bodies", () => {
  for (const { exports } of exported)
    for (const { name, kind, signature } of exports) {
      assert.not.match(signature, /\b(?:return|await|throw) |=> \{$/m, name)
      if (kind === "interface") assert.match(signature, /\}$/, name)
    }
})

test.run()
