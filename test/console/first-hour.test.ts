import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Browser, Page } from "playwright-core"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended, ExtendedDevice } from "../editions/extended-stage.js"
import { PEOPLE } from "../../plugins/people/accounts/commands.js"
import { PASSWORD } from "../plugins/people/accounts/setting.js"
import { CHROMIUM, DESKTOP, openBrowser, PHONE, visit, WITHOUT } from "./browser.js"
import type { Visit } from "./browser.js"

/** The first hour of a person, in a real browser. */
const test = suite("console: the first hour")

const CODE = "4F7K2Q9M"
let open: Extended
let browser: Browser
let device: ExtendedDevice
test.before(async () => {
  if (!CHROMIUM) return
  browser = await openBrowser()
  open = await openExtended()
  await open.stage.app.get(PEOPLE).people.add({ shown: "boss", fold: "boss" }, PASSWORD, "admin")
})
test.after(async () => {
  await browser?.close()
  await open?.close()
})

const render = (query = ""): ReturnType<Extended["at"]> =>
  open.at(`/api/render?v=3.1&rssi=-60&mac=${device.mac}&w=400&h=300${query}`, { headers: device.headers })
const url = (path = "/"): string => `http://127.0.0.1:${open.port}${path}`

async function register(page: Page, name: string): Promise<void> {
  await page.goto(url())
  await page.getByRole("button", { name: /no account yet|还没有账号/ }).click()
  await page.fill("[name=username]", name)
  await page.fill("[name=password]", PASSWORD)
  // Enter sends a form.
  await page.keyboard.press("Enter")
  await page.waitForSelector("h1:has-text('Your screens'), h1:has-text('您的屏幕')")
}

async function paired(page: Page, name: string): Promise<void> {
  await page.click("a:has-text('Add a screen'), a:has-text('添加屏幕')")
  await page.fill("[name=code]", CODE)
  await page.fill("[name=nickname]", name)
  await page.keyboard.press("Enter")
  await page.waitForSelector(".tabs")
}

/** A test in a browser; skipped by name where there is none. */
const inBrowser = (name: string, run: () => Promise<void>): void =>
  CHROMIUM ? test(name, run) : test.skip(`${name} (${WITHOUT})`)

let anna: Visit
inBrowser("makes an account, adds a screen by its code, and sees what it shows", async () => {
  anna = await visit(browser, PHONE, open.clock.now())
  const { page, check } = anna
  await page.goto(url())
  await page.waitForSelector("form")
  await check("entry")
  const loaded = (await page.evaluate(
    "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(({ name, encodedBodySize }) => [name, encodedBodySize])",
  )) as readonly (readonly [string, number])[]
  const bytes = loaded.reduce((sum, [, size]) => sum + size, 0)
  assert.ok(bytes > 10_000 && bytes <= 60 << 10, `the first view takes ${bytes} bytes in ${loaded.length} answers`)
  assert.equal(
    loaded.map(([name]) => name).filter((name) => !name.startsWith(url())),
    [],
    "nothing from elsewhere",
  )
  await register(page, "anna")
  await check("home-empty")
  device = await open.device()
  await device.post("claim-token", { pair_code: CODE })
  await page.click("text=Add a screen")
  await page.waitForSelector("[name=code]")
  await check("add")
  await page.fill("[name=code]", "WRONG234")
  await page.keyboard.press("Enter")
  await page.waitForSelector(".fault:has-text('code')")
  await page.goto(url())
  await paired(page, "Kitchen")
  await render()
  await page.reload()
  await page.waitForSelector(".now img")
  await page.waitForSelector(".strip li")
  await check("now")
  assert.match(await page.innerText(".now-words"), /Daily/)
  const said = (await page.getAttribute(".now img", "alt"))!
  assert.match(said, /^Kitchen shows: Daily; .{20}/, "who cannot see the picture is told what it says")
  await page.waitForSelector(".strip img[alt*='; ']")
})

inBrowser("chooses pages, sets them up beside their picture, and puts them in order by keyboard", async () => {
  const { page, check } = anna
  await page.click(".tabs >> text=Pages")
  for (const name of ["Memo", "Agenda"]) {
    await page.click("text=Add a page")
    await page.fill("dialog [type=search]", name)
    await page.waitForSelector(".tile img")
    if (name === "Memo") await check("gallery")
    await page.click(`.tile:has-text('${name}')`)
    await page.waitForSelector(".edit .live img")
    if (name === "Memo") {
      const before = await page.getAttribute(".live img", "src")
      await page.fill("dialog textarea", "Milk and bread")
      await page.waitForSelector(`.live img:not([src="${before}"])`)
    } else {
      await page.click("fieldset.list >> text=Add")
      await page.getByLabel("Link").fill("https://calendar.example.org/anna.ics?key=very-secret")
    }
    await check(`settings-${name.toLowerCase()}`)
    await page.click("dialog >> text=Save")
    await page.waitForSelector("dialog", { state: "detached" })
  }
  await page.waitForSelector(".entry:nth-child(3):has-text('Agenda')")
  await page.getByLabel("Move Agenda up").focus()
  await page.keyboard.press("Enter")
  await page.waitForSelector(".entry:nth-child(2):has-text('Agenda')")
  await check("pages")
  const config = (await open.at(`/api/config/${device.mac}`, { headers: device.headers })).json() as {
    modes: readonly string[]
    mode_overrides: Readonly<Record<string, { memo_text?: string }>>
  }
  assert.equal([config.modes, config.mode_overrides.MEMO?.memo_text], [["DAILY", "AGENDA", "MEMO"], "Milk and bread"])
  await page.click("text=Change Agenda".replace("text=", "[aria-label='") + "']")
  await page.waitForSelector("text=Set. It is never shown again.")
  assert.not.match(await page.content(), /very-secret/)
  await page.keyboard.press("Escape")
  await page.waitForSelector("dialog", { state: "detached" })
})

