import { SERVED_ROUTES } from "platen/sdk/http"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../kernel/outbound/fetch.js"
import { bmpPixels } from "../devices/pixels.js"
import type { Answer } from "../kernel/http/ask.js"
import { counted } from "../kernel/outbound/sockets.js"
import { bearer, calls, codeOf, cookie, from } from "../plugins/people/accounts/calls.js"
import { definition, studioCalls } from "./extended-studio-stage.js"
import { openPairing } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"
import { membersOf } from "./seen.js"

/** The weaknesses of existing servers that wire-contract 11.1 to 11.10 lists, each tried. What is wrong there without being unsafe: extended-hostile-oddities. */
const test = suite("editions/extended: hostile: known weaknesses")

let here: PairingStage
test.before(async () => {
  here = await openPairing()
})
test.after(() => here.close())

const statusOf = ({ status }: Answer): number => status

test("hands no token of an owned device to whoever knows its MAC (11.1)", async () => {
  const [owned, otto] = [await here.owned(), await here.person()]
  for (const headers of [
    {},
    { "x-device-token": "x".repeat(43) },
    otto.headers,
    cookie(otto.token),
    { "x-device-token": (await here.device()).token },
  ]) {
    for (const path of [
      `/api/device/${owned.mac}/token`,
      `/api/v1/device/${owned.mac.toLowerCase()}/token`,
      `/api/device/${owned.mac.replaceAll(":", "-")}/token`,
    ]) {
      const answer = await here.post(path, { token: owned.token, mac: owned.mac }, headers)
      const { token } = answer.json() as { token: string }
      assert.is.not(token, owned.token)
      const reached = await Promise.all(
        ["history", "favorites", "qr", "share"].map(async (what) =>
          statusOf(await owned.get(what, { "x-device-token": token })),
        ),
      )
      assert.equal(reached, [403, 403, 403, 403])
    }
  }
  assert.is((await owned.render()).status, 200, "the device itself goes on")
})

test("takes an old token of a device for nothing, however it is replayed (11.1)", async () => {
  const owned = await here.owned()
  await here.post(`/api/device/${owned.mac}/token/rotate`, {}, owned.owner.headers)
  for (const { route, path } of here.stage.app
    .get(SERVED_ROUTES)
    .list()
    .filter(({ area, alias, path: each }) => area.id === "extended" && !alias && each.includes(":mac"))) {
    if (path === "/api/device/:mac/token") continue
    const body = JSON.stringify({ mode: "active" })
    const answer = await here.at(path.replaceAll(/:(?!mac\b)\w+/g, "1").replace(":mac", owned.mac), {
      method: route.method,
      headers: {
        ...owned.headers,
        ...(route.method !== "GET" && { "content-type": "application/json", "content-length": String(body.length) }),
      },
      ...(route.method !== "GET" && { body }),
    })
    assert.is(answer.status, 401, `${route.method} ${path}`)
  }
  const replayed = ((await here.post(`/api/device/${owned.mac}/token`, {}, owned.headers)).json() as { token: string })
    .token
  assert.is.not(replayed, owned.token)
})

test("makes nobody an owner without proof (11.2)", async () => {
  const [device, otto] = [await here.device(), await here.person()]
  await device.render()
  const answers = [
    await here.bind(otto, { mac: device.mac }),
    await here.bind(otto, { mac: device.mac, token: "x".repeat(43) }),
    await here.bind(otto, { mac: device.mac, token: "" }),
  ]
  assert.equal(
    answers.map((each) => (each.json() as { status: string }).status),
    ["pending_approval", "pending_approval", "pending_approval"],
  )
  assert.equal([await membersOf(here, device), (await device.get("state", otto.headers)).status], [[], 403])
})

test("lets nobody guess the code of a screen: five tries of an account and of an address, a hundred of all (11.2)", async () => {
  const device = await here.device()
  await device.post("claim-token", { pair_code: "482913" })
  const [anna, otto] = [await here.person(), await here.person()]
  const outcomes = async (who: typeof anna, address: (i: number) => string): Promise<readonly number[]> => {
    const all: number[] = []
    for (let i = 0; i < 8; i++)
      all.push((await here.consume(who, { mac: device.mac, pair_code: String(100_000 + i) }, address(i))).status)
    return all
  }
  assert.equal(await outcomes(anna, (i) => `203.0.113.${i}`), [404, 404, 404, 404, 404, 429, 429, 429])
  assert.equal(await outcomes(otto, () => "203.0.113.99"), [404, 404, 404, 404, 404, 429, 429, 429])
  // Who knows it from the screen, elsewhere, is not locked out by that.
  const owner = await here.person()
  assert.is((await here.consume(owner, { mac: device.mac, pair_code: "482913" }, "198.51.100.50")).status, 200)
})

