import { suite } from "uvu"
import * as assert from "uvu/assert"
import { pageIn } from "../../../../plugins/inksight/page-pairing/page.js"
import { documentOf } from "./document.js"

const test = suite("plugins/inksight/page-pairing/main")

test("runs in a browser's window: calls the server one folder above the script, and writes the address", async () => {
  const document = documentOf(pageIn("en", { files: "config/", awaitsAdmin: true }))
  const calls: string[] = []
  const addresses: string[] = []
  const answers: Readonly<Record<string, object>> = {
    me: { username: "anna", role: "user" },
    devices: { devices: [{ mac: "0E:00:00:00:00:01", role: "owner", last_seen: "2026-11-21T09:05:00Z" }] },
  }
  const window = {
    document,
    location: { search: "?code=ABCD", pathname: "/ink/config" },
    history: {
      replaceState: (...given: readonly unknown[]) => {
        addresses.push(String(given[2]))
      },
    },
    fetch: async (url: string) => {
      calls.push(url)
      return { status: 200, headers: { get: () => null }, json: async () => answers[url.split("/").at(-1)!] ?? {} }
    },
  }
  Object.assign(globalThis, { window })
  const script = new URL("../../../../plugins/inksight/page-pairing/browser/main.js", import.meta.url)
  await import(script.href)
  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(resolve)
    })
  await settled()
  assert.equal([calls, document.seen()], [[new URL("../api/auth/me", script).href], ["pair"]])
  document.part("pair-other").fire("click")
  await settled()
  assert.equal(addresses, ["/ink/config"])
  assert.match(document.part("screens").all(), /last seen Nov 2[0-2], 2026/)
  Reflect.deleteProperty(globalThis, "window")
})

test.run()
