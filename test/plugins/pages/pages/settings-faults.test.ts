import { suite } from "uvu"
import * as assert from "uvu/assert"
import { DRAW } from "platen/sdk/mode"
import { errorMessages } from "../../../../plugins/pages/pages/messages.js"
import { fakeFetch, openStage, requestFor } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"

const test = suite("pages: faults of settings")
const SCREEN = { width: 400, height: 300, palette: "bw" } as const

let stage: Stage
let anna: Readonly<Record<string, string>>
test.before(async () => {
  stage = await openStage({
    fetch: fakeFetch({ "https://c.example/gone.ics": 404 }),
    config: { "source-photos": { albums: { family: { folder: "/nowhere", users: ["ben"] } } } },
  })
  anna = await stage.person("anna")
})
test.after(() => stage.close())

/** The picture of a mode with these settings, as a screen gets it, and its error. */
async function shown(mode: string, settings: object, language: string): Promise<readonly [Buffer, string | undefined]> {
  const device = await stage.device()
  await device.pair(anna)
  await device.configure(
    { modes: [mode], mode_overrides: { [mode]: settings }, mode_language: language, language },
    anna,
  )
  const { body, headers, status } = await device.render(`w=${SCREEN.width}&h=${SCREEN.height}`)
  assert.is(status, 200)
  assert.is(headers["x-mode-id"], mode)
  return [body, headers["x-render-error"] as string | undefined]
}

const noticed = (words: { title: string; message: string }, language: string): Buffer => {
  const screen = requestFor(stage.app, "MEMO", SCREEN, language, "bmp")
  return Buffer.from(stage.app.get(DRAW).notice(screen, words).bytes)
}

for (const [mode, settings, code, sentence] of [
  [
    "AGENDA",
    { feeds: [{ url: "https://c.example/gone.ics" }] },
    "upstream-refused",
    "对方的服务器拒绝了请求，请检查设置中的地址。",
  ],
  ["PHOTOS", { album: "famly" }, "connection-not-granted", "没有这个连接或相册，或没有授权给你。请询问管理者。"],
] as const)
  test(`${mode} says on the screen what is wrong, where waiting does not help: ${code}`, async () => {
    const [picture, error] = await shown(mode, settings, "zh")
    assert.is(error, code)
    assert.ok(picture.equals(noticed({ title: "设置有误", message: sentence }, "zh")))
  })

test("says it in the words of the error in English", async () => {
  const [picture, error] = await shown("PHOTOS", { album: "famly" }, "en")
  assert.is(error, "connection-not-granted")
  const message = 'You have no album "famly": ask the operator to grant it to you in platen.yaml.'
  assert.ok(picture.equals(noticed({ title: "The settings are not right", message }, "en")))
})

test("leaves what goes by to the page itself", async () => {
  const [picture, error] = await shown("AGENDA", { feeds: [{ url: "https://gone.example/a.ics" }] }, "en")
  assert.is(error, "upstream")
  const title = "The settings are not right"
  for (const message of ["gone.example does not answer.", ""])
    assert.not.ok(picture.equals(noticed({ title, message }, "en")))
})

test("has the sentence in every language of error pages", () => {
  for (const language of ["de", "es", "fr", "it", "ja", "nl", "zh", "zh-Hant"])
    for (const code of ["calendar-link", "connection-not-granted", "upstream-refused", "host-not-public"])
      assert.ok(errorMessages[language]![`error.${code}` as never], `${language} ${code}`)
})

test.run()
