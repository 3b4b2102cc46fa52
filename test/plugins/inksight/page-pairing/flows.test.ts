import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ANNA, fault, OFF, ok, STRANGER, visit } from "./browser.js"
import type { World } from "./browser.js"

const test = suite("plugins/inksight/page-pairing/flows")

const MAC = "0E:00:00:00:00:01"
const NONE: World = { "GET api/user/devices": ok({ devices: [] }) }
const screen = (more: object = {}): object => ({
  mac: MAC,
  nickname: "",
  bound_at: "2026-11-21T09:05:00Z",
  role: "owner",
  status: "active",
  last_seen: null,
  waiting: 0,
  requests: 0,
  ...more,
})
const SCANNED = `?prefer_mac=0e-00-00-00-00-01&code=ab12-cd34`
const CLAIM = `POST api/claim/consume {"pair_code":"AB12CD34","mac":"${MAC}"}`
const claimed = (status: string, more: object = {}): World => ({
  "POST api/claim/consume": ok({ ok: true, status, mac: MAC, ...more }),
})

test("claims with one click when somebody who is signed in scans a code", async () => {
  const page = await visit(SCANNED, {
    "GET api/auth/me": ANNA,
    ...claimed("claimed", { role: "owner" }),
    "GET api/user/devices": ok({ devices: [screen()] }),
  })
  assert.equal(page.doc.seen(), ["pair"])
  assert.equal([page.doc.part("pair-code").textContent, page.doc.part("pair-mac").textContent], ["AB12 CD34", MAC])
  await page.send("pair-form")
  assert.equal(page.calls.slice(1, 3), [CLAIM, "GET api/user/devices"])
  assert.equal([page.doc.seen(), page.search()], [["home"], ""])
  assert.match(page.notice(), `${MAC} is now yours`)
  assert.match(page.doc.part("screens").all(), `${MAC} owner · never seen`)
})

test("keeps code and MAC through signing in", async () => {
  const page = await visit(SCANNED, {
    ...NONE,
    "GET api/auth/me": STRANGER,
    "POST api/auth/login": [
      fault(401, "unauthenticated"),
      ok({ ok: true, user_id: "1", username: "anna", role: "user" }),
    ],
    ...claimed("claimed"),
  })
  assert.equal(page.doc.seen(), ["entry"])
  assert.not.ok(page.doc.part("entry-why").hidden)
  assert.ok(page.doc.part("setup-field").hidden)
  page.type({ username: "anna", password: "wrong words" })
  await page.send("entry-form")
  assert.match(page.fault(), "username or the password is wrong")
  page.type({ password: "right words" })
  await page.send("entry-form")
  assert.is(page.calls.at(-1), 'POST api/auth/login {"username":"anna","password":"right words"}')
  assert.equal(
    [page.doc.seen(), page.fault(), page.search()],
    [["pair"], "", `?mac=${encodeURIComponent(MAC)}&code=AB12CD34`],
  )
  await page.send("pair-form")
  assert.ok(page.calls.includes(CLAIM))
})

test("asks for the setup code while there is no admin, and not after", async () => {
  for (const awaitsAdmin of [true, false]) {
    const page = await visit("", { "GET api/auth/me": STRANGER, ...NONE }, { awaitsAdmin })
    await page.press("entry-toggle")
    assert.is(page.doc.part("setup-field").hidden, !awaitsAdmin)
  }
})

test("keeps code and MAC through registration, and through the first admin's", async () => {
  for (const setup of ["", "&setup=ABCD-EFGH"]) {
    const page = await visit(`${SCANNED}${setup}`, {
      "GET api/auth/me": STRANGER,
      "POST api/auth/register": ok({ ok: true, user_id: "1", username: "anna", role: "admin" }),
      ...NONE,
    })
    if (setup === "") await page.press("entry-toggle")
    assert.not.ok(page.doc.part("setup-field").hidden)
    assert.is(page.doc.part("setup").value, setup === "" ? "" : "ABCD-EFGH")
    page.type({ username: "anna", password: "long enough" })
    await page.send("entry-form")
    assert.is(
      page.calls[1],
      `POST api/auth/register {"username":"anna","password":"long enough"${setup === "" ? "" : ',"setup_code":"ABCD-EFGH"'}}`,
    )
    assert.equal(
      [page.doc.seen(), page.search()],
      [["pair"], `?mac=${encodeURIComponent(MAC)}&code=AB12CD34`],
      "the setup code is used up",
    )
    assert.match(page.notice(), "You are signed in")
  }
})

