import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeClock, fakeStore } from "platen/testing"
import { libraryOf } from "../../plugins/devices/history/service.js"
import { favoriteRoutes } from "../../plugins/devices/history/favorite-routes.js"
import { historyRoutes } from "../../plugins/devices/history/history-routes.js"
import type { Route } from "platen/sdk/http"
import { z } from "platen/sdk"
import { deviceOf } from "../plugins/known-devices.js"

/** Attack A12.18: lists of large contents, as many at once as one likes. */
const test = suite("hostile/large lists")

const MAC = "0A:00:00:00:00:01"
const ROWS = 100
const TEXT = "x".repeat(55_000)
const MAX_BYTES = 1.1 * (1 << 20)

interface Page {
  readonly mac: string
  readonly history?: readonly { readonly content: { readonly n: number } }[]
  readonly favorites?: readonly { readonly content: { readonly n: number } }[]
  readonly more?: true
}

/** The two lists of a device that was shown large contents and whose owner likes them all. */
async function lists(): Promise<readonly Route[]> {
  const clock = fakeClock()
  const devices = { get: async () => deviceOf({ configured: true }) } as never
  const modes = { get: (id: string) => ({ id }) } as never
  const store = fakeStore(clock)
  const library = libraryOf({ store, clock, devices, modes, keep: 500, days: 365 })
  // As they were kept before rows had a bound.
  const row = z.object({ mode: z.string(), data: z.unknown() })
  for (let n = 0; n < ROWS; n++) {
    const large = { mode: "LARGE", data: { n, text: TEXT } }
    await store.journal("shown", row, { keep: 500, days: 365 }).append(`extended/${MAC}`, large)
    await store
      .collection("favorites", row.extend({ at: z.number() }))
      .set(`extended/${MAC}/${n}`, { ...large, at: clock.now() })
    clock.advance(1_000)
  }
  const shown = historyRoutes({
    library,
    devices,
    draw: {} as never,
    pageRequest: {} as never,
    service: { defaults: { language: "en" } } as never,
  })
  return [...favoriteRoutes(library), ...shown].filter(
    ({ method, path }) => method === "GET" && /history|favorites/.test(path),
  )
}

test("are answered in parts of a megabyte, of which none is lost", async () => {
  const both = await lists()
  assert.is(both.length, 2)
  for (const route of both) {
    const seen: number[] = []
    let parts = 0
    for (let more = true; more; parts++) {
      const { body } = await route.handle({
        params: { mac: MAC },
        query: { limit: 100, offset: seen.length },
        area: { realm: "extended" },
      } as never)
      const page = body as Page
      assert.ok(
        Buffer.byteLength(JSON.stringify(body)) < MAX_BYTES,
        `${route.path}: ${JSON.stringify(body).length} bytes`,
      )
      const rows = page.history ?? page.favorites ?? []
      assert.ok(rows.length > 0)
      seen.push(...rows.map(({ content }) => content.n))
      more = page.more === true
    }
    assert.equal(
      seen,
      Array.from({ length: ROWS }, (_, i) => ROWS - 1 - i),
      route.path,
    )
    assert.ok(parts > 4, `${parts} parts`)
  }
})

test("are counted by a limit of their own", async () => {
  for (const { limit } of await lists()) assert.equal(limit, { name: "library", perMinute: 60 })
})

test.run()
