import { renameSync } from "node:fs"
import path from "node:path"
import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { numberMode } from "../editions/bars.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended } from "../editions/extended-stage.js"
import { folderWith } from "../folder.js"

/** N14: what is small, each by itself. */
const test = suite("hostile/small-breaks")

/** A mode that finds no file descriptor left. */
const short = definePlugin({
  id: "short",
  setup: () => [
    MODES.of({
      ...numberMode("SHORT", async () => 1),
      view: () => {
        throw Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" })
      },
    }),
  ],
})
let server: Extended
test.before(async () => {
  server = await openExtended({ plugins: [short] })
})
test.after(() => server.close())

test("a language that is none is refused at the door, and one of another spelling is canonical (N14.2)", async () => {
  const screen = await server.owned()
  const save = (language: string): ReturnType<Extended["post"]> =>
    server.post("/api/config", { mac: screen.mac, language }, screen.owner.headers)
  for (const language of ["fr-abcdefg-99", "en-aa-aa-aa-aa-aa", "en-u-ca-buddhist"]) {
    assert.is((await save(language)).status, 422, language)
    assert.is((await server.at(`/api/preview?persona=STOIC&lang=${language}`)).status, 400, language)
  }
  assert.is((await save("ZH-hant-tw")).status, 200)
  const { language } = (await server.at(`/api/config/${screen.mac}`, { headers: screen.headers })).json() as {
    language: string
  }
  assert.is(language, "zh-Hant-TW")
})

test("strangers see no large photograph without a device either (N14.7)", async () => {
  const render = (size: string): ReturnType<Extended["at"]> => server.at(`/api/render?persona=MY_ADAPTIVE&${size}`)
  const [large, usual] = [await render("w=1600&h=1200&colors=4"), await render("w=400&h=300&colors=2")]
  assert.equal([large.status, large.headers["x-render-error"]], [401, "sign-in-needed"])
  assert.equal([usual.status, usual.headers["x-render-error"]], [200, undefined])
})

test("a shortage of file descriptors passes: the screen is to come again (N14.9)", async () => {
  const screen = await server.owned()
  assert.is((await screen.render("persona=SHORT")).headers["x-render-error"], "draw-busy")
})

test("a store whose file is gone acknowledges no write (N14.5)", async () => {
  const folder = folderWith()
  const own = await openExtended({ dataFolder: folder })
  const screen = await own.owned()
  const save = (nickname: string): ReturnType<Extended["post"]> =>
    own.post("/api/config", { mac: screen.mac, nickname }, screen.owner.headers)
  assert.is((await save("before")).status, 200)
  const file = path.join(folder, "platen.db")
  renameSync(file, `${file}.away`)
  const gone = await save("gone")
  assert.equal([gone.status, (gone.json() as { code: string }).code], [503, "store-failed"])
  renameSync(`${file}.away`, file)
  assert.is((await save("back")).status, 200)
  await own.close()
})

test.run()
