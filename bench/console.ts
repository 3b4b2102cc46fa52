import type { CDPSession, Page } from "playwright-core"
import { PEOPLE } from "../plugins/people/accounts/commands.js"
import { openExtended } from "../test/editions/extended-stage.js"
import { PASSWORD } from "../test/plugins/people/accounts/setting.js"
import { CHROMIUM, openBrowser, PHONE, WITHOUT } from "../test/console/browser.js"

/**
 * `node dist/bench/console.js`: the console on a slow phone (the processor slowed six times): answers and bytes of the first view, its first
 * paint, that of a screen, and the time from a key in a form to the page redrawn. Prints JSON.
 */
const SLOWER = 6
const KEYS = 12

interface Painted {
  readonly requests: number
  readonly bytes: number
  readonly firstPaintMs: number
  readonly scriptMs: number
}

async function painted(page: Page): Promise<Painted> {
  return (await page.evaluate(`(() => {
    const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    const paint = performance.getEntriesByName("first-contentful-paint")[0]
    return {
      requests: all.length,
      bytes: all.reduce((sum, each) => sum + each.encodedBodySize, 0),
      firstPaintMs: Math.round(paint?.startTime ?? 0),
      scriptMs: Math.round(all[0].loadEventEnd),
    }
  })()`)) as Painted
}

/** Milliseconds from each key to the new picture of the page, sorted. */
async function keys(page: Page): Promise<readonly number[]> {
  const taken: number[] = []
  for (let i = 0; i < KEYS; i++) {
    const before = await page.getAttribute(".live img", "src")
    const start = performance.now()
    await page.press("dialog textarea", "abcdefghijkl"[i % KEYS]!)
    await page.waitForSelector(`.live img:not([src="${before}"])`)
    taken.push(performance.now() - start)
  }
  return taken.sort((a, b) => a - b)
}

/** Milliseconds from a key to the next frame that the browser paints, the longest of some. */
async function inputDelay(page: Page): Promise<number> {
  return (await page.evaluate(
    `Math.round(Math.max(0, ...(globalThis.delays ?? []).map(({ duration }) => duration)))`,
  )) as number
}

if (!CHROMIUM) {
  process.stdout.write(`${WITHOUT}\n`)
  process.exit(0)
}
const open = await openExtended()
await open.stage.app.get(PEOPLE).people.add({ shown: "boss", fold: "boss" }, PASSWORD, "admin")
const anna = await open.person("anna")
const { mac } = await open.owned(anna)
await open.post("/api/config", { mac, modes: ["MEMO"], nickname: "Kitchen" }, anna.headers)
const browser = await openBrowser()
const context = await browser.newContext({ ...PHONE, reducedMotion: "reduce" })
const page = await context.newPage()
await page.addInitScript(
  `globalThis.delays = []; new PerformanceObserver((list) => globalThis.delays.push(...list.getEntries())).observe({ type: "event", durationThreshold: 16, buffered: true })`,
)
const devTools: CDPSession = await context.newCDPSession(page)
const slowed = (rate: number): Promise<unknown> => devTools.send("Emulation.setCPUThrottlingRate", { rate })
await slowed(SLOWER)
const home = `http://127.0.0.1:${open.port}/`
await page.goto(home)
await page.waitForSelector("form")
const first = await painted(page)
await page.fill("[name=username]", "anna")
await page.fill("[name=password]", PASSWORD)
await page.keyboard.press("Enter")
await page.waitForSelector(".card")
await page.goto(`${home}#/screen/${mac}`)
await page.reload()
await page.waitForSelector(".now")
const screen = await painted(page)
await page.click(".tabs >> text=Pages")
await page.click("[aria-label='Change Memo']")
await page.waitForSelector(".edit .live img")
const slow = await keys(page)
const delay = await inputDelay(page)
await slowed(1)
const usual = await keys(page)
process.stdout.write(
  `${JSON.stringify({
    slower: SLOWER,
    first,
    screen,
    keyToPageMs: { slowed: Math.round(slow[KEYS >> 1]!), usual: Math.round(usual[KEYS >> 1]!) },
    inputDelayMs: delay,
  })}\n`,
)
await browser.close()
await open.close()
process.exit(0)