test("opens the form for the first admin from the setup link, and says so to whoever is signed in", async () => {
  const page = await visit("?setup=ABCD-EFGH", { "GET api/auth/me": STRANGER })
  assert.is(page.doc.part("entry-title").textContent, "Create an account")
  assert.is(page.doc.part("password").attributes.get("autocomplete"), "new-password")
  const known = await visit("?setup=ABCD-EFGH", {
    "GET api/auth/me": ANNA,
    ...NONE,
    "POST api/auth/logout": ok({ ok: true }),
  })
  assert.match(known.notice(), "sign out to use the setup code")
  await known.press("sign-out")
  assert.equal([known.doc.part("entry-title").textContent, known.search()], ["Create an account", "?setup=ABCD-EFGH"])
})

for (const code of ["code-not-shown", "device-not-found"]) {
  test(`waits for a screen that is not there yet (${code}): asks every 3 s`, async () => {
    const page = await visit(SCANNED, {
      "GET api/auth/me": ANNA,
      ...NONE,
      "POST api/claim/consume": [
        fault(404, code),
        fault(404, code),
        OFF,
        fault(503, "store-failed"),
        ok({ status: "claimed", mac: MAC }),
      ],
    })
    await page.send("pair-form")
    assert.equal(
      [page.doc.seen(), page.doc.part("wait-title").textContent === "", page.doc.focused, page.fault()],
      [["wait"], true, "wait-title", ""],
    )
    for (let i = 1; i <= 4; i++) {
      await page.pass(2_999)
      assert.is(page.calls.filter((call) => call === CLAIM).length, i)
      assert.equal(page.doc.seen(), ["wait"])
      await page.pass(1)
    }
    assert.equal([page.doc.seen(), page.calls.filter((call) => call === CLAIM).length], [["home"], 5])
    assert.match(page.notice(), "is now yours")
    await page.pass(60_000)
    assert.is(page.calls.filter((call) => call === CLAIM).length, 5)
  })
}

test("gives up after 3 minutes, says what to do, and tries again when told to", async () => {
  const page = await visit(SCANNED, {
    "GET api/auth/me": ANNA,
    ...NONE,
    "POST api/claim/consume": fault(404, "code-not-shown"),
  })
  await page.send("pair-form")
  await page.pass(179_999)
  assert.equal(page.doc.seen(), ["wait"])
  await page.pass(1)
  assert.equal([page.doc.seen(), page.doc.focused], [["late"], "late-title"])
  const asked = page.calls.filter((call) => call === CLAIM).length
  assert.is(asked, 61)
  await page.pass(600_000)
  assert.is(page.calls.filter((call) => call === CLAIM).length, asked)
  await page.press("late-again")
  assert.equal(page.doc.seen(), ["wait"])
  await page.pass(179_999)
  assert.equal(page.doc.seen(), ["wait"], "another 3 minutes")
})

test("stops waiting when told to, and does not ask behind one's back", async () => {
  const page = await visit(SCANNED, {
    "GET api/auth/me": ANNA,
    ...NONE,
    "POST api/claim/consume": fault(404, "code-not-shown"),
  })
  await page.send("pair-form")
  await page.press("wait-stop")
  assert.equal(page.doc.seen(), ["pair"])
  await page.pass(60_000)
  assert.is(page.calls.filter((call) => call === CLAIM).length, 1)
  await page.press("pair-other")
  assert.equal([page.doc.seen(), page.search()], [["home"], ""])
})

test("stops waiting at too many tries, and says how long", async () => {
  const page = await visit(SCANNED, {
    "GET api/auth/me": ANNA,
    ...NONE,
    "POST api/claim/consume": [fault(404, "code-not-shown"), { ...fault(429, "rate-limited"), retryAfter: 61 }],
  })
  await page.send("pair-form")
  await page.pass(3_000)
  assert.equal([page.doc.seen(), page.fault()], [["pair"], "Too many attempts: wait 2 min, then try again."])
})

