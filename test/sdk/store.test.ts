import { entriesOf } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Collection, Entry } from "platen/sdk"

const test = suite("sdk/store")

const KEYS = ["a/1", "a/2", "a/3", "a/4", "b/1"]

async function read(
  options: { readonly prefix?: string; readonly page?: number },
  asked: unknown[] = [],
): Promise<string[]> {
  const list: Collection<string>["list"] = async ({ prefix = "", after = "", limit = 100 } = {}) => {
    asked.push(after)
    return KEYS.filter((key) => key.startsWith(prefix) && key > after)
      .slice(0, limit)
      .map((key): Entry<string> => ({ key, value: key }))
  }
  const found: string[] = []
  for await (const { key } of entriesOf({ list } as Collection<string>, options)) found.push(key)
  return found
}

test("it gives every entry once, in order, whatever is read at once", async () => {
  for (const page of [1, 2, 3, 4, 5, 6, undefined])
    assert.equal(await read(page === undefined ? {} : { page }), KEYS, `${page} at once`)
})

test("it keeps to a prefix", async () => {
  assert.equal(await read({ prefix: "a/", page: 2 }), KEYS.slice(0, 4))
  assert.equal(await read({ prefix: "c/" }), [])
})

test("it asks for what comes after what it has had, and no more than it must", async () => {
  const asked: unknown[] = []
  await read({ page: 2 }, asked)
  assert.equal(asked, ["", "a/2", "a/4"])
})

test.run()
