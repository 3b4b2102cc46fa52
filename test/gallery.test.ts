import { existsSync, readdirSync, readFileSync } from "node:fs"
import { MODES } from "platen/sdk/mode"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"

/** The page docs/gallery.md and its pictures, which a command draws. */
const test = suite("gallery")
const root = new URL("../../", import.meta.url)
const text = (name: string): string => readFileSync(new URL(name, root), "utf8")
const { gallery, parts } = (await import(new URL("docs/make-gallery.mjs", root).href)) as {
  gallery(modes: readonly string[]): string
  parts(modes: readonly string[]): Readonly<Record<string, readonly { readonly file: string }[]>>
}
const stage = await openStage()
const modes = stage.app
  .get(MODES)
  .list()
  .map(({ id }) => id)
  .sort()
await stage.close()

test("shows every mode, as its command writes it", () => {
  assert.is(text("docs/gallery.md"), gallery(modes), "run npm run docs:gallery")
  for (const id of modes) assert.ok(text("docs/gallery.md").includes(`<code>${id}</code>`), id)
})

test("has every picture that it shows, and no other", () => {
  const shown = Object.values(parts(modes))
    .flat()
    .map(({ file }) => `${file}.png`)
  assert.equal(readdirSync(new URL("docs/gallery/", root)).sort(), shown.sort())
  for (const name of shown)
    assert.is(readFileSync(new URL(`docs/gallery/${name}`, root)).toString("latin1", 1, 4), "PNG")
})

test("has four of its pictures on the first screen of the README, in both languages", () => {
  for (const name of ["README.md", "README.zh.md"]) {
    const shown = [
      ...text(name)
        .split("\n## ")[0]!
        .matchAll(/src="(docs\/gallery\/[\w-]+\.png)"/g),
    ].map(([, file]) => file!)
    assert.is(shown.length, 4, name)
    for (const file of shown) assert.ok(existsSync(new URL(file, root)), file)
    assert.ok(text(name).includes("(docs/gallery.md)"), name)
  }
})

test.run()
