import { fakeClock, fakeStore } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { lastGoodSchema } from "../../../../plugins/pages/pages/last-good.js"
import { contentMaker, numbered, REQUEST, shown } from "./content-stage.js"

/** What callers can make a server keep of contents. */
const test = suite("content: bounds")

const MAC = "0A:BB:CC:DD:EE:FF"

test("has a number of places for the last good contents of a mode, and takes nobody's for another's", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  const kept = store.collection("last-good", lastGoodSchema)
  const { maker } = contentMaker({ clock, store })
  const mode = numbered()
  for (let i = 0; i < 6_000; i++)
    await maker.content(mode, { ...REQUEST, language: `en-${i.toString(36).padStart(4, "0")}` })
  let rows = 0
  for (let after: string | undefined; ;) {
    const page = await kept.list({ limit: 1000, ...(after !== undefined && { after }) })
    rows += page.length
    after = page.at(-1)?.key
    if (page.length < 1000) break
  }
  assert.ok(rows > 2_000 && rows <= 4_096, String(rows))
  // After a restart each language finds its own content, or none: never that of the one which has its place now.
  const failing = numbered({ content: () => Promise.reject(new Error("away")) })
  const again = contentMaker({ clock, store }).maker
  const found = []
  for (let i = 0; i < 300; i++)
    found.push(shown(await again.content(failing, { ...REQUEST, language: `en-${i.toString(36).padStart(4, "0")}` })))
  for (const [i, n] of found.entries()) assert.ok(n === -1 || n === i + 1, `${n} for ${i}`)
  assert.ok(found.some((n) => n > 0))
})

test("makes nobody else's content again when a device is forgotten", async () => {
  const { maker } = contentMaker()
  const [all, own] = [numbered(), numbered({ perDevice: true })]
  const request = { ...REQUEST, realm: "extended", mac: MAC }
  for (const mode of [all, own]) await maker.content(mode, request)
  await maker.forget({ realm: "extended", mac: MAC })
  for (const mode of [all, own]) await maker.content(mode, request)
  assert.equal([all.calls.length, own.calls.length], [1, 2])
})

test.run()
