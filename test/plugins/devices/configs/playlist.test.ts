import { RUNTIME } from "platen/sdk/device"
import { localTime } from "platen/sdk/kit"
import type { ChooseRequest, Device } from "platen/sdk/device"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { nextMode, strategyMode } from "../../../../plugins/devices/configs/choosers.js"
import { entriesOf, intervalOf } from "../../../../plugins/devices/configs/playing.js"
import { isDue, itemsOf, PLAYLIST, quietFor } from "../../../../plugins/devices/configs/playlist.js"
import type { Playlist, PlaylistItem } from "../../../../plugins/devices/configs/playlist.js"
import { cycle } from "../../../../plugins/devices/strategies/cycle.js"
import { random } from "../../../../plugins/devices/strategies/random.js"
import { timeSlot } from "../../../../plugins/devices/strategies/time-slot.js"
import { catalog, chooseRequest, deviceWith, modeCatalog, modeOf } from "./catalogs.js"
import { z } from "platen/sdk"

const test = suite("configs/playlist")
const settings = z.strictObject({ days: z.number().default(4), city: z.string().default("") }) as never
const modes = modeCatalog(["A", "B", "C", "D"].map((id) => modeOf(id, { settings })))
const strategies = catalog([random, cycle, timeSlot])
const chooser = strategyMode(modes, strategies)
const next = nextMode(modes, strategies)

/** A screen with a playlist. */
function screen(items: readonly PlaylistItem[], more: Partial<Playlist> = {}, config: object = {}): Device {
  const own = { modes: [...new Set(items.map(({ mode }) => mode))], strategy: "cycle", refreshInterval: 60 }
  return deviceWith({ ...own, ...config }).with(PLAYLIST, { items: [...items], ...more })
}

const at = (time: string, date = "2026-11-21"): ChooseRequest["now"] =>
  localTime(Date.parse(`${date}T${time}:00Z`), "UTC")

interface Shown {
  readonly mode: string
  readonly interval: number | undefined
  readonly device: Device
  readonly detail: string | undefined
}

function chosen(device: Device, now: ChooseRequest["now"], more: Partial<ChooseRequest> = {}): Shown {
  const choice = (more.next ? next : chooser).choose(chooseRequest(device, { now, ...more }))!
  return {
    mode: choice.modes[0]!,
    interval: choice.interval,
    device: choice.device!.with(RUNTIME, { lastMode: choice.modes[0] }),
    detail: choice.detail,
  }
}

/** What a screen shows that calls at these times of a day. */
function dayOf(device: Device, times: readonly string[], date?: string): string {
  let now = device
  return times
    .map((time) => {
      const shown = chosen(now, at(time, date))
      now = shown.device
      return shown.mode
    })
    .join("")
}

test("goes through its entries, each as often as its weight says, far apart", () => {
  assert.is(
    entriesOf([{ mode: "A", weight: 3 }, { mode: "B" }, { mode: "C", weight: 2 }])
      .map(({ key }) => key)
      .join(" "),
    "A B C A#1 C#1 A#2",
  )
  const hours = Array.from({ length: 12 }, (_, i) => `${String(i).padStart(2, "0")}:00`)
  assert.is(dayOf(screen([{ mode: "A", weight: 3 }, { mode: "B" }, { mode: "C", weight: 2 }]), hours), "ABCACAABCACA")
  const shuffled = [...dayOf(screen([{ mode: "A", weight: 3 }, { mode: "B" }], {}, { strategy: "random" }), hours)]
  assert.equal([shuffled.filter((mode) => mode === "A").length, shuffled.length], [9, 12])
})

test("shows an entry only at its hours and on its days, all of them where none is due", () => {
  const items: PlaylistItem[] = [
    { mode: "A", from: "06:00", to: "10:00", weekdays: [6] },
    { mode: "B", from: "10:00", to: "06:00" },
  ]
  assert.is(dayOf(screen(items), ["05:59", "06:00", "09:59", "10:00", "23:00"]), "BAABB")
  assert.is(dayOf(screen([items[0]!, { mode: "C", from: "12:00", to: "13:00" }]), ["11:00", "11:30"]), "AC")
  const monday = "2026-11-23"
  assert.is(dayOf(screen(items), ["07:00", "08:00"], monday), "AB", "nothing is due")
})

for (const [item, time, date, due] of [
  [{ from: "22:00", to: "02:00", weekdays: [5] }, "23:00", "2026-11-20", true],
  [{ from: "22:00", to: "02:00", weekdays: [5] }, "01:00", "2026-11-21", true],
  [{ from: "22:00", to: "02:00", weekdays: [5] }, "01:00", "2026-11-20", false],
  [{ from: "22:00", to: "02:00", weekdays: [7] }, "01:00", "2026-11-23", true],
  [{ from: "00:00", to: "24:00", weekdays: [6] }, "23:59", "2026-11-21", true],
  [{ weekdays: [1] }, "12:00", "2026-11-21", false],
] as const)
  test(`knows whether ${JSON.stringify(item)} is due at ${time} on ${date}`, () =>
    assert.is(isDue({ mode: "A", ...item, weekdays: [...item.weekdays] }, at(time, date)), due))

test("keeps an entry for its minutes, and tells the device when to come", () => {
  const device = screen([{ mode: "A", minutes: 30 }, { mode: "B" }])
  const first = chosen(device, at("08:00"))
  assert.equal([first.mode, first.interval], ["A", 30])
  const early = chosen(first.device, at("08:10"))
  assert.equal([early.mode, early.detail, early.interval], ["A", "stays", 30])
  const after = chosen(early.device, at("08:29"))
  assert.equal([after.mode, after.interval], ["B", undefined], "a device whose clock is a little fast")
})

