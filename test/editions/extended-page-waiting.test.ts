import { suite } from "uvu"
import * as assert from "uvu/assert"
import { calling } from "../../plugins/inksight/page-pairing/browser/calling.js"
import { ask } from "../kernel/http/ask.js"
import { visit } from "../plugins/inksight/page-pairing/browser.js"
import type { Visit } from "../plugins/inksight/page-pairing/browser.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, Person } from "./extended-stage.js"

const test = suite("editions/extended-page-waiting")

let open: Extended
test.before(async () => {
  open = await openExtended()
})
test.after(() => open.close())

/** The page, with somebody signed in. */
async function visitAs({ token }: Person, search: string): Promise<Visit> {
  const base = `http://127.0.0.1:${open.port}`
  const call = calling(async (url, { method, headers, body }) => {
    const answer = await ask(open.port, url.slice(base.length), {
      method,
      headers: { ...headers, host: base.slice(7), origin: base, cookie: `ink_session=${token}` },
      ...(body !== undefined && { body }),
    })
    return {
      status: answer.status,
      headers: { get: (name) => answer.headers[name] ?? null },
      json: async () => answer.json(),
    }
  }, `${base}/`)
  return visit(search, {}, { call })
}

test("waits until a screen has joined the network and posted its code, and costs no try", async () => {
  const anna = await open.person()
  const mac = "0E:00:00:00:77:01"
  const page = await visitAs(anna, `?prefer_mac=${mac}&code=482913`)
  await page.send("pair-form")
  assert.equal([page.doc.seen(), page.fault()], [["wait"], ""])
  await page.pass(30_000)
  assert.equal(page.doc.seen(), ["wait"], "more often than wrong codes may be tried")
  const screen = await open.device(mac)
  await page.pass(3_000)
  assert.equal(page.doc.seen(), ["wait"], "it has called, but shows no code yet")
  await screen.post("claim-token", { pair_code: "482913" })
  await page.pass(3_000)
  assert.match(page.notice(), `${mac} is now yours`)
})

test("lets an owner let somebody in, and confirm a screen whose key is new", async () => {
  const screen = await open.owned()
  await screen.post("claim-token", { pair_code: "565656" })
  const guest = await visitAs(await open.person("guest"), `?mac=${screen.mac}&code=565656`)
  await guest.send("pair-form")
  assert.match(guest.notice(), "Access requested.")
  const { token } = (await open.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  await screen.post("claim-token", { pair_code: "909090" }, { "x-device-token": token })
  const page = await visitAs(screen.owner, "")
  assert.match(page.doc.part("requests").all(), `guest requests access to ${screen.mac}`)
  await page.pressIn("requests", "Allow")
  assert.equal([page.fault(), page.notice(), page.doc.part("requests-part").hidden], ["", "Done.", true])
  await page.pressIn("screens", "Type its code")
  page.type({ code: "111111" })
  await page.send("code-form")
  assert.match(page.fault(), "shows another code")
  page.type({ code: "909090" })
  await page.send("code-form")
  assert.match(page.notice(), `${screen.mac} is confirmed`)
})

test.run()