test("lets one choose among screens with one code", async () => {
  const macs = [MAC, "0E:00:00:00:00:02"]
  const shared = fault(409, "code-ambiguous", { issues: macs.map((message) => ({ path: "mac", message })) })
  const page = await visit("?code=123456", {
    "GET api/auth/me": ANNA,
    ...NONE,
    "POST api/claim/consume": [shared, ok({ status: "claimed", mac: macs[1] })],
  })
  await page.send("pair-form")
  assert.equal([page.doc.seen(), page.doc.buttons("choices").map(({ textContent }) => textContent)], [["choose"], macs])
  await page.pressIn("choices", macs[1]!)
  assert.ok(page.calls.includes(`POST api/claim/consume {"pair_code":"123456","mac":"${macs[1]}"}`))
  assert.match(page.notice(), `${macs[1]} is now yours`)
})

const OUTCOMES: readonly (readonly [string, object, string])[] = [
  ["claimed", { confirmed: true }, `${MAC} is confirmed.`],
  ["active", {}, `${MAC} is already yours.`],
  ["already_member", { role: "owner" }, `${MAC} is already yours.`],
  ["pending_approval", { request_id: 1, owner_username: null }, `Access requested. The owner of ${MAC} or an admin`],
]
for (const [status, more, sentence] of OUTCOMES) {
  test(`says what came of it: ${status} ${JSON.stringify(more)}`, async () => {
    const page = await visit(SCANNED, { "GET api/auth/me": ANNA, ...NONE, ...claimed(status, more) })
    await page.send("pair-form")
    assert.equal([page.doc.seen(), page.search()], [["home"], ""])
    assert.match(page.notice(), sentence)
    assert.is(page.fault(), "")
  })
}

test("asks for the code when the address has none, and for a name", async () => {
  const page = await visit("", {
    "GET api/auth/me": ANNA,
    ...NONE,
    "POST api/claim/consume": [fault(404, "code-not-found"), ok({ status: "claimed", mac: MAC })],
  })
  assert.equal(
    [page.doc.seen(), page.doc.part("code-of").hidden, page.doc.part("screens-none").hidden],
    [["home"], true, false],
  )
  page.type({ code: "12" })
  await page.send("code-form")
  assert.match(page.fault(), "A code has 4 to 12")
  page.type({ code: " 12 34-56", "code-nickname": " Kitchen " })
  await page.send("code-form")
  assert.is(page.calls[3], 'POST api/claim/consume {"pair_code":"123456","nickname":"Kitchen"}')
  assert.match(page.fault(), "No screen shows this code now")
  assert.equal(
    [page.doc.seen(), page.doc.part("code").value],
    [["home"], " 12 34-56"],
    "what was typed stays, to be corrected",
  )
  await page.send("code-form")
  assert.match(page.notice(), "is now yours")
  assert.is(page.doc.part("code").value, "")
})

test("knows which screen is meant when the address has only its MAC", async () => {
  const page = await visit(`?mac=${MAC}`, { "GET api/auth/me": ANNA, ...NONE, ...claimed("claimed") })
  assert.equal([page.doc.seen(), page.doc.part("code-of").textContent], [["home"], `Type the code that ${MAC} shows.`])
  page.type({ code: "ab12cd34" })
  await page.send("code-form")
  assert.ok(page.calls.includes(CLAIM))
})

test("takes a code for another screen's when the one in the address is theirs already", async () => {
  for (const [waiting, body] of [
    [0, '{"pair_code":"AB12CD34"}'],
    [1, `{"pair_code":"AB12CD34","mac":"${MAC}"}`],
  ] as const) {
    const page = await visit(`?mac=${MAC}`, {
      "GET api/auth/me": ANNA,
      "GET api/user/devices": ok({ devices: [screen({ waiting })] }),
      ...claimed("claimed"),
    })
    assert.equal([page.doc.part("code-of").hidden, page.search()], [waiting === 0, waiting === 0 ? "" : `?mac=${MAC}`])
    page.type({ code: "ab12cd34" })
    await page.send("code-form")
    assert.ok(page.calls.includes(`POST api/claim/consume ${body}`), page.calls.join("\n"))
  }
})