inBrowser("says why a page fails, sends a note, and lets somebody in", async () => {
  const { page, check } = anna
  await page.click(".tabs >> text=Now")
  await page.waitForSelector(".strip li")
  await page.fill("textarea", "Back at six")
  await page.click("text=Send >> nth=0")
  await page.waitForSelector("text=It comes with the next call")
  const state = (await open.at(`/api/device/${device.mac}/state`, { headers: device.headers })).json()
  assert.is((state as { pending_refresh: number }).pending_refresh, 1)
  assert.is((await render()).headers["x-preview-push"], "1")
  const bob = await open.person("bob")
  await page.click(".tabs >> text=Device")
  await page.waitForSelector(".facts-list")
  await check("device")
  await page.getByLabel("User name").fill("nobody")
  await page.keyboard.press("Enter")
  await page.waitForSelector("section:has-text('People') .fault:not(:empty)")
  await page.getByLabel("User name").fill(bob.name)
  await page.keyboard.press("Enter")
  await page.waitForSelector("text=bob has this screen now")
  assert.equal(anna.wrong, [])
})

inBrowser("shows the same in Chinese on a dark desktop, and nothing of it to somebody else", async () => {
  const eve = await visit(browser, DESKTOP, open.clock.now())
  await register(eve.page, "eve")
  await eve.check("home-empty-zh")
  await eve.page.goto(url(`/#/screen/${device.mac}`))
  await eve.page.waitForSelector(".fault:not(:empty)")
  const text = await eve.page.innerText("body")
  assert.not.match(text, /Kitchen|anna|Agenda|日程/)
  await eve.close()
  const second = await visit(browser, DESKTOP, open.clock.now())
  await second.page.goto(url())
  await second.page.fill("[name=username]", "bob")
  await second.page.fill("[name=password]", PASSWORD)
  await second.page.keyboard.press("Enter")
  await second.page.waitForSelector(".card img")
  await second.check("home-zh")
  await second.page.click(".card")
  await second.page.waitForSelector(".strip li")
  await second.check("now-zh")
  for (const part of ["pages", "device"]) {
    await second.page.goto(url(`/#/screen/${device.mac}/${part}`))
    await second.page.waitForSelector(part === "pages" ? ".entry" : ".facts-list")
    await second.check(`${part}-zh`)
  }
  assert.equal(second.wrong, [])
  await second.close()
})

inBrowser("tries a screen without hardware: it shows its code, is paired, has a button", async () => {
  const { page, check } = anna
  await page.goto(url("/#/"))
  await page.click("text=Try one without hardware")
  await page.waitForSelector("select")
  await check("virtual")
  await page.selectOption("select", "4.2-bwry")
  await page.click("text=Switch it on")
  await page.waitForSelector("text=It sleeps and wakes at")
  await page.click("text=Pair it with my account")
  await page.waitForSelector("text=Pair it with my account", { state: "detached" })
  await page.click("text=Press it twice")
  await page.waitForSelector("button[aria-busy=true]", { state: "detached" })
  const colours = await page.evaluate(
    "(() => { const c = document.querySelector('canvas'); return new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.filter((_, i) => i % 4 === 0)).size })()",
  )
  assert.ok(Number(colours) >= 2, "a page stands on its glass")
  await check("virtual-paired")
  await page.click("text=Set it up")
  await page.waitForSelector("h1:has-text('Virtual screen')")
  assert.equal(anna.wrong, [])
})

inBrowser("says what is wrong, what it means and what to do", async () => {
  const { page, check } = anna
  open.clock.advance(6 * 3_600_000)
  await page.click("nav >> text=Doctor")
  await page.waitForSelector("text=The screen has not called for")
  await check("doctor")
  assert.equal(anna.wrong, [])
})

inBrowser("signs out, and asks for nothing but a name and a password", async () => {
  const { page } = anna
  await page.click("text=Sign out")
  await page.waitForSelector("h1:has-text('Sign in')")
  assert.is(await page.locator("input").count(), 2)
  await anna.close()
})

test.run()
