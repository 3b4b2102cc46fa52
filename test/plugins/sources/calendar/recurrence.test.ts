import { readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { instancesIn } from "../../../../plugins/sources/calendar/recurrence.js"
import { ruleIn } from "../../../../plugins/sources/calendar/rule.js"

const test = suite("rules of repetition")
const FILE = new URL("../../../../../test/plugins/sources/calendar/fixtures/rules.txt", import.meta.url)
const DAY_MS = 86_400_000

/** The wall of a time as rules write it. */
function wallOf(text: string): number {
  return Date.parse(
    text.replace(
      /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2}))?$/,
      (_, year, month, day, ...time) =>
        `${year}-${month}-${day}T${time[0] ?? "00"}:${time[1] ?? "00"}:${time[2] ?? "00"}Z`,
    ),
  )
}

/** The instances of a rule in a window, and the days and times that were looked at. */
function followed(
  text: string,
  start: string,
  from: number,
  to: number,
  most = Infinity,
): { readonly found: readonly string[]; readonly steps: number } {
  let steps = 0
  const until = /UNTIL=(\w+)/.exec(text)?.[1]
  const found = instancesIn(ruleIn(text), {
    start: wallOf(start),
    until: until === undefined ? undefined : wallOf(until),
    from,
    to,
    spend: (some) => {
      steps += some
      if (steps > most) throw new Error("too many")
    },
  })
  return { found: found.map((wall) => new Date(wall).toISOString().slice(0, 16)), steps }
}

/** The instances of a window of rules.txt. */
function written(from: number, gaps: string): readonly string[] {
  let wall = from * 1000
  return gaps.split(",").flatMap((gap) => {
    if (gap === "") return []
    wall += gap.endsWith("s") ? Number.parseInt(gap) * 1000 : Number(gap) * DAY_MS
    return [new Date(wall).toISOString().slice(0, 16)]
  })
}