test("ends an entry when its hours end, and when somebody asks for the next", () => {
  const items: PlaylistItem[] = [{ mode: "A", minutes: 600, from: "06:00", to: "10:00" }, { mode: "B" }]
  const first = chosen(screen(items), at("09:50"))
  assert.is(first.mode, "A")
  assert.is(chosen(first.device, at("10:00")).mode, "B")
  const skipped = chosen(first.device, at("09:55"), { next: true })
  assert.is(skipped.mode, "B")
  assert.is(chosen(skipped.device, at("09:57")).mode, "A", "B has no minutes of its own")
})

test("shows one mode in several entries, each with its own settings before those of the config", () => {
  const device = screen(
    [
      { mode: "A", settings: { days: 1 } },
      { mode: "A", settings: { days: 7 } },
    ],
    {},
    { settings: { A: { city: "Bern", days: 3, latitude: 46.9 } } },
  )
  const ask = (from: Device): unknown => chooser.choose(chooseRequest(from, { now: at("08:00") }))
  const first = ask(device) as { settings: unknown; device: Device }
  assert.equal(first.settings, { A: { days: 1, city: "Bern", latitude: 46.9 } })
  assert.equal((ask(first.device) as { settings: unknown }).settings, { A: { days: 7, city: "Bern", latitude: 46.9 } })
})

test("tells which modes may be passed over when they are empty", () => {
  const device = screen([{ mode: "A", whenEmpty: "skip" }, { mode: "B" }, { mode: "C", whenEmpty: "skip" }])
  const choice = chooser.choose(chooseRequest(device, { now: at("08:00") }))!
  assert.equal(
    [choice.modes, choice.skipEmpty],
    [
      ["A", "B", "C"],
      ["A", "C"],
    ],
  )
})

test("keeps the page in quiet hours and while it is paused", () => {
  const quiet = { from: "23:00", to: "06:30" }
  const device = screen([{ mode: "A" }, { mode: "B" }], { quiet }).with(RUNTIME, { lastMode: "B" })
  const night = chosen(device, at("23:10"))
  assert.equal([night.mode, night.detail, night.interval], ["B", "quiet", 435])
  assert.equal(
    [chosen(night.device, at("06:20", "2026-11-22")).mode, quietFor({ ...EMPTY, quiet }, at("06:20"))],
    ["B", 10],
  )
  assert.is(chosen(night.device, at("06:30", "2026-11-22")).mode, "A")
  const paused = screen([{ mode: "A" }, { mode: "B" }], { pausedUntil: at("12:00").epoch }).with(RUNTIME, {
    lastMode: "B",
  })
  assert.equal([chosen(paused, at("11:59")).mode, chosen(paused, at("12:00")).mode], ["B", "A"])
  assert.is(chosen(paused.with(RUNTIME, { lastMode: undefined }), at("11:00")).mode, "A", "there is nothing to keep")
})
const EMPTY: Playlist = { items: [], quiet: null, pausedUntil: null }

test("tells a device few values of its interval: it writes each to its flash", () => {
  let state: { told?: number; changes: number[] } = { changes: [] }
  const told = [20, 45, 90, 20, 300, 20, 45].map((minutes, i) => {
    const { interval, playing } = intervalOf(
      minutes,
      state,
      { refreshInterval: 60 },
      at(`${String(8 + i).padStart(2, "0")}:00`),
    )
    state = { ...state, ...(playing as typeof state) }
    return interval
  })
  assert.equal(told, [15, 45, 90, 15, 15, 15, 15], "four changes, then the last value stays")
  const later = intervalOf(45, state, { refreshInterval: 60 }, at("09:30", "2026-11-22"))
  assert.is(later.interval, 45, "a day later")
  for (const [minutes, expected] of [
    [10, 10],
    [12, 10],
    [13, 15],
    [1440, 1440],
    [1433, 1440],
  ] as const)
    assert.is(intervalOf(minutes, { changes: [] }, { refreshInterval: 60 }, at("08:00")).interval, expected)
})

test("asks strategies of times of the day with the entries that are due", () => {
  const rules = [{ startHour: 6, endHour: 12, modes: ["C"] }]
  const device = screen(
    [{ mode: "A" }, { mode: "C", weight: 2 }],
    {},
    { strategy: "time_slot", more: { timeSlotRules: rules } },
  )
  assert.is(dayOf(device, ["07:00", "08:00", "09:00"]), "CCC")
})

test("is the config's modes again once an older client has changed them", () => {
  const device = screen([{ mode: "A", minutes: 30 }, { mode: "B" }])
  assert.equal(itemsOf(device), [{ mode: "A", minutes: 30 }, { mode: "B" }])
  const changed = screen([{ mode: "A", minutes: 30 }, { mode: "B" }], {}, { modes: ["B", "A"] })
  assert.equal(itemsOf(changed), [{ mode: "B" }, { mode: "A" }])
  assert.is(chosen(changed, at("08:00")).interval, undefined)
})

test("leaves out modes that are no longer installed", () => {
  assert.is(
    dayOf(screen([{ mode: "GONE", minutes: 60 }, { mode: "B" }, { mode: "C" }]), ["08:00", "09:00", "10:00"]),
    "BCB",
  )
})

test.run()
