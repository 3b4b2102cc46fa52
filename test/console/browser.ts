import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import * as assert from "uvu/assert"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"

/** A Chromium, as Debian installs it, or the one that PLATEN_CHROMIUM names; undefined where there is none. */
export const CHROMIUM = [process.env.PLATEN_CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(
  (path) => path !== "" && existsSync(path),
)
export const WITHOUT = "no Chromium: install it, or name one with PLATEN_CHROMIUM"

export async function openBrowser(): Promise<Browser> {
  const { chromium } = await import("playwright-core")
  return chromium.launch({
    executablePath: CHROMIUM!,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  })
}

/** A phone in light English, and a desktop in dark Chinese. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  locale: "en-GB",
  colorScheme: "light",
  hasTouch: true,
}
export const DESKTOP: BrowserContextOptions = {
  viewport: { width: 1280, height: 900 },
  locale: "zh-CN",
  colorScheme: "dark",
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** A page, what went wrong in it, and checks of its views. */
export interface Visit {
  readonly page: Page
  /** Errors of its scripts, and what its policy refused. */
  readonly wrong: readonly string[]
  /** Checks the view that is shown: axe finds nothing, and nothing is wider than the window. `PLATEN_SHOTS`: a folder for its picture. */
  check(name: string): Promise<void>
  close(): Promise<void>
}

/** `at`: what time it is there, in milliseconds since 1970 in UTC; it stands still, as that of the server does. */
export async function visit(browser: Browser, options: BrowserContextOptions, at: number): Promise<Visit> {
  const context: BrowserContext = await browser.newContext({ ...options, reducedMotion: "reduce" })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.addInitScript(`Date.now = () => ${at}`)
  const wrong: string[] = []
  page.on("pageerror", (error) => wrong.push(error.message))
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) wrong.push(message.text())
  })
  const check = async (name: string): Promise<void> => {
    const shots = process.env.PLATEN_SHOTS
    if (shots) {
      mkdirSync(shots, { recursive: true })
      const { width } = page.viewportSize()!
      await page.screenshot({ path: `${shots}/${name}-${width}-${options.colorScheme}.png`, fullPage: true })
    }
    const found = (await page.evaluate(
      `${axe}; axe.run().then(({ violations }) => violations)`,
    )) as readonly Violation[]
    assert.equal(
      found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
      [],
      name,
    )
    const over = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert.is(over, 0, `${name}: ${over} pixels wider than the window`)
  }
  return { page, wrong, check, close: () => context.close() }
}
