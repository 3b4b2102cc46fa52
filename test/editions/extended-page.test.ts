import { readdirSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { calling } from "../../plugins/inksight/page-pairing/browser/calling.js"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { visit } from "../plugins/inksight/page-pairing/browser.js"
import type { Visit } from "../plugins/inksight/page-pairing/browser.js"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"

const test = suite("editions/extended-page")

let open: Extended
let setup: string
test.before(async () => {
  open = await openExtended()
  const line = open.stage.log.lines.find(({ event }) => event === "setup-code.issued")
  setup = (line!.fields as { link: string }).link.split("?")[1]!
})
test.after(() => open.close())

/** The page in a browser of its own, which keeps its cookies and tells where its pages are from. */
function browser(port = open.port, mount = "/"): (search: string) => Promise<Visit> {
  let cookie = ""
  const origin = `http://127.0.0.1:${port}`
  const call = calling(async (url, { method, headers, body }) => {
    const answer: Answer = await ask(port, url.slice(origin.length), {
      method,
      headers: {
        ...headers,
        host: `127.0.0.1:${port}`,
        ...(cookie !== "" && { cookie }),
        ...(method !== "GET" && { origin }),
        "sec-fetch-site": "same-origin",
      },
      ...(body !== undefined && { body }),
    })
    const set = answer.headers["set-cookie"]
    if (set !== undefined) cookie = set.split(";")[0]!
    return {
      status: answer.status,
      headers: { get: (name) => answer.headers[name] ?? null },
      json: async () => answer.json(),
    }
  }, `${origin}${mount}`)
  return (search) => visit(search, {}, { call })
}

test("is one page in the language that the browser asks for, kept by nobody", async () => {
  const [en, zh, asked] = await Promise.all([
    open.at("/config"),
    open.at("/config", { headers: { "accept-language": "zh-CN,en;q=0.5" } }),
    open.at("/config?lang=zh", { headers: { "accept-language": "en" } }),
  ])
  assert.match(en!.text(), /^<!doctype html>\n<html lang="en">/)
  assert.is(zh!.body.equals(asked!.body), true)
  assert.equal(
    [
      en!.status,
      en!.headers["content-type"],
      en!.headers["content-language"],
      zh!.headers["content-language"],
      en!.headers["cache-control"],
      en!.headers.vary,
    ],
    [200, "text/html; charset=utf-8", "en", "zh", "no-store", "Accept-Language"],
  )
})

test("lets nothing in from elsewhere, runs nothing inline, tells nobody its address", async () => {
  const { headers } = await open.at("/config?code=123456")
  const policy = Object.fromEntries(
    headers["content-security-policy"]!.split("; ").map((each) => [
      each.split(" ")[0],
      each.split(" ").slice(1).join(" "),
    ]),
  )
  assert.equal(
    [
      policy["default-src"],
      policy["script-src"],
      policy["style-src"],
      policy["connect-src"],
      policy["form-action"],
      policy["frame-ancestors"],
      policy["base-uri"],
    ],
    ["'none'", "'self'", "'self'", "'self'", "'none'", "'none'", "'none'"],
  )
  assert.equal(
    [headers["x-content-type-options"], headers["referrer-policy"], headers["x-frame-options"]],
    ["nosniff", "no-referrer", "DENY"],
  )
  for (const language of ["en", "zh"]) {
    const html = (await open.at(`/config?lang=${language}`)).text()
    assert.not.match(html, /<style|\sstyle=|\son\w+=|javascript:|https?:|\/\/(?!#)|<script(?![^>]*\ssrc=")/)
    assert.is(html.match(/<script/g)!.length, 1)
  }
})

test("writes nothing of the query into the page", async () => {
  const plain = (await open.at("/config")).body
  const evil = encodeURIComponent('"><script>alert(1)</script>{{x}}')
  for (const query of [
    `code=${evil}`,
    `mac=${evil}&prefer_mac=${evil}`,
    `setup=${evil}`,
    `lang=${evil}`,
    `${evil}=${evil}`,
    `lang=${"e".repeat(4_000)}`,
    "code=%ff%00%zz",
    "mac=1&mac=2",
  ]) {
    const answer = await open.at(`/config?${query}`)
    assert.is(answer.status, 200, query)
    assert.ok(answer.body.equals(plain), query)
  }
})

test("names what it has: every field its label, every reference its part, no id twice", async () => {
  for (const language of ["en", "zh"]) {
    const html = (await open.at(`/config?lang=${language}`)).text()
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!)
    assert.is(new Set(ids).size, ids.length)
    for (const [, id] of html.matchAll(/\s(?:for|aria-labelledby|aria-describedby)="([^"]+)"/g))
      assert.ok(ids.includes(id!), id)
    for (const [, id] of html.matchAll(/<input id="([^"]+)"/g)) assert.match(html, `<label for="${id}">`)
    for (const [section] of html.matchAll(/<section [^>]*>/g)) assert.match(section, "aria-labelledby")
    for (const [, text] of html.matchAll(/<(?:button|h\d|label)[^>]*>([^<]*)</g)) assert.ok(text!.trim() !== "")
    assert.match(html, /id="notice" role="status"[\s\S]*id="fault" role="alert"/)
  }
})

test("gives every file of its script and its stylesheet, and again only when they have changed", async () => {
  const html = (await open.at("/config")).text()
  const wanted = new Set([...html.matchAll(/(?:src|href)="(config\/[^"]+)"/g)].map(([, file]) => `/${file}`))
  const types: Record<string, string> = {}
  for (const path of wanted) {
    const answer = await open.at(path)
    assert.is(answer.status, 200, path)
    types[path] = answer.headers["content-type"]!
    assert.equal([answer.headers["x-content-type-options"], answer.headers["cache-control"]], ["nosniff", "no-cache"])
    assert.is((await open.at(path, { headers: { "if-none-match": answer.headers.etag! } })).status, 304)
    assert.not.match(answer.text(), /sourceMappingURL|process\.|require\(|platen\/sdk/)
    // A Set goes on over what is added meanwhile.
    for (const [, file] of answer.text().matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
      wanted.add(`/config/${file}`)
  }
  assert.equal(
    [types["/config/main.js"], types["/config/page.css"]],
    ["text/javascript; charset=utf-8", "text/css; charset=utf-8"],
  )
  const sources = readdirSync(new URL("../../../plugins/inksight/page-pairing/browser/", import.meta.url))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `/config/${name.replace(".ts", ".js")}`)
  assert.equal([...wanted].sort(), [...sources, "/config/page.css"].sort())
})

test("gives no other file", async () => {
  for (const name of [
    "main.ts",
    "index.js",
    "..%2Findex.js",
    "%2e%2e%2findex.js",
    "main.js.map",
    "__proto__",
    "constructor",
    "",
    "a".repeat(3_000),
  ]) {
    const answer = await open.at(`/config/${name}`)
    assert.is(answer.status, name === "" ? 200 : 404, name)
  }
})

test("finds its files under a slash at the end, and under a mount", async () => {
  assert.match((await open.at("/config/")).text(), 'src="main.js"')
  const other = await openExtended({ config: { "edition-extended": { mount: "/ink" } } })
  assert.match((await other.at("/ink/config")).text(), 'src="config/main.js"')
  assert.is((await other.at("/ink/config/main.js")).status, 200)
  const page = await browser(other.port, "/ink/")("")
  assert.equal(page.doc.seen(), ["entry"])
  await other.close()
})

test("is neither in the core edition nor anybody's to post to", async () => {
  const core = await openExtended({ config: { "edition-extended": false, "edition-core": {} } })
  assert.is((await core.at("/config")).status, 404)
  await core.close()
  assert.is((await open.post("/config")).status, 405)
})

const PASSWORD = "a password for tests"

test("leads from the setup link to the first screen, with cookies alone", async () => {
  const screen = await open.device()
  await screen.post("claim-token", { pair_code: "482913" })
  const page = await browser()(`?${setup}&prefer_mac=${screen.mac}&code=482913`)
  assert.is(page.doc.part("entry-title").textContent, "Create an account")
  page.type({ username: "Root", password: "short" })
  await page.send("entry-form")
  assert.match(page.fault(), "8 to 128 characters")
  page.type({ username: "a", password: PASSWORD })
  await page.send("entry-form")
  assert.match(page.fault(), "The username needs")
  page.type({ username: "Root" })
  await page.send("entry-form")
  assert.equal([page.doc.seen(), page.fault()], [["pair"], ""])
  page.type({ "pair-nickname": "Kitchen" })
  await page.send("pair-form")
  assert.match(page.notice(), `${screen.mac} is now yours`)
  assert.match(page.doc.part("screens").all(), new RegExp(`^Kitchen ${screen.mac} · owner · last seen \\[2026`))
  const { body } = await screen.render()
  assert.ok(body.length > 0)
  assert.is(((await screen.state()) as { pending_refresh: number }).pending_refresh, 0)
})

test("says in one sentence what the server refuses: setup code, name, password, code", async () => {
  const at = browser()
  const used = await at(`?${setup}`)
  used.type({ username: "mallory", password: PASSWORD })
  await used.send("entry-form")
  assert.match(used.fault(), "The setup code is wrong or was already used")
  const page = await at("")
  await page.press("entry-toggle")
  page.type({ username: "ROOT", password: PASSWORD })
  await page.send("entry-form")
  assert.match(page.fault(), "reserved: ask the operator")
  await page.press("entry-toggle")
  page.type({ username: "root", password: "not the password" })
  await page.send("entry-form")
  assert.match(page.fault(), "The username or the password is wrong")
  page.type({ password: PASSWORD })
  await page.send("entry-form")
  assert.equal(page.doc.seen(), ["home"])
  page.type({ code: "ZZZZ9999" })
  await page.send("code-form")
  assert.match(page.fault(), "No screen shows this code now")
  await page.press("sign-out")
  assert.equal((await at("")).doc.seen(), ["entry"], "the cookie is gone")
})

test("lets one choose between two screens that invented one code", async () => {
  const [one, two] = [await open.device(), await open.device()]
  for (const screen of [one, two]) await screen.post("claim-token", { pair_code: "777777" })
  const page = await browser()("?code=777777")
  await page.press("entry-toggle")
  page.type({ username: "chooser", password: PASSWORD })
  await page.send("entry-form")
  await page.send("pair-form")
  assert.equal(
    page.doc
      .buttons("choices")
      .map(({ textContent }) => textContent)
      .sort(),
    [one.mac, two.mac],
  )
  await page.pressIn("choices", two.mac)
  assert.match(page.notice(), `${two.mac} is now yours`)
})

test("says that the owner must agree when the screen is somebody's", async () => {
  const screen = await open.owned()
  await screen.post("claim-token", { pair_code: "565656" })
  const page = await browser()(`?mac=${screen.mac}&code=565656`)
  await page.press("entry-toggle")
  page.type({ username: "guest", password: PASSWORD })
  await page.send("entry-form")
  await page.send("pair-form")
  assert.match(page.notice(), `The owner of ${screen.mac} or an admin can allow it`)
})

test.run()
