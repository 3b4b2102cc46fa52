import { createHmac } from "node:crypto"
import { BadInput, NotFound, TooLarge } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { refused } from "../../../refused.js"
import { gate } from "../pages/content-stage.js"
import { palette } from "./dither/lights.js"
import { fakePicture, fakeReader, galleryOf, dithered } from "./fake-pictures.js"
import { head } from "./fake-reader.js"
import { BWRY } from "../../../../plugins/pages/panels/palettes.js"

const test = suite("pictures")
const MAX_BYTES = 10 << 20

test("gives the same id for the same bytes, and another for others", async () => {
  const { gallery } = galleryOf()
  const [one, again, other] = await Promise.all(
    [fakePicture(4, 3, "a"), fakePicture(4, 3, "a"), fakePicture(4, 3, "b")].map((file) => gallery.keep(file)),
  )
  assert.equal(one, {
    id: `sha256-${createHmac("sha256", "key")
      .update("\0")
      .update(fakePicture(4, 3, "a"))
      .digest("base64url")}`,
    width: 4,
    height: 3,
  })
  assert.equal(again, one)
  assert.is.not(other!.id, one!.id)
})

test("finds a file that breaks off while somebody can still be told, from few pixels", async () => {
  const reader = fakeReader()
  const { gallery } = galleryOf({ readers: [reader] })
  await gallery.keep(fakePicture(40, 30, "whole"))
  assert.equal(reader.decoded, [["PIC 40x30 whole", 10_000]])
  await gallery.keep(fakePicture(40, 30, "broken")).then(
    () => assert.unreachable("it was kept"),
    ({ message }: Error) => assert.is(message, "it is broken"),
  )
  const id = `sha256-${createHmac("sha256", "key")
    .update("\0")
    .update(fakePicture(40, 30, "broken"))
    .digest("base64url")}`
  assert.instance(await refused(() => dithered(gallery, id)), NotFound)
})

test("refuses a file of too many bytes without looking at it", async () => {
  const reader = fakeReader()
  const { gallery } = galleryOf({ readers: [reader] })
  const error = await refused(
    () => gallery.keep(fakePicture(4, 3, "", MAX_BYTES + 1)),
    String(MAX_BYTES + 1),
    String(MAX_BYTES),
  )
  assert.instance(error, TooLarge)
  assert.equal([reader.probed.length, reader.decoded.length], [0, 0])
  await gallery.keep(fakePicture(4, 3, "", MAX_BYTES))
})

test("keeps of a file beyond a megabyte no more pixels than pages show, and what cannot be made smaller as it came", async () => {
  const asked: (readonly [string, number])[] = []
  const reader = {
    ...fakeReader(),
    shrink: async (file: Uint8Array, maxSide: number): Promise<Uint8Array> => {
      asked.push([head(file), maxSide])
      if (head(file).includes("noise")) throw new BadInput("it has too many bytes")
      return head(file).includes("same") ? file : fakePicture(maxSide, 1_582, "small")
    },
  }
  const { gallery } = galleryOf({ readers: [reader] })
  const shownOf = async (file: Buffer): Promise<string> => {
    const { id, width, height } = await gallery.keep(file)
    assert.equal([width, height], [8_000, 5_000])
    await dithered(gallery, id, {}, [16, 10])
    return reader.decoded.at(-1)![0]
  }
  const kept = (name: string, bytes: number): Promise<string> => shownOf(fakePicture(8_000, 5_000, name, bytes))
  assert.is(await kept("large", (1 << 20) + 1), "PIC 2530x1582 small")
  assert.is(await kept("noise", 2 << 20), "PIC 8000x5000 noise")
  assert.is(await kept("same", 2 << 20), "PIC 8000x5000 same")
  assert.is(await kept("little", 1 << 20), "PIC 8000x5000 little")
  const held = await gallery.hold(fakePicture(8_000, 5_000, "large", 2 << 20), { id: "somebody" })
  await dithered(gallery, held, {}, [16, 10])
  assert.is(reader.decoded.at(-1)![0], "PIC 2530x1582 small")
  assert.equal(
    asked.map(([name, side]) => [name.split(" ")[2], side]),
    [
      ["large", 2_530],
      ["noise", 2_530],
      ["same", 2_530],
      ["large", 2_530],
    ],
  )
})

