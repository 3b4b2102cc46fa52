import { suite } from "uvu"
import * as assert from "uvu/assert"
import { pngPixels } from "../devices/pixels.js"
import { asked, kind, openDocument, shown, statuses } from "./document-stage.js"
import type { Documented, Owned } from "./document-stage.js"

/** The extended document, "Statistics" and "Battery mapping". */
const test = suite("extended document: statistics and battery")

interface Rendered {
  readonly persona: string
}
const [RED, YELLOW] = [0xc80000, 0xe8b000]

let server: Documented
test.before(async () => {
  server = await openDocument()
})
test.after(() => server.close())

const stats = async (screen: Owned): Promise<Readonly<Record<string, unknown>>> =>
  (await server.at(`/api/stats/${screen.mac}`, asked(screen.headers))).json() as never
const renders = async (screen: Owned, query = ""): Promise<readonly string[]> =>
  (
    (await server.at(`/api/stats/${screen.mac}/renders?${query}`, asked(screen.headers))).json() as {
      renders: Rendered[]
    }
  ).renders.map(({ persona }) => persona)

async function rendered(...modes: readonly string[]): Promise<Owned> {
  const screen = await server.configured()
  for (const [i, mode] of modes.entries()) {
    await screen.render(`persona=${mode}`)
    for (let tries = 0; (await renders(screen)).length <= i; tries++) assert.ok(tries < 200, "it is never counted")
    server.clock.advance(1_000)
  }
  return screen
}

test('GET /api/stats/overview: "global overview", with an admin\'s session alone', async () => {
  const overview = async (): Promise<{ total_devices: number; total_renders: number }> =>
    (await server.at("/api/stats/overview", asked(server.boss))).json() as never
  const before = await overview()
  const screen = await rendered("ONE", "TWO")
  const after = await overview()
  assert.equal([after.total_devices - before.total_devices, after.total_renders - before.total_renders], [1, 2])
  assert.equal(kind(await server.at("/api/stats/overview", asked(server.boss))), [200, "application/json"])
  assert.equal(
    await statuses(server, screen, (headers) => server.at("/api/stats/overview", { headers })),
    [401, 403, 401, 200],
  )
})

test('GET /api/stats/{mac}: "statistics of one device", with the token', async () => {
  const screen = await rendered("ONE", "TWO", "TWO")
  const { mac, total_renders: total, mode_frequency: modes } = await stats(screen)
  assert.equal([mac, total, modes], [screen.mac, 3, { ONE: 1, TWO: 2 }])
  assert.equal(
    await statuses(server, screen, (headers) => server.at(`/api/stats/${screen.mac}`, { headers })),
    [401, 403, 200, 200],
  )
})

test('GET /api/stats/{mac}/renders: "render history of a device; query parameters limit, offset", with the token', async () => {
  const screen = await rendered("ONE", "TWO", "THREE")
  assert.equal(
    [
      await renders(screen),
      await renders(screen, "limit=1"),
      await renders(screen, "offset=1"),
      await renders(screen, "limit=1&offset=2"),
    ],
    [["THREE", "TWO", "ONE"], ["THREE"], ["TWO", "ONE"], ["ONE"]],
  )
  assert.equal(kind(await server.at(`/api/stats/${screen.mac}/renders`, asked(screen.headers))), [
    200,
    "application/json",
  ])
  assert.equal(
    await statuses(server, screen, (headers) => server.at(`/api/stats/${screen.mac}/renders`, { headers })),
    [401, 403, 200, 200],
  )
})

for (const [v, percent] of [
  ["3.3", 100],
  ["3.29", 99],
  ["2.5", 75],
  ["1.65", 50],
  ["1.64", 49],
  ["1.02", 30],
  ["0.66", 20],
  ["0.65", 19],
  ["0.34", 10],
  ["0.03", 0],
] as const) {
  test(`battery: ${v} V are ${percent} %, "truncate-to-integer(v / 3.30 * 100)"`, async () => {
    const screen = await server.configured()
    assert.equal(
      [
        shown(await screen.render(`persona=BATTERY&v=${v}`)),
        shown(await server.at(`/api/preview?w=296&h=128&persona=BATTERY&v=${v}`)),
      ],
      [
        [200, percent],
        [200, percent],
      ],
    )
  })
}

test('battery: is clamped: "below 0 gives 0, above 100 gives 100"', async () => {
  for (const [v, percent] of [
    ["-0.5", 0],
    ["-100", 0],
    ["3.31", 100],
    ["4.2", 100],
    ["1000", 100],
  ] as const)
    assert.equal(shown(await server.at(`/api/render?w=296&h=128&persona=BATTERY&v=${v}`)), [200, percent], v)
})

test('battery: "in the top status bar the battery icon is filled according to the percentage"', async () => {
  const ink: number[] = []
  for (const v of ["0", "0.83", "1.65", "2.48", "3.3"]) {
    const { width, colours } = pngPixels((await server.at(`/api/preview?persona=DAILY&v=${v}`)).body)
    ink.push(icon(colours, width).filter((colour) => colour === 0).length)
  }
  const [empty, quarter, half, most, full] = ink as [number, number, number, number, number]
  const cell = full - empty
  for (const [filled, share] of [
    [quarter, 0.25],
    [half, 0.5],
    [most, 0.75],
  ] as const)
    assert.ok(Math.abs((filled - empty) / cell - share) < 0.07, `${ink.join(", ")}: ${share}`)
  assert.ok(cell > 50, "full is seen")
})

for (const [colors, v, colour] of [
  [4, "0.65", "red"],
  [4, "0.66", "yellow"],
  [4, "1.64", "yellow"],
  [4, "1.65", "black"],
  [4, "3.3", "black"],
  [3, "0.65", "red"],
  [3, "0.66", "black"],
  [3, "1.64", "black"],
  [3, "1.65", "black"],
  [2, "0.65", "black"],
  [2, "1.64", "black"],
  [2, "3.3", "black"],
] as const) {
  test(`battery: is filled in ${colour} at ${v} V on ${colors} inks: "below 20 red, below 50 yellow, otherwise default foreground, black"`, async () => {
    const { colours } = pngPixels((await server.at(`/api/preview?persona=MEMO&v=${v}&colors=${colors}`)).body)
    const top = colours.subarray(0, 400 * 26)
    assert.is(top.includes(RED) ? "red" : top.includes(YELLOW) ? "yellow" : "black", colour)
    assert.not.ok(
      colours.subarray(400 * 26).includes(RED) || colours.subarray(400 * 26).includes(YELLOW),
      "only in the status bar",
    )
  })
}

/** The right end of the status bar, where the icon stands: 22 pixels up to the margin of 12. */
function icon(colours: Uint32Array, width: number): number[] {
  return Array.from({ length: 30 }, (_, y) => [
    ...colours.subarray(y * width + width - 16 - 22, y * width + width - 16),
  ]).flat()
}

test.run()