const rows = readFileSync(FILE, "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split("\t"))
const SHAPES = new Set(rows.map(([shape]) => shape!))

for (const shape of SHAPES)
  test(`follows every rule of the shape "${shape}" as python-dateutil does`, () => {
    const own = rows.filter(([name]) => name === shape)
    assert.is(own.length, 50)
    for (const [, start, rule, ...windows] of own)
      for (const i of [0, 3]) {
        const [from, to, gaps] = windows.slice(i, i + 3) as [string, string, string]
        const { found } = followed(rule!, start!, Number(from) * 1000, Number(to) * 1000)
        assert.equal(found, written(Number(from), gaps), `${start} ${rule} from ${from}`)
      }
  })

test("has 40 shapes", () => assert.is(SHAPES.size, 40))

const on = (date: string): number => Date.parse(`${date}T00:00Z`)

for (const [rule, start, from, to, expected] of [
  // Positions count in whole weeks: Wednesday is the second of the first one.
  [
    "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2",
    "20261104",
    "2026-11-01",
    "2026-11-20",
    ["2026-11-04", "2026-11-11", "2026-11-18"],
  ],
  // By ISO 8601, Sunday 2 January 2022 is in week 52 of 2021, which has no week 53.
  ["FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU", "20150101", "2020-01-01", "2027-01-09", ["2021-01-03", "2027-01-03"]],
  ["FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU", "20150101", "2021-06-01", "2023-06-01", ["2022-01-02", "2023-01-01"]],
  ["FREQ=MONTHLY;BYMONTHDAY=31", "20260131", "2026-02-01", "2026-06-30", ["2026-03-31", "2026-05-31"]],
  ["FREQ=YEARLY", "20240229", "2025-01-01", "2033-01-01", ["2028-02-29", "2032-02-29"]],
  ["FREQ=YEARLY;BYDAY=-1FR", "20200101", "2026-01-01", "2027-01-01", ["2026-12-25"]],
  [
    "freq=weekly; interval=2;wkst=su; byday=tu,su;X-NOTE=1",
    "19970805",
    "1997-08-01",
    "1997-09-01",
    ["1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"],
  ],
  ["FREQ=WEEKLY;BYDAY=1MO", "20261102", "2026-11-08", "2026-11-20", ["2026-11-09", "2026-11-16"]],
  ["FREQ=DAILY;INTERVAL=0", "20261102", "2026-11-08", "2026-11-10", ["2026-11-08", "2026-11-09"]],
  [
    "FREQ=DAILY;COUNT=10;UNTIL=20261104",
    "20261102",
    "2026-11-01",
    "2026-12-01",
    ["2026-11-02", "2026-11-03", "2026-11-04"],
  ],
] as const)
  test(`follows ${rule} from ${start}`, () => {
    const { found } = followed(rule, start, on(from), on(to))
    assert.equal(
      found.map((each) => each.slice(0, 10)),
      expected,
    )
  })

for (const [rule, start, steps, count] of [
  ["FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "16040101", 60, 1],
  ["FREQ=YEARLY;COUNT=9999", "16041126", 20_000, 1],
  ["FREQ=DAILY", "19720101", 20, 7],
  ["FREQ=DAILY;COUNT=1000000000", "19720101", 20, 7],
  ["FREQ=DAILY;BYDAY=MO,TH;COUNT=20000", "19720101", 30_000, 2],
  ["FREQ=HOURLY", "20200101", 400, 168],
  ["FREQ=HOURLY;INTERVAL=5;COUNT=100000", "20200101", 400, 34],
  ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "20200101", 10, 0],
  ["FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "20200101", 90_000, 0],
  ["FREQ=MONTHLY;BYDAY=1TH;BYSETPOS=2", "20200101", 70, 0],
  ["FREQ=YEARLY;INTERVAL=999999999999", "20200101", 40, 0],
  ["FREQ=SECONDLY;INTERVAL=999999999999", "20200101", 900_000, 0],
] as const)
  test(`looks at few days for ${rule} from ${start}`, () => {
    const { found, steps: taken } = followed(rule, start, on("2026-11-25"), on("2026-12-02"))
    assert.is(found.length, count)
    assert.ok(taken <= steps, `${taken} steps`)
  })

test("stops as soon as it has taken too many steps", () => {
  for (const rule of [
    "FREQ=SECONDLY",
    "FREQ=MINUTELY;COUNT=1000000000;BYDAY=MO",
    "FREQ=DAILY;BYMONTHDAY=1;COUNT=1000000000",
  ])
    assert.throws(() => followed(rule, "19000101", on("2026-11-25"), on("2026-12-02"), 5_000), "too many", rule)
})

for (const rule of [
  "",
  "BYDAY=MO",
  "FREQ=FORTNIGHTLY",
  "FREQ=DAILY;FREQ=WEEKLY",
  "FREQ=WEEKLY;BYDAY=XX",
  "FREQ=WEEKLY;BYDAY=",
  "FREQ=WEEKLY;BYDAY=MO;BYMONTH=13",
  "FREQ=MONTHLY;BYMONTHDAY=0",
  "FREQ=MONTHLY;BYMONTHDAY=32",
  "FREQ=DAILY;INTERVAL=two",
  "FREQ=DAILY;COUNT=0",
  "FREQ=DAILY;BYHOUR=24",
  "FREQ=DAILY;BYEASTER=1",
  "FREQ=DAILY;BYDAY=1MO",
  "FREQ=WEEKLY;BYMONTHDAY=1",
  "FREQ=MONTHLY;BYWEEKNO=20;BYDAY=MO",
  "FREQ=MONTHLY;BYYEARDAY=100",
  "FREQ=YEARLY;BYWEEKNO=20",
  "FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO",
  "RSCALE=CHINESE;FREQ=YEARLY",
])
  test(`refuses the rule "${rule}"`, () => assert.throws(() => ruleIn(rule), /cannot be read/))

test.run()
