import { readdirSync, readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { localTime } from "platen/sdk/kit"
import type { Calendar } from "platen/sdk/sources"
import { CALENDAR } from "platen/sdk/sources"
import { run } from "../../../../plugins/sources/calendar/expand.js"
import { WINDOWS_ZONES } from "../../../../plugins/sources/calendar/windows-zones.js"
import { TOOLS } from "../../../sandbox-tools.js"

const test = suite("calendars")
const FOLDER = new URL("../../../../../test/world/calendars/", import.meta.url)

/** What a calendar holds in some days, by RFC 5545. Ends are exclusive. */
interface Expected {
  readonly file: string
  readonly note: string
  readonly timeZone: string
  readonly from: string
  readonly days: number
  readonly events: readonly {
    readonly title: string
    readonly start: string
    readonly end: string
    readonly allDay: boolean
  }[]
}
const EXPECTED = JSON.parse(readFileSync(new URL("expected.json", FOLDER), "utf8")) as readonly Expected[]

/** Entries of a file that cannot be read. */
const UNREAD: Readonly<Record<string, number>> = { "broken-lines.ics": 5 }

const bytesOf = (file: string): Uint8Array => readFileSync(new URL(file, FOLDER))
const firstOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)

function wall(epoch: number, timeZone: string): string {
  const { year, month, day, hour, minute } = localTime(epoch, timeZone)
  return new Date(Date.UTC(year, month - 1, day, hour, minute)).toISOString().slice(0, 16)
}

const nextDay = (date: string): string => new Date(firstOf(date) + 86_400_000).toISOString().slice(0, 10)

function shown({ events }: Calendar, timeZone: string): readonly (readonly string[])[] {
  return events.map(({ title, allDay, at, until, first, last }) =>
    allDay ? [title, first, nextDay(last)] : [title, wall(at, timeZone), wall(until, timeZone)],
  )
}

for (const { file, note, timeZone, from, days, events } of EXPECTED)
  test(`reads of ${file}: ${note} (${timeZone}, ${from})`, async () => {
    const calendar = await run(
      { contentType: undefined, bytes: bytesOf(file), timeZone, first: firstOf(from), days },
      TOOLS,
    )
    CALENDAR.result.parse(calendar)
    assert.is(calendar.unread, UNREAD[file] ?? 0, "entries that cannot be read")
    const sorted = (rows: readonly (readonly string[])[]): readonly string[] =>
      rows.map((row) => row.join(" | ")).sort()
    assert.equal(
      sorted(shown(calendar, timeZone)),
      sorted(events.map(({ title, start, end }) => [title.replace(/\s+/g, " "), start, end])),
    )
  })

test("has enough to read", () => {
  const events = EXPECTED.flatMap((each) => each.events)
  assert.ok(EXPECTED.length >= 70 && events.length >= 250, `${EXPECTED.length} windows, ${events.length} events`)
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".ics") && !name.startsWith("hostile-"))
  assert.equal(
    files.filter((name) => !EXPECTED.some(({ file }) => file === name)),
    [],
  )
})

test("knows zones for every name of Windows", () => {
  assert.ok(WINDOWS_ZONES.size > 130)
  for (const zone of WINDOWS_ZONES.values()) assert.ok(new Intl.DateTimeFormat("en", { timeZone: zone }), zone)
})

test.run()