test("asks no address inside the network for whoever names one, and does not say whether something is there (11.3)", async () => {
  const inside = await counted()
  const at = await openPairing({
    fetch: guardedFetch({ lanHosts: [], clock: fakeClock(), ticks: () => 0, onCall: () => {} }),
  })
  try {
    const owned = await at.owned()
    const answers = new Set<string>()
    for (const host of [
      `127.0.0.1:${inside.port}`,
      "127.0.0.1",
      "127.0.0.1:8080",
      "localhost",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "0x7f.1",
      "2130706433",
      "0.0.0.0",
      "169.254.169.254",
      "10.0.0.1",
      "192.168.1.1",
      "[fd00::1]",
      "[fe80::1]",
    ]) {
      const url = `http://${host}/x.bin`
      const answer = await at.at(`/api/firmware/validate-url?url=${encodeURIComponent(url)}`)
      assert.ok([400, 503].includes(answer.status), `${host}: ${answer.status}`)
      if (answer.status === 503) answers.add(answer.text().replaceAll(url, "URL"))
      const override = encodeURIComponent(JSON.stringify({ image_url: url, url, base_url: url, src: url }))
      for (const path of [
        `/api/preview?persona=DAILY&mode_override=${override}&w=100&h=100`,
        `/api/preview?mac=${owned.mac}&mode_override=${override}&w=100&h=100`,
      ])
        assert.ok((await at.at(path, { headers: owned.owner.headers })).status < 500)
      await studioCalls(at).preview(
        { ...definition("SEEN"), view: { type: "image", source: url } },
        owned.owner.headers,
      )
      await at.at(`/api/device/${owned.mac}/qr?base_url=${encodeURIComponent(url)}`, { headers: owned.owner.headers })
    }
    assert.equal([inside.connections, answers.size], [0, 1], [...answers].join("\n"))
  } finally {
    await at.close()
    inside.close()
  }
})

test("takes no mode without a device from a user, nor one for a device of others (11.4, 11.5)", async () => {
  const [owned, other] = [await here.owned(), await here.owned()]
  const { save, remove } = studioCalls(here)
  assert.equal(
    await Promise.all(
      [
        save(definition("GLOBAL"), owned.owner.headers),
        save({ ...definition("GLOBAL"), mac: other.mac }, owned.owner.headers),
        save({ ...definition("GLOBAL"), mac: "" }, owned.owner.headers),
        remove("STOIC", owned.owner.headers),
        remove("STOIC", owned.owner.headers, other.mac),
        save(definition("GLOBAL"), {}),
        save({ ...definition("GLOBAL"), mac: owned.mac }, owned.headers),
      ].map(async (each) => statusOf(await each)),
    ),
    [403, 403, 403, 403, 403, 401, 401],
  )
})

test("tells no token in the state, the config, the list of devices or of members, to anybody (11.6)", async () => {
  const owned = await here.owned()
  const said = (
    await Promise.all([
      owned.post("alert-token", {}, owned.owner.headers),
      owned.post("widget-token", {}, owned.owner.headers),
    ])
  ).map((each) => (each.json() as { token: string }).token)
  await here.post(
    "/api/config",
    { mac: owned.mac, modes: ["DAILY"], llmApiKey: "sk-of-somebody", imageApiKey: "sk-of-an-image" },
    owned.owner.headers,
  )
  for (const headers of [owned.owner.headers, owned.headers, here.admin]) {
    for (const path of [
      `/api/device/${owned.mac}/state`,
      `/api/config/${owned.mac}`,
      `/api/config/${owned.mac}/history`,
      "/api/user/devices",
      `/api/user/devices/${owned.mac}/members`,
      `/api/device/${owned.mac}/tokens`,
      `/api/stats/${owned.mac}`,
      "/api/devices/recent",
    ]) {
      const text = (await here.at(path, { headers })).text()
      for (const secret of [owned.token, ...said, "sk-of-somebody", "sk-of-an-image"])
        assert.not.ok(text.includes(secret), path)
    }
  }
})