const LARGE: readonly (readonly [number, number])[] = [
  [8_000, 5_001],
  [40_000_001, 1],
  [50_000, 50_000],
  [20_001, 1],
  [1, 20_001],
  [20_001, 1_000],
]
for (const [width, height] of LARGE) {
  test(`refuses a picture of ${width} x ${height} by its head, before any pixel is decoded`, async () => {
    const reader = fakeReader()
    const { gallery } = galleryOf({ readers: [reader] })
    const error = await refused(() => gallery.keep(fakePicture(width, height)), `${width} x ${height}`, /send at most /)
    assert.equal([error.status, error.code, reader.decoded.length], [413, "too-large", 0])
  })
}

test("takes the largest pictures that are allowed", async () => {
  const { gallery } = galleryOf()
  for (const [width, height] of [
    [8_000, 5_000],
    [20_000, 2_000],
    [1, 20_000],
  ] as const)
    assert.is((await gallery.keep(fakePicture(width, height))).width, width)
})

test("refuses what nobody reads", async () => {
  const { gallery } = galleryOf()
  for (const file of ["", "Hello", "<svg/>", "PI"]) {
    const error = await refused(() => gallery.keep(Buffer.from(file)), "JPEG, PNG, WebP or GIF")
    assert.equal([error instanceof BadInput, error.code], [true, "picture-unreadable"], file)
  }
  await refused(() => galleryOf({ readers: [] }).gallery.keep(fakePicture(4, 3)), "JPEG, PNG, WebP or GIF")
})

test("has a picture read by the first who knows it", async () => {
  const [blind, first, second] = [{ ...fakeReader(), probe: async () => undefined }, fakeReader(), fakeReader()]
  const { gallery } = galleryOf({ readers: [blind, first, second] })
  await dithered(gallery, (await gallery.keep(fakePicture(4, 3))).id)
  assert.equal([first.decoded.length, second.probed.length, second.decoded.length], [2, 0, 0])
})

test("shows a picture in a box", async () => {
  const reader = fakeReader()
  const { gallery } = galleryOf({ readers: [reader] })
  const { id } = await gallery.keep(fakePicture(4, 3, "x"))
  const shown = await dithered(gallery, id, { fit: "contain" }, [16, 6])
  assert.equal([shown.left, shown.top, shown.width, shown.height, shown.planes.length], [4, 0, 8, 6, 1])
  assert.equal(reader.decoded.at(-1), ["PIC 4x3 x", 12])
})

test("decodes no more pixels than a box shows, twice as many across as there are in it", async () => {
  const reader = fakeReader()
  const { gallery } = galleryOf({ readers: [reader] })
  const asked = async (width: number, height: number, box: readonly [number, number]): Promise<number> => {
    await dithered(gallery, (await gallery.keep(fakePicture(width, height))).id, {}, box)
    return reader.decoded.at(-1)![1]
  }
  assert.is(await asked(800, 600, [8, 6]), 16 * 12)
  assert.is(await asked(800, 100, [8, 6]), 800 * 100 * (12 / 100) ** 2, "as a box that it fills needs it")
  assert.is(await asked(12, 9, [8, 6]), 12 * 9, "never more than there are")
  assert.is(await asked(8_000, 5_000, [1_600, 1_200]), 4_000_000, "and four million at most")
})

test("works a picture out once for each box, look and palette", async () => {
  const reader = fakeReader()
  const { gallery } = galleryOf({ readers: [reader] })
  const { id } = await gallery.keep(fakePicture(4, 3))
  const before = reader.decoded.length
  const first = await dithered(gallery, id)
  assert.is(await dithered(gallery, id), first)
  assert.is(
    await dithered(gallery, id, {
      fit: "cover",
      focus: [0.5, 0.5],
      dither: "floyd-steinberg",
      levels: "auto",
      label: "A word",
      grow: 2,
    }),
    first,
    "what goes without saying is the same said",
  )
  assert.is(reader.decoded.length, before + 1)
  const others = [
    dithered(gallery, id, { fit: "contain" }),
    dithered(gallery, id, { focus: [0, 0.5] }),
    dithered(gallery, id, { dither: "bayer" }),
    dithered(gallery, id, { levels: "none" }),
    dithered(gallery, id, {}, [9, 6]),
    dithered(gallery, id, {}, [8, 7]),
    dithered(gallery, id, {}, [8, 6], BWRY),
  ]
  assert.is(new Set([first, ...(await Promise.all(others))]).size, 8)
  assert.is(reader.decoded.length, before + 8)
})

