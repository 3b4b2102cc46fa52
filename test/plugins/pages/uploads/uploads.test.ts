import { Conflict } from "platen/sdk"
import sharp from "sharp"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PEOPLE } from "../../../../plugins/people/accounts/commands.js"
import { MAX_UPLOADS, uploadsIn } from "../../../../plugins/pages/uploads/uploads.js"
import type { Answer } from "../../../kernel/http/ask.js"
import { openExtended } from "../../../editions/extended-stage.js"
import type { Extended, Person } from "../../../editions/extended-stage.js"
import { fakeClock, fakeStore } from "../../../testing/index.js"
import { refused } from "../../../refused.js"
import { until } from "../../../until.js"
import { fakePicture, galleryOf } from "../pictures/fake-pictures.js"

const test = suite("uploads")
const HOUR = 3_600_000

/** A picture of one grey, with what a camera writes beside it. */
const photo = (grey: number, width = 80, height = 60): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .withExif({ IFD0: { Copyright: "At home" } })
    .jpeg()
    .toBuffer()

let server: Extended
let [anna, ben]: Person[] = []
test.before(async () => {
  server = await openExtended({
    server: { limits: { address: 1e6, refused: 1e6, render: 1e6, preview: 1e6, upload: 1e6 } },
  })
  ;[anna, ben] = [await server.person("anna"), await server.person("ben")]
})
test.after(() => server.close())

interface Sent {
  readonly ok: true
  readonly id: string
  readonly url: string
}
const send = (who: Person, body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  server.at("/api/uploads", { method: "POST", headers: { ...who.headers, ...headers }, body })
const sent = async (who: Person, body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<Sent> => {
  const answer = await send(who, body, headers)
  assert.is(answer.status, 200, answer.text())
  return answer.json() as Sent
}
const codeOf = (answer: Answer): string => `${answer.status} ${(answer.json() as { code: string }).code}`
const listed = async (who: Person): Promise<readonly Record<string, unknown>[]> =>
  ((await server.at("/api/uploads", { headers: who.headers })).json() as { uploads: Record<string, unknown>[] }).uploads
const form = (file: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
    file,
    Buffer.from("\r\n--x--\r\n"),
  ])

test("keeps a picture that comes as the body, as a form, or under the header of older apps; once", async () => {
  const file = await photo(10)
  const first = await sent(anna!, file, { "content-type": "image/jpeg" })
  assert.match(first.id, /^[\w-]{43}$/)
  assert.is(first.url, `/api/uploads/${first.id}`)
  assert.equal(await sent(anna!, form(file), { "content-type": "multipart/form-data; boundary=x" }), first)
  const header = { "content-type": "application/octet-stream", "x-upload-content-type": "image/jpeg" }
  assert.equal(await sent(anna!, file, header), first)
  const [row, ...others] = await listed(anna!)
  assert.is(others.length, 0)
  assert.equal(
    [row!.id, row!.width, row!.height, row!.created_at],
    [first.id, 80, 60, new Date(server.clock.now()).toISOString()],
  )
})

test("gives it back to its owner and to admins, and to nobody else", async () => {
  const { url } = await sent(anna!, await photo(20))
  const read = async (headers: Readonly<Record<string, string>>, method = "GET"): Promise<Answer> =>
    server.at(url, { headers, method })
  const own = await read(anna!.headers)
  assert.equal([own.status, own.headers["content-type"], own.headers["cache-control"]], [200, "image/jpeg", "no-store"])
  assert.is((await read({ ...anna!.headers, "if-none-match": own.headers.etag! })).status, 304)
  assert.is((await read(server.admin)).status, 200)
  assert.is(codeOf(await read(ben!.headers)), "404 upload-not-found")
  assert.is(codeOf(await read(ben!.headers, "DELETE")), "404 upload-not-found")
  assert.is((await read({})).status, 401)
  assert.is((await server.at("/api/uploads/none", { headers: anna!.headers })).status, 404)
  assert.is((await server.at("/api/uploads/..%2F..%00", { headers: anna!.headers })).status, 404)
  assert.is((await server.at("/api/uploads", { method: "POST", body: await photo(20) })).status, 401)
  assert.equal((await listed(ben!)).length, 0)
  assert.is((await read(anna!.headers, "DELETE")).status, 200)
  assert.is(codeOf(await read(anna!.headers)), "404 upload-not-found")
})

test("the same file of two people is two pictures", async () => {
  const file = await photo(30)
  assert.is.not((await sent(anna!, file)).id, (await sent(ben!, file)).id)
})

test("makes large pictures smaller, and takes what cameras write out of them", async () => {
  const { id, url } = await sent(anna!, await photo(40, 3000, 1000))
  const { body } = await server.at(url, { headers: anna!.headers })
  const { width, height, exif } = await sharp(body).metadata()
  assert.equal([width, height, exif], [2000, 667, undefined])
  assert.equal((await listed(anna!)).find((each) => each.id === id)!.width, 2000)
  const drawing = await sharp({ create: { width: 9, height: 9, channels: 4, background: "#0008" } })
    .png()
    .toBuffer()
  const kept = await server.at((await sent(anna!, drawing)).url, { headers: anna!.headers })
  assert.is(kept.headers["content-type"], "image/png")
})

test("refuses what is no picture, too large, or a hostile form", async () => {
  assert.is(
    codeOf(await send(anna!, Buffer.from("<svg/>"), { "content-type": "image/svg+xml" })),
    "400 picture-unreadable",
  )
  assert.is(codeOf(await send(anna!, Buffer.alloc(0))), "400 picture-unreadable")
  assert.is(codeOf(await send(anna!, (await photo(1, 400, 400)).subarray(0, 700))), "400 picture-broken")
  assert.is(codeOf(await send(anna!, Buffer.alloc((10 << 20) + 1))), "413 too-large")
  assert.is(codeOf(await send(anna!, Buffer.alloc(11 << 20))), "413 too-large")
  const wide = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: "#fff" } })
    .png()
    .toBuffer()
  assert.is(codeOf(await send(anna!, wide)), "413 too-large")
  const file = await photo(50)
  assert.is(codeOf(await send(anna!, form(file), { "content-type": "multipart/form-data" })), "400 form-invalid")
  const two = Buffer.concat([form(file).subarray(0, -9), Buffer.from("\r\n"), form(file)])
  assert.is(codeOf(await send(anna!, two, { "content-type": "multipart/form-data; boundary=x" })), "400 form-invalid")
})