const OTHER_CODES: readonly (readonly [number, string, string])[] = [
  [404, "code-not-found", "shows another code"],
  [409, "code-duplicate", "type its new code"],
  [409, "code-too-short", "type the longer code"],
  [422, "invalid", "That did not work"],
]
for (const [status, code, sentence] of OTHER_CODES) {
  test(`asks for the screen's other code (${code})`, async () => {
    const page = await visit(SCANNED, {
      "GET api/auth/me": ANNA,
      ...NONE,
      "POST api/claim/consume": [fault(404, "code-not-shown"), fault(status, code)],
    })
    await page.send("pair-form")
    await page.pass(3_000)
    assert.equal(
      [page.doc.seen(), page.doc.part("code-of").textContent],
      [["home"], `Type the code that ${MAC} shows.`],
    )
    assert.match(page.fault(), sentence)
  })
}

test("stays with a code that may be right when the server refuses otherwise", async () => {
  for (const [answer, sentence] of [
    [fault(403, "origin-forbidden"), "server.publicUrl"],
    [OFF, "cannot be reached"],
    [fault(503, "store-busy"), "cannot do that now"],
  ] as const) {
    const page = await visit(SCANNED, { "GET api/auth/me": ANNA, ...NONE, "POST api/claim/consume": answer })
    await page.send("pair-form")
    assert.equal(page.doc.seen(), ["pair"])
    assert.match(page.fault(), sentence)
    await page.pass(60_000)
    assert.is(page.calls.filter((call) => call === CLAIM).length, 1)
  }
})

test("says when a code may be typed again, and goes on asking for that of the same screen", async () => {
  const page = await visit(SCANNED, {
    "GET api/auth/me": ANNA,
    ...NONE,
    ...claimed("pending_approval", { request_id: 1, owner_username: null, try_again_at: "2026-11-21T09:20:00.000Z" }),
  })
  await page.send("pair-form")
  assert.equal(
    [page.doc.seen(), page.search(), page.doc.part("code-of").textContent],
    [["home"], `?mac=${encodeURIComponent(MAC)}`, `Type the code that ${MAC} shows.`],
  )
  assert.is(
    page.notice(),
    `Another device with the MAC address ${MAC} called a short while ago: type the code again at [2026-11-21T09:20:00.000Z], or ask an admin.`,
  )
})

test("tells who has lost a screen, but not in place of what came of a claim", async () => {
  const lost = {
    "GET api/user/devices": ok({
      devices: [],
      notices: [
        { mac: MAC, kind: "binding-undone" },
        { mac: "0E:00:00:00:00:02", kind: "binding-undone" },
      ],
    }),
  }
  const page = await visit("", { "GET api/auth/me": ANNA, ...lost })
  assert.match(page.fault(), `No longer yours: ${MAC}, 0E:00:00:00:00:02.`)
  const claiming = await visit(SCANNED, { "GET api/auth/me": ANNA, ...lost, ...claimed("claimed", {}) })
  await claiming.send("pair-form")
  assert.equal([claiming.fault(), claiming.notice().startsWith(`${MAC} is now yours`)], ["", true])
})

test("shows the screens: name, last seen, who asks, what waits to be confirmed", async () => {
  const page = await visit("", {
    "GET api/auth/me": ANNA,
    "GET api/user/devices": ok({
      devices: [
        screen({ nickname: "<b>Kitchen</b>", last_seen: "2026-11-21T09:00:00Z", waiting: 2, requests: 1 }),
        screen({ mac: "0E:00:00:00:00:02", role: "member" }),
      ],
    }),
  })
  const [kitchen, other] = page.doc.part("screens").children
  assert.is(kitchen!.children[0]!.textContent, "<b>Kitchen</b>")
  assert.match(kitchen!.all(), `${MAC} · owner · last seen [2026-11-21T09:00:00Z]`)
  assert.match(kitchen!.all(), "Access requests: 1")
  assert.match(other!.all(), /^0E:00:00:00:00:02 member · never seen$/)
  await page.pressIn("screens", "Type its code")
  assert.equal(
    [page.doc.focused, page.doc.part("code-of").textContent, page.search()],
    ["code", `Type the code that ${MAC} shows.`, `?mac=${encodeURIComponent(MAC)}`],
  )
})

