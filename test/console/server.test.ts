import { createServer, request } from "node:http"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Browser, Page } from "playwright-core"
import { PEOPLE } from "../../plugins/people/accounts/commands.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended } from "../editions/extended-stage.js"
import { PASSWORD } from "../plugins/people/accounts/setting.js"
import { CHROMIUM, DESKTOP, openBrowser, visit, WITHOUT } from "./browser.js"

/** The console for admins, under a path prefix, and with the server gone and back. */
const test = suite("console: the server")

let open: Extended
let browser: Browser
/** A proxy before the server, under /platen/. `isAway`: it answers nothing. */
let proxy: Server
let isAway = false
test.before(async () => {
  if (!CHROMIUM) return
  browser = await openBrowser()
  open = await openExtended({ security: { registration: "closed" } })
  await open.stage.app.get(PEOPLE).people.add({ shown: "boss", fold: "boss" }, PASSWORD, "admin")
  proxy = createServer((asked, answer) => {
    if (isAway || !asked.url?.startsWith("/platen/")) return void asked.socket.destroy()
    const headers = { ...asked.headers, host: asked.headers.host }
    const passed = request({ port: open.port, path: asked.url.slice(7), method: asked.method!, headers }, (got) => {
      answer.writeHead(got.statusCode!, got.headers)
      got.pipe(answer)
    })
    passed.on("error", () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve)
  })
})
test.after(async () => {
  await browser?.close()
  proxy?.close()
  await open?.close()
})

const url = (): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/platen/`
const inBrowser = (name: string, run: () => Promise<void>): void =>
  CHROMIUM ? test(name, run) : test.skip(`${name} (${WITHOUT})`)

async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.fill("[name=username]", name)
  await page.fill("[name=password]", password)
  await page.keyboard.press("Enter")
  await page.waitForSelector("h1:has-text('Your screens')")
}

inBrowser(
  "lets an admin invite, promote and help people, try sources and check configs, under a path prefix",
  async () => {
    const boss = await visit(browser, { ...DESKTOP, locale: "en-GB" }, open.clock.now())
    const { page, check } = boss
    await page.goto(url())
    await page.waitForSelector("form")
    await signIn(page, "boss")
    await page.click("nav >> text=Server")
    await page.waitForSelector("section:has-text('Plugins') .rows li")
    await check("server")
    await page.click("text=Invite somebody")
    const invite = (await page.inputValue(".copyable")).replace(/^.*(#\/invite\/)/, `${url()}$1`)
    const guest = await visit(browser, { ...DESKTOP, locale: "en-GB" }, open.clock.now())
    await guest.page.goto(invite)
    await guest.page.waitForSelector("h1:has-text('You are invited')")
    await guest.check("invited")
    await signIn(guest.page, "ben")
    await guest.page.click("text=ben")
    await guest.page.waitForSelector("text=Current password")
    await guest.check("account")
    await guest.close()
    await page.reload()
    await page.waitForSelector("li:has-text('ben')")
    await page.click("li:has-text('ben') >> text=Link for a new password")
    await page.waitForSelector(".copyable")
    const reset = (await page.inputValue(".copyable")).replace(/^.*(#\/reset\/)/, `${url()}$1`)
    const again = await visit(browser, { ...DESKTOP, locale: "en-GB" }, open.clock.now())
    await again.page.goto(reset)
    await again.page.fill("[name=password]", "another long password")
    await again.check("reset")
    await again.page.keyboard.press("Enter")
    await again.page.click("a:has-text('Sign in')")
    await signIn(again.page, "ben", "another long password")
    await again.close()
    await page.click("[aria-label='Try it: on-this-day']")
    await page.waitForSelector("dialog form")
    await check("try")
    await page.keyboard.press("Escape")
    await page.click("[aria-label='Config of devices']")
    await page.getByLabel("liveMinutes").fill("0")
    await page.click("dialog >> text=Check")
    await page.waitForSelector("dialog .warnings li")
    await page.getByLabel("liveMinutes").fill("30")
    await page.click("dialog >> text=Check")
    await page.waitForSelector("pre:has-text('liveMinutes: 30')")
    await check("config")
    assert.equal(boss.wrong, [])
    await boss.close()
  },
)

inBrowser("says that the server is gone, and goes on when it is back", async () => {
  const { page, close } = await visit(browser, { ...DESKTOP, locale: "en-GB" }, open.clock.now())
  await page.goto(url())
  await page.waitForSelector("form")
  await signIn(page, "boss")
  isAway = true
  await page.click("nav >> text=Doctor")
  await page.waitForSelector("text=The server does not answer")
  isAway = false
  await page.getByRole("button", { name: "Try again" }).click()
  await page.waitForSelector("text=What screens and the server said")
  await close()
})

test.run()
