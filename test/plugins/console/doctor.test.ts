import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "../../editions/extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "../../editions/extended-stage.js"
import { definePlugin, Forbidden, z } from "platen/sdk"
import { CHECKUPS } from "platen/sdk/doctor"
import { defineMode, MODES, text } from "platen/sdk/mode"

const test = suite("doctor")

interface Found {
  readonly cause: string
  readonly level: string
  readonly seen: string
  readonly means: string
  readonly todo: string
  readonly at: string
}
interface Answer {
  readonly screens: readonly { readonly mac: string; readonly findings: readonly Found[] }[]
  readonly server: readonly Found[] | null
}

let fails = false
const failing = defineMode({
  id: "FAILING",
  title: { en: "Failing" },
  data: z.object({}),
  cacheFor: 1,
  content: () =>
    fails
      ? Promise.reject(new Forbidden("You have no album: ask the operator.", { code: "connection-not-granted" }))
      : Promise.resolve({ data: {} }),
  fallback: () => ({}),
  view: () => ({ language: "en", body: text("x") }),
})
let words = ""
const speaking = defineMode({
  id: "SPEAKING",
  title: { en: "Speaking" },
  data: z.object({ words: z.string() }),
  cacheFor: 1,
  content: () => Promise.resolve({ data: { words } }),
  fallback: () => ({ words: "" }),
  view: (data: { readonly words: string }) => ({ language: "en", body: text(data.words) }),
})
let open: Extended
let screen: ExtendedDevice & { readonly owner: Person }
test.before(async () => {
  open = await openExtended({
    plugins: [
      definePlugin({
        id: "failing-under-test",
        setup: () => [
          MODES.of(failing as never, speaking as never),
          CHECKUPS.of({
            id: "failing-under-test/breaks",
            ofDevice: () => Promise.reject(new Error("a check that breaks")),
          }),
        ],
      }),
    ],
  })
})
test.after(() => open.close())
test.before.each(async () => {
  fails = false
  screen = await open.owned()
  await open.post("/api/config", { mac: screen.mac, modes: ["FAILING"] }, screen.owner.headers)
})

const render = (rssi = -60): ReturnType<Extended["at"]> =>
  open.at(`/api/render?v=3.9&rssi=${rssi}&mac=${screen.mac}&w=400&h=300`, { headers: screen.headers })
const asked = async (headers = screen.owner.headers): Promise<Answer> => {
  const answer = await open.at("/api/doctor", { headers })
  assert.is(answer.status, 200, answer.text())
  return answer.json() as Answer
}
/** Findings of the screen, each said whole. */
const found = async (): Promise<readonly string[]> => {
  const { screens } = await asked()
  assert.equal(
    screens.map(({ mac }) => mac),
    [screen.mac],
    "of the caller's screens alone",
  )
  for (const { seen, means, todo, at } of screens[0]!.findings) {
    for (const sentence of [seen, means, todo]) assert.match(sentence, /^[A-Z0-9].*[.!]$/s)
    assert.ok(!Number.isNaN(Date.parse(at)))
  }
  return screens[0]!.findings.map(({ cause }) => cause)
}

test("finds nothing on a screen that is well", async () => {
  await render()
  assert.equal(await found(), [])
})

test("finds that a screen is silent", async () => {
  await render()
  open.clock.advance(4 * 3_600_000)
  assert.equal(await found(), ["silent"])
  const [finding] = (await asked()).screens[0]!.findings
  assert.match(finding!.seen, /not called for 4 hours; it should every 60 minutes/)
})

test("finds a weak signal, and an empty battery", async () => {
  await render(-91)
  await open.at(`/api/render?v=2.9&rssi=-91&mac=${screen.mac}&w=400&h=300`, { headers: screen.headers })
  assert.equal([...(await found())].sort(), ["battery-low", "signal-weak"])
})

