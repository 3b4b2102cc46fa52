import { NotFound } from "platen/sdk"
import type { PictureInfo } from "platen/sdk/drawing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Gallery } from "../../../../plugins/pages/pictures/gallery.js"
import { fakeClock, fakeStore } from "../../../testing/index.js"
import { refused } from "../../../refused.js"
import { fakePicture, fakeReader, galleryOf, dithered } from "./fake-pictures.js"

const test = suite("pictures-kept")

/** As a page does that has fetched it. */
async function keepShown(gallery: Gallery, file: Buffer): Promise<PictureInfo> {
  const info = await gallery.keep(file)
  await gallery.show(info.id)
  return info
}

const DAY = 86_400_000
const MIB = 1 << 20

test("writes nothing until a page has shown the picture", async () => {
  const { gallery, stored, list } = galleryOf()
  const { id } = await gallery.keep(fakePicture(4, 3))
  await dithered(gallery, id)
  assert.equal([await stored(), await list.list()], [[], []])
  await gallery.show(id)
  assert.equal(await stored(), [id])
})

test("has a page's picture once it is shown", async () => {
  const { gallery, stored } = galleryOf()
  const { id } = await keepShown(gallery, fakePicture(4, 3))
  assert.equal(await stored(), [id])
})

test("has what was kept after a restart, byte for byte", async () => {
  const store = fakeStore()
  const { id } = await keepShown(galleryOf({ store }).gallery, fakePicture(4, 3, "kept"))
  const reader = fakeReader()
  const { gallery, kept } = galleryOf({ store, readers: [reader] })
  assert.is((await dithered(gallery, id)).width, 8)
  assert.equal(reader.decoded, [["PIC 4x3 kept", 12]])
  assert.is(Buffer.compare(Buffer.from((await kept.get(id))!.file, "base64"), fakePicture(4, 3, "kept")), 0)
})

test("forgets what nobody showed for two weeks, and says so", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  const { id } = await keepShown(galleryOf({ clock, store }).gallery, fakePicture(4, 3))
  clock.advance(14 * DAY - 1)
  await dithered(galleryOf({ clock, store }).gallery, id)
  clock.advance(1)
  const error = await refused(
    () => dithered(galleryOf({ clock, store }).gallery, id),
    "expired after 14 days",
    "send it again",
  )
  assert.instance(error, NotFound)
})

test("keeps what is shown, for two weeks from the last time", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  const { id } = await keepShown(galleryOf({ clock, store }).gallery, fakePicture(4, 3))
  for (let weeks = 0; weeks < 5; weeks++) {
    clock.advance(10 * DAY)
    // A server that was started anew in between, too.
    await galleryOf({ clock, store }).gallery.show(id)
  }
  await dithered(galleryOf({ clock, store }).gallery, id)
})

test("writes down once a day that a picture was shown", async () => {
  const clock = fakeClock()
  const { gallery, list } = galleryOf({ clock })
  const { id } = await keepShown(gallery, fakePicture(4, 3))
  const shown = async (): Promise<number> => (await list.get("list"))!.all[0]!.shown
  const first = await shown()
  clock.advance(DAY - 1)
  await gallery.show(id)
  assert.is(await shown(), first)
  clock.advance(1)
  await gallery.show(id)
  assert.is(await shown(), first + DAY)
})

test("writes nothing down of a picture that there is not", async () => {
  const { gallery, stored, list } = galleryOf()
  await gallery.show(`sha256-${"a".repeat(43)}`)
  assert.equal([await stored(), await list.list()], [[], []])
})

/** A gallery whose store holds these already: the first shown the longest ago. `bytes`: what they are written down as. */
async function holding(...bytes: readonly number[]) {
  const clock = fakeClock()
  const setting = galleryOf({ clock })
  const ids = bytes.map((_, i) => `sha256-${String(i).repeat(43)}`)
  for (const id of ids) await setting.kept.set(id, { file: Buffer.from("x").toString("base64") })
  await setting.list.set("list", {
    all: ids.map((id, i) => ({ id, bytes: bytes[i]!, shown: clock.now() - (bytes.length - i) * DAY, by: "" })),
  })
  const left = async (): Promise<number[]> =>
    (await setting.stored()).flatMap((id) => (ids.includes(id) ? [ids.indexOf(id)] : []))
  return { ...setting, clock, ids, left }
}

test("forgets the least recently shown first, once all together are more than 128 MiB", async () => {
  const { gallery, list, left, ids } = await holding(40 * MIB, 50 * MIB, 30 * MIB)
  const { id } = await keepShown(gallery, fakePicture(4, 3, "new", 8 * MIB))
  assert.equal(await left(), [1, 2])
  assert.equal(
    (await list.get("list"))!.all.map((each) => each.id),
    [ids[1], ids[2], id],
  )
})

