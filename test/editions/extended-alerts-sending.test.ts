import { suite } from "uvu"
import * as assert from "uvu/assert"
import { codeOf } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"
import { listenerOf, memberOf } from "./listener.js"
import { alertsKept } from "./stored.js"

/** Who may send alerts, and what. */
const test = suite("editions/extended: sending alerts")

let extended: Extended
test.before(async () => {
  extended = await openExtended()
})
test.after(() => extended.close())

test("asks whoever sends an alert for the token of that device", async () => {
  const [device, other] = [await listenerOf(extended), await listenerOf(extended)]
  const body = { sender: "Anna", message: "Hello" }
  for (const [headers, status, code] of [
    [{}, 401, "agent-token-missing"],
    [{ "x-agent-token": "" }, 401, "agent-token-missing"],
    [device.headers, 401, "agent-token-missing"],
    [device.owner.headers, 401, "agent-token-missing"],
    [{ "x-agent-token": "wrong" }, 403, "agent-token-invalid"],
    [other.agent, 403, "agent-token-invalid"],
    [{ "x-agent-token": device.token }, 403, "agent-token-invalid"],
    [{ "x-agent-token": `${device.agent["x-agent-token"]} x` }, 403, "agent-token-invalid"],
  ] as const) {
    const answer = await device.alert(body, headers as Headers)
    assert.equal([answer.status, codeOf(answer)], [status, code])
  }
  const unknown = await extended.post("/api/device/FF:FF:FF:FF:FF:FF/alert", body, device.agent)
  const unset = await (await extended.owned()).post("alert", body, device.agent)
  assert.equal([unknown.status, unknown.text(), unset.status, unset.text()], [403, unset.text(), 403, unset.text()])
  assert.is((await extended.post("/api/device/nonsense/alert", body, device.agent)).status, 400)
  assert.equal((await alertsKept(extended, device)).messages, [])
})

for (const [what, body, paths] of [
  ["nothing", undefined, ["body"]],
  ["a list", [], ["body"]],
  ["a text", '"Anna"', ["body"]],
  ["no fields", {}, ["sender", "message"]],
  ["an empty message", { sender: "Anna", message: " \n\u0000" }, ["message"]],
  ["an empty sender", { sender: "", message: "Hello" }, ["sender"]],
  ["numbers", { sender: 5, message: null, level: 7 }, ["sender", "message", "level"]],
  ["a long sender", { sender: "x".repeat(61), message: "Hello" }, ["sender"]],
  ["a long message", { sender: "Anna", message: "x".repeat(501) }, ["message"]],
  ["a long level", { sender: "Anna", message: "Hello", level: "x".repeat(21) }, ["level"]],
] as const) {
  test(`refuses ${what} as an alert with 422, and names the field`, async () => {
    const device = await listenerOf(extended)
    const answer = await extended.at(`/api/device/${device.mac}/alert`, {
      method: "POST",
      headers: device.agent,
      body: typeof body === "string" ? body : (JSON.stringify(body) ?? ""),
    })
    const said = answer.json() as { code: string; message: string; issues: readonly { path: string }[] }
    assert.equal(
      [answer.status, said.code, said.issues.map(({ path }) => path || "body")],
      [422, "invalid", [...paths]],
    )
    assert.equal((await alertsKept(extended, device)).messages, [])
  })
}

test("refuses what is no JSON with 400, and takes the longest that it takes", async () => {
  const device = await listenerOf(extended)
  const broken = await extended.at(`/api/device/${device.mac}/alert`, {
    method: "POST",
    headers: device.agent,
    body: '{"sender":',
  })
  assert.equal([broken.status, codeOf(broken)], [400, "bad-input"])
  for (const letter of ["W", "警", "👋"]) {
    assert.is(
      (await device.alert({ sender: letter.repeat(30), message: letter.repeat(250), level: "x".repeat(20) })).status,
      200,
    )
    assert.is((await device.bmp()).status, 200, letter)
  }
})

test("limits how many alerts an agent sends in a minute", async () => {
  const [device, other] = [await listenerOf(extended), await listenerOf(extended)]
  const statuses = (await Promise.all(Array.from({ length: 31 }, () => device.alert()))).map(({ status }) => status)
  assert.equal(
    [statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length],
    [30, 1],
  )
  assert.is((await other.alert()).status, 200)
})

test("hands the alert token to the owner and to an admin, the same until a new one is asked for", async () => {
  const device = await extended.owned()
  const ask = async (
    query = "",
    headers: Headers = device.owner.headers,
  ): Promise<{ ok: boolean; token: string; regenerated: boolean }> => {
    const answer = await device.post(`alert-token${query}`, {}, headers)
    assert.is(answer.status, 200, answer.text())
    return answer.json() as never
  }
  const all = await Promise.all([ask(), ask(), ask("", extended.admin), ask()])
  const { token } = all[0]!
  for (const each of all) assert.equal(each, { ok: true, token, regenerated: false })
  assert.match(token, /^[\w-]{43}$/)
  const anew = await ask("?regenerate=true")
  assert.equal([anew.regenerated, anew.token === token, (await ask("?regenerate=0")).token], [true, false, anew.token])
  const body = { sender: "Anna", message: "Hello" }
  assert.equal(
    [
      (await device.post("alert", body, { "x-agent-token": token })).status,
      (await device.post("alert", body, { "x-agent-token": anew.token })).status,
    ],
    [403, 200],
  )
  const first = await (await extended.owned()).post("alert-token?regenerate=1", {}, extended.admin)
  assert.is((first.json() as { regenerated: boolean }).regenerated, false, "there was none to replace")
})

test("hands the alert token to nobody else", async () => {
  const device = await listenerOf(extended)
  const guest = await memberOf(extended, device)
  const stranger = await extended.person()
  for (const [headers, status] of [
    [{}, 401],
    [device.headers, 401],
    [guest.headers, 403],
    [stranger.headers, 403],
    [device.agent, 401],
  ] as const) {
    const answer = await device.post("alert-token", {}, headers)
    assert.is(answer.status, status)
    assert.not.match(answer.text(), device.agent["x-agent-token"]!)
  }
  const wrong = await device.post("alert-token?regenerate=perhaps", {}, device.owner.headers)
  assert.equal([wrong.status, codeOf(wrong)], [422, "invalid"])
  assert.is((await extended.post("/api/device/FF:FF:FF:FF:FF:FF/alert-token", {}, extended.admin)).status, 404)
})

test("logs no token and shows none in the state", async () => {
  const device = await listenerOf(extended)
  await device.alert()
  const text = (await device.get("state")).text() + JSON.stringify(extended.stage.log.lines)
  assert.not.match(text, device.agent["x-agent-token"]!)
})

test("forgets alerts and their token with the device", async () => {
  const device = await listenerOf(extended)
  await device.alert()
  await extended.at(`/api/user/devices/${device.mac}`, { method: "DELETE", headers: device.owner.headers })
  assert.is((await device.alert()).status, 403)
  assert.equal(await alertsKept(extended, device), { messages: [], takenAt: undefined, token: false })
})

test.run()