test("takes no password of seven characters, slows down guesses, and revokes what is signed out of or changed (11.7)", async () => {
  const { register, signIn, me, post } = calls(here.port)
  assert.is((await register("vera", { password: "seven77" }, from("198.51.100.60"))).status, 422)
  const { token } = (await register("vera", {}, from("198.51.100.60"))).json() as { token: string }
  const { token: other } = (await signIn("vera", undefined, from("198.51.100.61"))).json() as { token: string }
  assert.is(
    (
      await post(
        "password",
        { current: "correct horse", password: "another horse" },
        { ...bearer(token), ...from("198.51.100.60") },
      )
    ).status,
    200,
  )
  assert.equal(
    [(await me(bearer(other))).status, (await me(cookie(other))).status, (await me(bearer(token))).status],
    [401, 401, 200],
  )
  for (let i = 0; i < 5; i++) await signIn("vera", `guess number ${i}`, from("198.51.100.70"))
  assert.is((await signIn("vera", "another horse", from("198.51.100.70"))).status, 429)
  await post("logout", {}, bearer(token))
  assert.is((await me(bearer(token))).status, 401)
  // Nothing that looks like a signed text is believed.
  assert.is((await me(bearer("eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."))).status, 401)
})

test("leaves a device its renders, however many others make in its name (11.8)", async () => {
  const at = await openPairing({ server: { limits: {} } })
  const owned = await at.owned()
  for (const mac of [owned.mac, owned.mac.toLowerCase(), owned.mac.replaceAll(":", "")]) {
    for (let i = 0; i < 40; i++)
      await at.at(`/api/render?mac=${mac}&w=100&h=100`, {
        headers: { "x-device-token": "wrong", ...from("198.51.100.1") },
      })
  }
  const { token } = (await at.post(`/api/device/${owned.mac}/token`, {}, from("198.51.100.1"))).json() as {
    token: string
  }
  for (let i = 0; i < 40; i++)
    await at.at(`/api/render?mac=${owned.mac}&w=100&h=100`, {
      headers: { "x-device-token": token, ...from("198.51.100.1") },
    })
  assert.equal(
    await Promise.all(Array.from({ length: 30 }, async () => statusOf(await owned.render()))),
    Array.from({ length: 30 }, () => 200),
  )
  assert.is((await owned.render()).status, 429)
  assert.is((await owned.post("heartbeat", {})).status, 200)
  await at.close()
})

test("takes nobody for an admin who only says so, and keeps of a config what a save leaves out (11.9)", async () => {
  const { register } = calls(here.port)
  const made = await register("wilma", { role: "admin", is_admin: true, admin: true }, from("198.51.100.80"))
  const { token } = made.json() as { token: string }
  for (const headers of [
    bearer(token),
    bearer("undefined"),
    bearer(""),
    { authorization: "Bearer  " },
    { authorization: "Basic YWRtaW46YWRtaW4=" },
    bearer("an operator's token for test"),
    bearer("an operator's token for testsx"),
  ]) {
    assert.ok([401, 403].includes((await here.at("/api/stats/overview", { headers })).status), JSON.stringify(headers))
  }
  const owned = await here.owned()
  await here.post(
    "/api/config",
    { mac: owned.mac, modes: ["STOIC"], memo_text: "keep me", city: "Berlin", refresh_interval: 30 },
    owned.owner.headers,
  )
  await here.post("/api/config", { mac: owned.mac, modes: ["ZEN"] }, owned.owner.headers)
  const {
    memo_text: memo,
    city,
    refresh_interval: minutes,
  } = (await here.at(`/api/config/${owned.mac}`, { headers: owned.owner.headers })).json() as Record<string, unknown>
  assert.equal([memo, city, minutes], ["keep me", "Berlin", 30])
})

test("takes no file from somebody unknown, and shows nobody a file (11.10)", async () => {
  const owned = await here.owned()
  for (const path of ["/api/uploads", "/api/uploads/1", `/api/device/${owned.mac}/apply-preview`]) {
    assert.ok(
      [401, 404, 405].includes(
        (await here.at(path, { method: "POST", headers: { "content-type": "image/png" }, body: Buffer.alloc(100) }))
          .status,
      ),
      path,
    )
  }
})

test("believes no code on a device that is another's, and moves no owner (11.2)", async () => {
  const [owned, otto] = [await here.owned(), await here.person()]
  await owned.post("claim-token", { pair_code: "771177" })
  assert.is(
    ((await here.consume(otto, { pair_code: "771177", mac: owned.mac })).json() as { status: string }).status,
    "pending_approval",
  )
  assert.equal(
    (await membersOf(here, owned)).map(({ user_id: user }) => user),
    [owned.owner.id],
  )
  assert.equal(
    [codeOf(await owned.get("state", otto.headers)), bmpPixels((await owned.render()).body).width],
    ["forbidden", 296],
  )
})

test.run()