test("forgets as many as it takes, and no more", async () => {
  const { gallery, left } = await holding(1 * MIB, 1 * MIB, 1 * MIB, 60 * MIB, 60 * MIB)
  await keepShown(gallery, fakePicture(4, 3, "new", 5 * MIB))
  assert.equal(await left(), [2, 3, 4], "a file is a third longer as it is kept")
})

test("keeps all of it up to the bound", async () => {
  const { gallery, left } = await holding(60 * MIB, 60 * MIB)
  await keepShown(gallery, fakePicture(4, 3, "new", 5 * MIB))
  assert.equal(await left(), [0, 1])
})

test("never forgets the one that is shown now", async () => {
  const { gallery, stored } = await holding(120 * MIB, 127 * MIB)
  const { id } = await keepShown(gallery, fakePicture(4, 3, "new", 9 * MIB))
  assert.equal(await stored(), [id])
})

test("counts a picture as new when it is shown again", async () => {
  const { gallery, list, ids, clock } = await holding(50 * MIB, 50 * MIB, 20 * MIB)
  await gallery.show(ids[0]!)
  const { all } = (await list.get("list"))!
  assert.equal(
    all.map(({ id }) => ids.indexOf(id)),
    [1, 2, 0],
  )
  assert.is(all.at(-1)!.shown, clock.now())
})

test("strikes off the list what is two weeks old, without counting it", async () => {
  const { gallery, list, left, clock } = await holding(120 * MIB, 20 * MIB)
  clock.advance(13 * DAY - 1)
  const { id } = await keepShown(gallery, fakePicture(4, 3))
  assert.equal((await list.get("list"))!.all.length, 2)
  assert.equal((await list.get("list"))!.all[1]!.id, id)
  assert.ok((await left()).includes(1))
})

test("takes several at the same time without losing one of them", async () => {
  const { gallery, stored, list } = galleryOf()
  const ids = (
    await Promise.all(Array.from({ length: 20 }, (_, i) => keepShown(gallery, fakePicture(4, 3, `n${i}`))))
  ).map(({ id }) => id)
  assert.equal((await stored()).length, 20)
  assert.equal((await list.get("list"))!.all.map(({ id }) => id).sort(), [...ids].sort())
})

test("can be given again when it was forgotten", async () => {
  const clock = fakeClock()
  const { gallery, stored } = galleryOf({ clock })
  const { id } = await keepShown(gallery, fakePicture(4, 3))
  clock.advance(20 * DAY)
  assert.equal(await stored(), [])
  await keepShown(gallery, fakePicture(4, 3))
  assert.equal(await stored(), [id])
})

test("keeps what is held for somebody, whatever others show, until something else is held or it is released", async () => {
  const clock = fakeClock()
  const { gallery, stored } = galleryOf({ clock })
  const held = async (name: string, holder: string): Promise<string> =>
    gallery.hold(fakePicture(4, 3, name, 8 * MIB), { id: holder })
  const mine = await held("mine", "extended/A")
  for (let i = 0; i < 13; i++) await keepShown(gallery, fakePicture(4, 3, `n${i}`, 8 * MIB))
  for (let i = 0; i < 3; i++) await held(`other ${i}`, "extended/B")
  clock.advance(100 * DAY)
  assert.ok((await stored()).includes(mine))
  assert.is((await stored()).filter((id) => id.startsWith("kept-")).length, 2)
  await gallery.show(mine)
  const next = await held("next", "extended/A")
  assert.equal([(await stored()).includes(mine), (await stored()).includes(next)], [false, true])
  await gallery.release("extended/A")
  assert.not.ok((await stored()).includes(next))
  await gallery.release("extended/nobody")
})

test("gives two holders of the same bytes an id each, which nobody makes without the server's key", async () => {
  const [one, other] = [galleryOf(), galleryOf({ key: "another" })]
  const { id } = await one.gallery.keep(fakePicture(4, 3, "x"))
  const [a, b] = [
    await one.gallery.hold(fakePicture(4, 3, "x"), { id: "extended/A" }),
    await one.gallery.hold(fakePicture(4, 3, "x"), { id: "extended/B" }),
  ]
  assert.is(new Set([id, a, b, (await other.gallery.keep(fakePicture(4, 3, "x"))).id]).size, 4)
  assert.is(await one.gallery.hold(fakePicture(4, 3, "x"), { id: "extended/A" }), a)
})

test("has whoever shows most give way first", async () => {
  const { gallery, stored } = galleryOf()
  const first = (await gallery.keep(fakePicture(4, 3, "first", 8 * MIB))).id
  await gallery.show(first, "extended/A")
  for (let i = 0; i < 13; i++)
    await gallery.show((await gallery.keep(fakePicture(4, 3, `n${i}`, 8 * MIB))).id, "extended/B")
  assert.ok((await stored()).includes(first))
})

test.run()