test("lets an owner answer those who ask, where the server tells of them", async () => {
  const requests = [
    { id: 7, mac: MAC, requester_username: "berta" },
    { id: 8, mac: MAC, username: "cleo" },
  ]
  const page = await visit("", {
    "GET api/auth/me": ANNA,
    ...NONE,
    "GET api/user/devices/requests": [ok({ requests }), ok({ requests: [requests[1]] }), ok({ requests: [] })],
    "POST api/user/devices/requests/7/approve": ok({ ok: true }),
    "POST api/user/devices/requests/8/reject": [fault(409, "member-limit-reached"), fault(404, "request-not-found")],
  })
  assert.not.ok(page.doc.part("requests-part").hidden)
  assert.match(page.doc.part("requests").all(), `berta requests access to ${MAC}`)
  assert.equal(
    page.doc.buttons("requests").map(({ attributes }) => attributes.get("aria-label")),
    ["Allow: berta", "Decline: berta", "Allow: cleo", "Decline: cleo"],
  )
  await page.pressIn("requests", "Allow")
  assert.ok(page.calls.includes("POST api/user/devices/requests/7/approve {}"))
  assert.is(page.notice(), "Done.")
  await page.pressIn("requests", "Decline")
  assert.match(page.fault(), "one of them must leave first")
  await page.pressIn("requests", "Decline")
  assert.match(page.fault(), "This request was already answered")
  assert.ok(page.doc.part("requests-part").hidden)
  const without = await visit("", { "GET api/auth/me": ANNA, ...NONE })
  assert.equal([without.fault(), without.doc.part("requests-part").hidden], ["", true])
})

test("signs out, forgets who was there, and what was typed", async () => {
  const page = await visit("", {
    "GET api/auth/me": STRANGER,
    "POST api/auth/login": ANNA,
    "GET api/user/devices": ok({ devices: [screen()] }),
    "POST api/auth/logout": ok({ ok: true }),
  })
  assert.ok(page.doc.part("user").hidden)
  page.type({ username: "anna", password: "secret words" })
  await page.send("entry-form")
  assert.is(page.doc.part("user-name").textContent, "Signed in as anna")
  await page.press("sign-out")
  assert.equal(
    [
      page.doc.seen(),
      page.doc.part("password").value,
      page.doc.part("user").hidden,
      page.doc.part("screens").children.length,
    ],
    [["entry"], "", true, 0],
  )
  assert.match(page.notice(), "signed out")
})

test("goes on where it was when the session has ended meanwhile", async () => {
  const page = await visit(SCANNED, {
    "GET api/auth/me": ANNA,
    ...NONE,
    "POST api/claim/consume": [STRANGER, ok({ status: "claimed", mac: MAC })],
    "POST api/auth/login": ANNA,
  })
  await page.send("pair-form")
  assert.equal([page.doc.seen(), page.fault()], [["entry"], "Your session has ended: sign in again."])
  page.type({ username: "anna", password: "secret words" })
  await page.send("entry-form")
  assert.equal(page.doc.seen(), ["pair"])
})

test("says that the server is away, and looks again", async () => {
  const page = await visit("", { "GET api/auth/me": [OFF, fault(503, "store-failed"), ANNA], ...NONE })
  assert.equal(
    [page.doc.seen(), page.fault()],
    [["away"], "The server cannot be reached: check the connection, then try again."],
  )
  await page.press("away-again")
  assert.match(page.fault(), "The server cannot do that now")
  await page.press("away-again")
  assert.equal([page.doc.seen(), page.fault()], [["home"], ""])
})

test("counts what is pressed while an answer is awaited for nothing", async () => {
  const page = await visit(SCANNED, { "GET api/auth/me": ANNA, ...NONE, ...claimed("claimed") })
  page.doc.part("pair-form").fire("submit")
  assert.is(page.doc.part("main").attributes.get("aria-busy"), "true")
  page.doc.part("pair-form").fire("submit")
  page.doc.part("pair-other").fire("click")
  await page.settle()
  assert.is(page.calls.filter((call) => call === CLAIM).length, 1)
  assert.is(page.doc.part("main").attributes.get("aria-busy"), "false")
  assert.is(page.doc.prevented.count, 2, "the browser sends no form by itself")
})

test("speaks Chinese, and leads to the other language where it is", async () => {
  const page = await visit(
    `${SCANNED}&lang=zh`,
    { "GET api/auth/me": ANNA, ...NONE, ...claimed("claimed") },
    { language: "zh" },
  )
  assert.is(page.doc.part("language").href, `?mac=${encodeURIComponent(MAC)}&code=AB12CD34&lang=en`)
  await page.send("pair-form")
  assert.match(page.notice(), "已归你所有")
  assert.is(page.search(), "?lang=zh")
})

test.run()
