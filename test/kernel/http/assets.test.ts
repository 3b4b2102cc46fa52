import { mkdirSync, rmSync, symlinkSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { definePlugin } from "platen/sdk"
import { ASSETS } from "platen/sdk/http"
import { openStage } from "platen/testing"
import type { Stage, StageAnswer } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../../folder.js"

const test = suite("http/assets")
const SCRIPT = 'export const greeting = "Grüße, 你好"\n'

let folder: string
let stage: Stage
const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<StageAnswer> =>
  stage.call(path, { method, headers })

test.before(async () => {
  folder = folderWith({
    "app.js": SCRIPT,
    "page.css": "p{}",
    "notes.txt": "secret",
    ".hidden.js": "x",
    "in/deep.js": "x",
  })
  mkdirSync(`${folder}/away`)
  stage = await openStage({
    config: { "edition-core": { mount: "/core" } },
    plugins: [
      definePlugin({
        id: "page",
        setup: () => [
          ASSETS.of({
            path: "/page",
            areas: ["core"],
            folder: pathToFileURL(`${folder}/`),
            only: /^[\w-]+\.(js|css)$/,
            headers: { "x-content-type-options": "nosniff" },
          }),
        ],
      }),
    ],
  })
})
test.after(() => stage.close())

test("are served under the mount of their edition, with their type, and again only when they have changed", async () => {
  const { status, headers, text } = await get("/core/page/app.js")
  assert.equal([status, headers["content-type"], text()], [200, "text/javascript; charset=utf-8", SCRIPT])
  assert.equal([headers["x-content-type-options"], headers["cache-control"]], ["nosniff", "no-cache"])
  assert.is((await get("/core/page/page.css")).headers["content-type"], "text/css; charset=utf-8")
  const again = await get("/core/page/app.js", { "if-none-match": headers.etag! })
  assert.equal([again.status, again.body.length], [304, 0])
  assert.is((await get("/core/page/app.js", { "if-none-match": '"other"' })).status, 200)
  assert.is((await get("/page/app.js")).status, 404, "of another edition")
})

test("answer HEAD without the file, a range with all of it, and no other method", async () => {
  const head = await get("/core/page/app.js", {}, "HEAD")
  assert.equal(
    [head.status, head.body.length, head.headers["content-length"]],
    [200, 0, String(Buffer.byteLength(SCRIPT))],
  )
  for (const range of ["bytes=0-3", "bytes=5-2", "bytes=-1", "bytes=99999-", "x"]) {
    const { status, text } = await get("/core/page/app.js", { range })
    assert.equal([status, text()], [200, SCRIPT], range)
  }
  assert.is((await get("/core/page/app.js", {}, "POST")).status, 404)
})

for (const path of [
  "notes.txt",
  ".hidden.js",
  "in/deep.js",
  "",
  "../app.js",
  "..%2fapp.js",
  "%2e%2e/package.json",
  "app.js/",
  "app.js%00",
  "//etc/passwd",
  "__proto__",
])
  test(`give no file but those that are named: ${path}`, async () => {
    assert.is((await get(`/core/page/${path}`)).status, 404)
  })

test("are not found once they are gone, and the server goes on", async () => {
  const other = folderWith({ "late.js": "1" })
  const gone = await openStage({
    plugins: [
      definePlugin({
        id: "page",
        setup: () => [ASSETS.of({ path: "/p", areas: ["*"], folder: pathToFileURL(`${other}/`), only: /\.js$/ })],
      }),
    ],
  })
  assert.is((await gone.call("/p/late.js")).status, 200)
  rmSync(`${other}/late.js`)
  symlinkSync("/nowhere", `${other}/late.js`)
  assert.is((await gone.call("/p/late.js")).status, 404)
  assert.is((await gone.call("/api/health")).status, 200)
  await gone.close()
})

test.run()
