import type { OutboundFetch } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"

/** Fields that InkSight's pages read, and nothing else of an answer. */
const test = suite("inksight pages")

const fetch: OutboundFetch = async (address) => {
  const text = (): string =>
    JSON.stringify({
      results: [
        {
          name: "Hangzhou",
          latitude: 30.29,
          longitude: 120.16,
          country: "China",
          country_code: "CN",
          admin1: "Zhejiang",
          timezone: "Asia/Shanghai",
        },
      ],
    })
  return {
    status: 200,
    url: String(address),
    headers: {},
    bytes: new Uint8Array(0),
    text,
    json: () => JSON.parse(text()) as unknown,
  }
}

let here: Extended
test.before(async () => {
  here = await openExtended({ fetch })
})
test.after(() => here.close())

test("finds a city for a page that is not signed in", async () => {
  const answer = await here.at("/api/locations/search?q=hang&limit=5&scope=auto&locale=en")
  const { items } = answer.json() as { items: readonly { city: string; latitude: number; timezone: string }[] }
  assert.equal(
    [answer.status, items[0]!.city, items[0]!.latitude, items[0]!.timezone],
    [200, "Hangzhou", 30.29, "Asia/Shanghai"],
  )
})

test("has the pages of a person's own things in the group where the page shows its own tiles", async () => {
  const { items } = (await here.at("/api/modes/catalog")).json() as {
    items: readonly { mode_id: string; category: string }[]
  }
  const group = items.filter(({ category }) => category === "custom").map(({ mode_id: id }) => id)
  assert.equal(group, ["COLLAGE", "HOME", "MY_ADAPTIVE", "MY_QUOTE", "NUMBERS", "PHOTOS"])
})

test("tells no alert token once listening is off", async () => {
  const { mac, owner } = await here.owned()
  await here.post("/api/config", { mac, modes: ["ZEN"] }, owner.headers)
  const toggle = async (enabled: boolean): Promise<{ is_focus_listening: boolean; alert_token: string | null }> =>
    (
      await here.at(`/api/config/${mac}/focus-listening?enabled=${enabled}`, {
        method: "PATCH",
        headers: owner.headers,
      })
    ).json() as { is_focus_listening: boolean; alert_token: string | null }
  const on = await toggle(true)
  assert.equal([on.is_focus_listening, typeof on.alert_token], [true, "string"])
  assert.equal(await toggle(false), { ok: true, is_focus_listening: false, alert_token: null })
  assert.is((await toggle(true)).alert_token, on.alert_token, "senders need no other token")
})

test("says which mode a device without a config has drawn", async () => {
  const device = await here.device()
  const last = async (): Promise<unknown> => (await device.state()).last_persona
  assert.is((await device.render()).status, 200)
  assert.is(await last(), "", "a page of the server's own is no mode")
  const { owner, ...owned } = await here.owned()
  await owned.render()
  assert.is((await owned.state(owner.headers)).last_persona, "DAILY")
  await owned.render("persona=ZEN")
  assert.is((await owned.state()).last_persona, "ZEN")
  assert.is((await owned.post("apply-preview", {}, owner.headers)).status, 400, "no picture")
  await owned.render("persona=ZEN", { method: "HEAD" })
  await here.post("/api/config", { mac: owned.mac, modes: ["MEMO", "STOIC"], refreshStrategy: "cycle" }, owner.headers)
  await owned.render("persona=ZEN")
  await owned.render()
  assert.is((await owned.state()).last_persona, "MEMO", "the strategy's place is its own")
})

test.run()
