import type { Mode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import own from "../../../modes/my-adaptive/mode.js"
import { contentContext } from "../../plugins/pages/modes-json/specs.js"

/** Several pictures that take turns. */
const test = suite("my-adaptive: turns")
const mode: Mode = own

const PICTURES = ["a", "b", "c"].map((name) => `https://example.org/${name}.jpg`)

/** The addresses that are asked at some hours. */
async function asked(given: object, times: readonly (readonly [day: number, hour: number])[]): Promise<string> {
  const shown: string[] = []
  const settings = mode.settings!.parse(given)
  for (const [day, hour] of times) {
    const base = contentContext({ settings })
    const source = (_: unknown, { url }: { url: string }): Promise<unknown> => {
      shown.push(/(\w)\.jpg$/.exec(url)![1]!)
      return Promise.resolve({ id: "x" })
    }
    await mode.content({ ...base, day: { ...base.day, day }, hour, source: source as typeof base.source })
  }
  return shown.join("")
}

test("shows the next picture each hour, and at the same hour each day", async () => {
  const hours = Array.from({ length: 6 }, (_, i) => [21, i + 8] as const)
  assert.match(await asked({ image_urls: PICTURES }, hours), /^(abcabc|bcabca|cabcab)$/)
  const days = Array.from({ length: 6 }, (_, i) => [i + 10, 8] as const)
  assert.match(await asked({ image_urls: PICTURES }, days), /^(abcabc|bcabca|cabcab)$/)
})

test("takes the first address among them once, and shows one alone always", async () => {
  const times = [8, 9, 10, 11].map((hour) => [21, hour] as const)
  assert.is(
    await asked({ image_url: PICTURES[0], image_urls: PICTURES }, times),
    await asked({ image_urls: PICTURES }, times),
  )
  assert.is(await asked({ image_url: PICTURES[1] }, times), "bbbb")
  assert.is(await asked({ image_urls: [] }, times), "", "its own picture")
})

test("refuses a seventh address, and what is none", () => {
  const seven = Array.from({ length: 7 }, (_, i) => `https://example.org/${i}.jpg`)
  assert.is(mode.settings!.safeParse({ image_urls: seven }).success, false)
  assert.is(mode.settings!.safeParse({ image_urls: ["ftp://example.org/a.jpg"] }).success, false)
})

test.run()