test("works it out once for all who ask at the same time", async () => {
  const held = gate<undefined>()
  const reader = fakeReader(() => (reader.decoded.length > 1 ? held.waiting : Promise.resolve()))
  const { gallery } = galleryOf({ readers: [reader] })
  const { id } = await gallery.keep(fakePicture(4, 3))
  const asked = Array.from({ length: 5 }, () => dithered(gallery, id))
  held.open(undefined)
  assert.is(new Set(await Promise.all(asked)).size, 1)
  assert.is(reader.decoded.length, 2, "once to look at it, once for all")
})

test("tries again after one that failed", async () => {
  const held = gate<undefined>()
  const waits = [held.waiting, Promise.resolve()]
  const reader = fakeReader(() => (reader.decoded.length > 1 ? waits.shift()! : Promise.resolve()))
  const { gallery } = galleryOf({ readers: [reader] })
  const { id } = await gallery.keep(fakePicture(4, 3))
  const asked = [dithered(gallery, id), dithered(gallery, id)]
  held.fail(new Error("no memory"))
  for (const each of asked)
    await each.then(
      () => assert.unreachable("it was shown"),
      ({ message }: Error) => assert.is(message, "no memory"),
    )
  assert.is((await dithered(gallery, id)).width, 8)
})

test("holds only so many pictures in inks, the least recently shown first to go", async () => {
  const reader = fakeReader()
  const { gallery } = galleryOf({ readers: [reader] })
  const { id } = await gallery.keep(fakePicture(4, 3))
  // Each takes 960,000 bytes of the 4 MiB.
  const page = (n: number): Promise<unknown> =>
    dithered(gallery, id, { focus: [n / 100, 0], dither: "none", levels: "none" }, [1_600, 1_200], palette("grey16"))
  for (let n = 0; n < 4; n++) await page(n)
  const before = reader.decoded.length
  await page(0)
  assert.is(reader.decoded.length, before, "four are held")
  await page(4)
  await page(0)
  assert.is(reader.decoded.length, before + 1, "the first was shown again, so it is still there")
  await page(1)
  assert.is(reader.decoded.length, before + 2, "the second had to go")
})

test("holds only so many files that no page has shown", async () => {
  const { gallery } = galleryOf()
  const ids: string[] = []
  for (const name of ["a", "b", "c"]) ids.push((await gallery.keep(fakePicture(4, 3, name, 9 << 20))).id)
  assert.instance(await refused(() => dithered(gallery, ids[0]!)), NotFound)
  for (const id of ids.slice(1)) assert.is((await dithered(gallery, id)).width, 8)
})

const NEVER = [
  `sha256-${"a".repeat(43)}`,
  "",
  "x",
  "constructor",
  "__proto__",
  "a/b",
  "x".repeat(600),
  "\u0000",
  "sha256-",
  "\ud800",
  "my mode/harbour",
]
for (const id of NEVER) {
  test(`says in one sentence that there is no picture ${JSON.stringify(id.slice(0, 20))}`, async () => {
    const error = await refused(() => dithered(galleryOf().gallery, id), "There is no picture", "send it again")
    assert.equal([error.status, error.code], [404, "picture-not-found"])
  })
}

test("shows pictures that plugins ship, by their own ids", async () => {
  const reader = fakeReader()
  const { gallery, stored } = galleryOf({
    readers: [reader],
    bundled: { "mine/harbour": fakePicture(4, 3, "harbour").toString() },
  })
  assert.is((await dithered(gallery, "mine/harbour")).width, 8)
  await gallery.show("mine/harbour")
  assert.equal(await stored(), [], "they are there already")
  await refused(() => dithered(gallery, "mine/other"), "There is no picture")
})

test.run()