test("finds that a battery falls too fast", async () => {
  for (let day = 0; day <= 4; day++) {
    await screen.heartbeat(4.1 - day * 0.1, -60)
    await render()
    open.clock.advance(86_400_000)
  }
  await render()
  assert.equal(await found(), ["battery-falls"])
  const [finding] = (await asked()).screens[0]!.findings
  assert.match(finding!.seen, /from 4\.10 V to 3\.70 V in 4 days/)
})

test("finds that a device starts again and again", async () => {
  await render()
  for (let i = 0; i < 8; i++) {
    open.clock.advance(60_000)
    await screen.heartbeat(3.9, -60)
  }
  assert.equal(await found(), ["starts-again"])
})

test("finds a page that fails, with the sentence of what failed", async () => {
  fails = true
  await render()
  assert.equal(await found(), ["page-fails"])
  const [finding] = (await asked()).screens[0]!.findings
  assert.match(finding!.seen, /You have no album: ask the operator\./)
  assert.is(finding!.level, "warning")
  await render()
  assert.is((await asked()).screens[0]!.findings[0]!.level, "fault")
})

test("finds a page in a script without a font, until a page is shown that has fonts for all", async () => {
  await open.post("/api/config", { mac: screen.mac, modes: ["SPEAKING"] }, screen.owner.headers)
  for (const [said, seen] of [
    ["អាហារ at eight, भोजन", /^No font shapes the Khmer of "អាហារ [^"]*", so its letters .* platen-fonts-world\.$/],
    ["\u{2ffff} and 中文", /^No font has "\u{2ffff}" \(U\+2FFFF\) of /u],
  ] as const) {
    words = said
    open.clock.advance(61_000)
    await render()
    assert.equal(await found(), ["script-without-font"])
    const [finding] = (await asked()).screens[0]!.findings
    assert.match(finding!.seen, seen)
    assert.match(finding!.todo, /platen-fonts-world/)
  }
  words = "Dinner, भोजन, 晩飯, 🍲"
  open.clock.advance(61_000)
  await render()
  assert.equal(await found(), [])
})

test("tells the next owner nothing of the words that stood on the screen before", async () => {
  await open.post("/api/config", { mac: screen.mac, modes: ["SPEAKING"] }, screen.owner.headers)
  words = "អាហារ"
  open.clock.advance(61_000)
  await render()
  assert.equal(await found(), ["script-without-font"])
  await open.at(`/api/user/devices/${screen.mac}`, { method: "DELETE", headers: screen.owner.headers })
  const next = await open.person()
  await open.owned(next, screen.mac)
  const text = (await open.at("/api/doctor", { headers: next.headers })).text()
  assert.match(text, screen.mac, "the screen is theirs")
  assert.not.match(text, /script-without-font|អាហារ/)
})

test("finds calls with a wrong token, and a wrong server address", async () => {
  await render()
  const wrong = { headers: { "x-device-token": "not a token of this screen" } }
  await open.at(`/api/render?v=3.9&mac=${screen.mac}&w=400&h=300`, wrong)
  await open.at(`/platen/api/device/${screen.mac}/state`, { headers: screen.headers })
  open.clock.advance(2_000)
  assert.equal([...(await found())].sort(), ["address-wrong", "token-wrong"])
})

test("finds a clock that is behind", async () => {
  await render()
  open.clock.advance(-86_400_000)
  assert.equal(await found(), ["clock-behind"])
  open.clock.advance(86_400_000)
})

test("shows people nothing of other screens and of the server, and an admin all", async () => {
  fails = true
  open.clock.advance(10_000)
  await render()
  const bob = await open.person()
  assert.equal(await asked(bob.headers), { screens: [], server: null })
  assert.is((await open.at("/api/doctor")).status, 401)
  const { screens, server } = await asked(open.admin)
  assert.ok(
    screens.some(({ mac, findings }) => mac === screen.mac && findings.some(({ cause }) => cause === "page-fails")),
    JSON.stringify(screens),
  )
  assert.ok(Array.isArray(server))
})

test.run()
