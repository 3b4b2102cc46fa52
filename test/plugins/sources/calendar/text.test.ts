import { suite } from "uvu"
import * as assert from "uvu/assert"
import { calendarsIn } from "../../../../plugins/sources/calendar/text.js"

const test = suite("lines of calendars")

const file = (...lines: readonly string[]): string =>
  Buffer.from(["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n")).toString("latin1")

for (const [line, name] of [
  ["X-WR-CALNAME;VALUE=TEXT:Nimipäivät\\, Suomi", "Nimipäivät, Suomi"],
  ["X-WR-CALNAME:Müller\\; Söhne \\\\ Co", "Müller; Söhne \\ Co"],
  ["x-wr-calname:Two\\nlines", "Two\nlines"],
  ['X-WR-CALNAME;X-NOTE="a:b":Home: and work', "Home: and work"],
  ["NAME:Team\\, all", "Team, all"],
  ["X-WR-CALNAME: ", ""],
] as const)
  test(`reads the name of ${line}`, () =>
    assert.equal(calendarsIn(file(line, "BEGIN:VEVENT", "END:VEVENT"))[0]!.name, name))

test("prefers the name that most programs write", () => {
  assert.is(calendarsIn(file("NAME:Second", "X-WR-CALNAME:First"))[0]!.name, "First")
})

test("reads the zone that a calendar calls its own", () => {
  assert.is(calendarsIn(file("X-WR-CALNAME:A", "X-WR-TIMEZONE;VALUE=TEXT:Europe/Berlin"))[0]!.timeZone, "Europe/Berlin")
})

for (const [what, broken, whole, lines] of [
  ["without an end", 1, 1, ["BEGIN:VEVENT", "UID:1", "END:VEVENT", "BEGIN:VEVENT", "UID:2"]],
  ["within which another begins", 1, 1, ["BEGIN:VEVENT", "UID:1", "BEGIN:VEVENT", "UID:2", "END:VEVENT", "END:VEVENT"]],
  ["whose alarm has no end", 0, 2, ["BEGIN:VEVENT", "BEGIN:VALARM", "END:VEVENT", "BEGIN:VEVENT", "END:VEVENT"]],
  ["that ends twice", 0, 1, ["BEGIN:VEVENT", "UID:1", "END:VEVENT", "END:VEVENT"]],
] as const)
  test(`counts an event ${what}`, () => {
    const [calendar] = calendarsIn(file(...lines))
    assert.equal([calendar!.broken, calendar!.events.length], [broken, whole])
  })

test("counts the event at which a file breaks off", () => {
  const [calendar] = calendarsIn("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTST")
  assert.equal([calendar!.broken, calendar!.events.length], [1, 0])
})

test.run()