test("MY_ADAPTIVE shows it on screens of its owner, by its path or a whole address, and on no other", async () => {
  const { url } = await sent(anna!, await photo(60))
  const shown = async (owner: Person, image_url: string): Promise<unknown> => {
    const screen = await server.owned(owner)
    const body = { mac: screen.mac, modes: ["MY_ADAPTIVE"], mode_overrides: { MY_ADAPTIVE: { image_url } } }
    assert.is((await server.post("/api/config", body, owner.headers)).status, 200)
    await screen.render()
    const data = await server.at(`/api/widget/${screen.mac}/data`, { headers: owner.headers })
    return (data.json() as { content: { missing: boolean } }).content.missing
  }
  assert.is(await shown(anna!, url), false)
  assert.is(await shown(anna!, `http://platen.local:3000/api/v1${url.slice(4)}`), false)
  assert.is(await shown(ben!, url), true)
  assert.is(await shown(anna!, `/api/uploads/${"x".repeat(43)}`), true)
})

test("goes with the account", async () => {
  const carol = await server.person("carol")
  const { url } = await sent(carol, await photo(70))
  const { people } = server.stage.app.get(PEOPLE)
  await people.remove((await people.get(carol.id))!)
  server.clock.advance(HOUR)
  server.clock.housekeep()
  await until(async () => (await server.at(url, { headers: server.admin })).status === 404, "the picture stays")
})

const kept = (parts: { quotas?: Parameters<typeof uploadsIn>[0]["quotas"] } = {}): ReturnType<typeof uploadsIn> => {
  const clock = fakeClock()
  const { gallery: pictures } = galleryOf()
  return uploadsIn({ clock, store: fakeStore(clock), pictures, quotas: { set: async () => {} }, ...parts })
}
const add = (uploads: ReturnType<typeof uploadsIn>, name: string): Promise<{ readonly id: string }> =>
  uploads.add("anna", fakePicture(4, 3, name), { caller: "user/anna" })

test(`keeps ${MAX_UPLOADS} of a person, also when many come at once`, async () => {
  const uploads = kept()
  for (let i = 1; i < MAX_UPLOADS; i++) await add(uploads, `${i}`)
  const results = await Promise.allSettled(["a", "b", "c"].map((name) => add(uploads, name)))
  assert.is(results.filter(({ status }) => status === "fulfilled").length, 1)
  await refused(() => add(uploads, "d"), "storage limit", `${MAX_UPLOADS} pictures`)
  await uploads.remove((await uploads.of("anna"))[0]!.id)
  await add(uploads, "d")
  assert.is((await uploads.of("anna")).length, MAX_UPLOADS)
})

test("counts its bytes, and takes them back with the picture", async () => {
  const counted: number[] = []
  const uploads = kept({ quotas: { set: async (_, __, bytes) => void counted.push(bytes) } })
  const { id } = await add(uploads, "a")
  await uploads.remove(id)
  assert.equal(counted, [Math.ceil(fakePicture(4, 3, "a").length / 3) * 4, 0])
  await refused(() => uploads.remove(id), "no picture")
})

test("keeps nothing where there is no room", async () => {
  const uploads = kept({ quotas: { set: () => Promise.reject(new Conflict("There is no room: delete something.")) } })
  await refused(() => add(uploads, "a"), "There is no room")
  assert.equal(await uploads.of("anna"), [])
})

test.run()
