import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { BadInput } from "platen/sdk"
import type { PlatenError } from "platen/sdk"
import type { Pictures } from "platen/sdk/drawing"
import type { SourceContext, SourceFetch } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { picturesIn } from "../../../../plugins/sources/photos/folder.js"
import { photosSource } from "../../../../plugins/sources/photos/source.js"
import { folderWith } from "../../../folder.js"
import { checkSource } from "../../../testing/index.js"

const test = suite("source-photos")

interface Shown {
  readonly first: string
  readonly wide: string
  readonly upright: readonly string[]
  readonly count: number
}

/** A file's text says its size: "300x200 name". */
const pictures: Pick<Pictures, "keep"> = {
  keep: (bytes) => {
    const [, width, height, id] = /^(\d+)x(\d+) (.+)$/.exec(Buffer.from(bytes).toString()) ?? []
    if (id === undefined) return Promise.reject(new BadInput("It is no picture."))
    return Promise.resolve({ id, width: Number(width), height: Number(height) })
  },
}
const accounts = {
  get: (id: string) =>
    Promise.resolve({ id, username: id, role: id === "root" ? "admin" : "user", createdAt: 0 } as const),
}

function inAlbum(run: (folder: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "platen-photos-"))
    try {
      await run(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function shown(
  folder: string,
  parameters: object,
  context: Partial<SourceContext> = { user: "ada" },
  users: readonly string[] | undefined = ["ada"],
): Promise<Shown> {
  const connections = { nas: { origin: "http://192.168.1.7", headers: {}, users: ["ada"] } }
  const albums = { family: { folder, ...(users && { users }) } }
  return (await checkSource(photosSource({ pictures, accounts, albums, connections }), parameters, context)) as Shown
}

const day = (number: number): Partial<SourceContext> => ({
  user: "ada",
  day: { year: 2026, month: 11, day: number, weekday: 0 },
})

test(
  "has a wide picture and two upright ones for each day, each once before any comes again",
  inAlbum(async (folder) => {
    for (let i = 0; i < 6; i++)
      writeFileSync(path.join(folder, `${i}.jpg`), `${i % 2 === 0 ? "300x200" : "200x300"} p${i}`)
    const days = [10, 11, 12, 13, 14, 15].map((number) => shown(folder, { album: "family" }, day(number)))
    const found = await Promise.all(days)
    assert.is(new Set(found.map(({ first }) => first)).size, 6)
    for (const { wide, upright, count } of found) {
      assert.ok(["p0", "p2", "p4"].includes(wide))
      assert.equal([upright.length, new Set(upright).size, count], [2, 2, 6])
    }
    assert.equal(await shown(folder, { album: "family" }, day(10)), found[0], "the same day, the same picture")
  }),
)

test(
  "goes by names, and by the hour",
  inAlbum(async (folder) => {
    for (const name of ["b.png", "a.jpeg", "c.webp"]) writeFileSync(path.join(folder, name), `300x200 ${name}`)
    const at = (hour: number): Promise<Shown> =>
      shown(folder, { album: "family", order: "name", every: "hour" }, { user: "ada", now: hour * 3_600_000 })
    const found = [await at(0), await at(1), await at(2), await at(3)].map(({ first }) => first)
    assert.equal(found, ["a.jpeg", "b.png", "c.webp", "a.jpeg"])
  }),
)

test(
  "passes over what is no picture, and follows no link out of the folder",
  inAlbum(async (folder) => {
    writeFileSync(path.join(folder, "notes.txt"), "300x200 text")
    writeFileSync(path.join(folder, ".hidden.jpg"), "300x200 hidden")
    writeFileSync(path.join(folder, "broken.jpg"), "oops")
    mkdirSync(path.join(folder, "more.jpg"))
    symlinkSync("/etc/hostname", path.join(folder, "link.jpg"))
    const none = await shown(folder, { album: "family" }).catch((error: unknown) => error as PlatenError)
    assert.is((none as PlatenError).status, 502)
    writeFileSync(path.join(folder, "good.jpg"), "300x200 good")
    const { first, count, upright } = await shown(folder, { album: "family" })
    assert.equal([first, count, upright], ["good", 2, []])
  }),
)

test(
  "shows an album only to those to whom it was granted",
  inAlbum(async (folder) => {
    writeFileSync(path.join(folder, "a.jpg"), "300x200 a")
    const codeOf = (context: Partial<SourceContext>, album: string, users?: readonly string[]): Promise<string> =>
      shown(folder, { album }, context, users).then(
        ({ first }) => first,
        (error: unknown) => (error as PlatenError).code,
      )
    assert.is(await codeOf({ user: "ada" }, "family", ["ada"]), "a")
    assert.is(await codeOf({ user: "bob" }, "family", ["ada"]), "connection-not-granted")
    assert.is(await codeOf({}, "family", ["ada"]), "connection-not-granted")
    assert.is(await codeOf({ user: "ada" }, "../family", ["ada"]), "connection-not-granted")
  }),
)

test("fetches addresses, and paths of a connection that was granted", async () => {
  const asked: unknown[] = []
  const fetch: SourceFetch = (url, options) => {
    asked.push([String(url), options?.connection?.origin])
    const bytes = Buffer.from(String(url).endsWith("gone.jpg") ? "404" : "200x300 there")
    return Promise.resolve({ status: 200, url: String(url), headers: {}, bytes, text: () => "", json: () => ({}) })
  }
  const urls = ["https://a.example/gone.jpg", "https://a.example/there.jpg"]
  const { first, upright } = await shown("", { urls, order: "name" }, { fetch })
  assert.equal([first, upright], ["there", ["there"]])
  assert.ok(asked.length > 0 && asked.every((each) => (each as unknown[])[1] === undefined))
  asked.length = 0
  const own = { urls: ["/there.jpg", ...urls], connection: "nas", order: "name" }
  assert.is((await shown("", own, { fetch, user: "ada" })).first, "there")
  assert.equal(asked[0], ["http://192.168.1.7/there.jpg", "http://192.168.1.7"])
  const none = await shown("", own, { fetch, user: "bob" }).catch((error: unknown) => error as PlatenError)
  assert.is((none as PlatenError).code, "connection-not-granted")
})

test("says that there are no pictures", async () => {
  const error = await shown("", {}).catch((failed: unknown) => failed as PlatenError)
  assert.is((error as PlatenError).code, "photos-missing")
  const gone = await shown("/nowhere/at/all", { album: "family" }).catch((failed: unknown) => failed as PlatenError)
  assert.match((gone as PlatenError).message, /folder of the album/)
  assert.not.match((gone as PlatenError).message, /nowhere/)
})

test("reads the names of a folder in natural order", async () => {
  const names = [
    "img_2.jpg",
    "img_10.jpg",
    "img_1.jpg",
    "IMG_3.jpg",
    "img_02.jpg",
    "Ärger.png",
    "notes.txt",
    ".hidden.jpg",
  ]
  const folder = folderWith(Object.fromEntries(names.map((name) => [name, ""])))
  assert.equal(await picturesIn(folder), [
    "Ärger.png",
    "img_1.jpg",
    "img_02.jpg",
    "img_2.jpg",
    "IMG_3.jpg",
    "img_10.jpg",
  ])
})

test.run()
