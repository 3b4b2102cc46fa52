import type { OutboundFetch } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PEOPLE } from "../../../../plugins/people/accounts/commands.js"
import type { Answer } from "../../../kernel/http/ask.js"
import { openExtended } from "../../../editions/extended-stage.js"
import type { Extended, Person } from "../../../editions/extended-stage.js"
import { codeOf } from "../../people/accounts/calls.js"

const test = suite("inksight app")

const asked: string[] = []
/** A world that nobody answers for. */
const fetch: OutboundFetch = async (address) => {
  asked.push(String(address))
  throw new TypeError("the world is away")
}

let server: Extended
let anna: Person
test.before(async () => {
  server = await openExtended({ fetch, server: { limits: { address: 1e6, content: 1e6, preferences: 1e6 } } })
  anna = await server.person("anna")
})
test.after(() => server.close())

interface Day {
  readonly hero_item: Record<string, unknown> | null
  readonly items: readonly Record<string, unknown>[]
  readonly date: Record<string, unknown>
  readonly header_meta: Record<string, unknown>
}
const today = async (query: string, headers = {}): Promise<Day> => {
  const answer = await server.at(`/api/content/today?${query}`, { headers })
  assert.is(answer.status, 200, answer.text())
  return answer.json() as Day
}
const preferences = async (who: Person): Promise<unknown> =>
  (await server.at("/api/user/preferences", { headers: who.headers })).json()
const change = (body: object, who = anna): Promise<Answer> =>
  server.post("/api/user/preferences", body, who.headers, "PUT")

test("keeps a person's preferences, and changes what is given", async () => {
  assert.equal(await preferences(anna), { widget_mode: "DAILY", locale: "en", timezone: "UTC" })
  const answer = await change({ widget_mode: "zen", locale: "zh_hant", push_enabled: true, push_time: null })
  assert.equal(answer.json(), { ok: true, preferences: { widget_mode: "ZEN", locale: "zh-Hant", timezone: "UTC" } })
  assert.is((await change({ timezone: "Asia/Shanghai", locale: null })).status, 200)
  assert.equal(await preferences(anna), { widget_mode: "ZEN", locale: "zh-Hant", timezone: "Asia/Shanghai" })
  assert.equal(await preferences(await server.person("ben")), { widget_mode: "DAILY", locale: "en", timezone: "UTC" })
  assert.is((await server.at("/api/user/preferences")).status, 401)
})

test("refuses preferences that mean nothing", async () => {
  for (const body of [{ widget_mode: "NOBODY" }, { locale: "zh-" }, { timezone: "Mars/Base" }, { widget_mode: 1 }])
    assert.is((await change(body)).status, 422, JSON.stringify(body))
})

test("forgets the preferences of who has no account any more", async () => {
  const { people } = server.stage.app.get(PEOPLE)
  const carol = await server.person("carol")
  await change({ widget_mode: "ZEN" }, carol)
  await people.remove((await people.get(carol.id))!)
  assert.is((await server.at("/api/user/preferences", { headers: carol.headers })).status, 401)
})

test("tells the contents of a day, in the language and the zone of who asks", async () => {
  const { items, hero_item: hero, date } = await today("modes=stoic,ZEN,STOIC,NOBODY&locale=en")
  assert.equal(
    items.map((each) => each.mode_id),
    ["STOIC", "ZEN"],
  )
  assert.equal(hero, items[0])
  assert.equal([typeof items[0]!.content, items[0]!.preview_url], ["object", "/api/preview?persona=STOIC"])
  for (const each of items) assert.ok(each.title !== "" && each.summary !== "", JSON.stringify(each))
  assert.is(date.year, 2026)
  const own = await today("modes=STOIC", anna.headers)
  assert.match(String(own.header_meta.date_label), "年", "her own language")
  assert.is((await today("modes=NOBODY")).hero_item, null)
  assert.is((await today("modes=STOIC,ZEN,DAILY&limit=2")).items.length, 2)
  assert.is((await server.at("/api/content/today?limit=11")).status, 422)
})

test("asks no source for strangers, and those that are needed for people", async () => {
  asked.length = 0
  await today("modes=WEATHER,BRIEFING,MY_ADAPTIVE&city=Paris")
  assert.equal(asked, [])
  const { items } = await today("modes=WEATHER&city=Paris", anna.headers)
  assert.ok(asked.length > 0)
  assert.ok(asked.some((address) => /paris/i.test(address)))
  assert.is(items[0]!.preview_url, "/api/preview?persona=WEATHER&city_override=Paris")
})

test("says what to do where it would have to send mail, and counts nobody's password", async () => {
  for (const path of ["reset-password", "reset-password/send-code", "reset-password/confirm"]) {
    const answer = await server.post(`/api/auth/${path}`, { username: "anna", password: "x" })
    assert.equal([answer.status, codeOf(answer)], [409, "mail-unavailable"])
    assert.match(answer.text(), "platen user set-password")
  }
  for (const path of ["bind-email/send-code", "bind-email/confirm"]) {
    assert.is(codeOf(await server.post(`/api/auth/${path}`, {}, anna.headers)), "mail-unavailable")
    assert.is((await server.post(`/api/auth/${path}`)).status, 401)
  }
})

test.run()
