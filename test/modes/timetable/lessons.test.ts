import { suite } from "uvu"
import * as assert from "uvu/assert"
import { dialect } from "../../../modes/timetable/dialect.js"
import { beginsPart, weekFrom } from "../../../modes/timetable/lessons.js"
import { periodsOf } from "../../../modes/timetable/periods.js"
import { presentAt } from "../../../modes/timetable/present.js"

const test = suite("timetable lessons")

const TIMES: readonly (readonly [label: string, kind: string, start?: number, end?: number])[] = [
  ["08:00-09:30", "range", 480, 570],
  ["8:00 – 9:30", "range", 480, 570],
  ["8.00-9.30", "range", 480, 570],
  ["8h00-9h30", "range", 480, 570],
  ["08：00～09：30", "range", 480, 570],
  ["8-9:30", "range", 480, 570],
  ["9:00 am - 12:30 pm", "range", 540, 750],
  ["1:00-2:30 PM", "range", 780, 870],
  ["11:00-12:30 pm", "range", 660, 750],
  ["22:00-06:00", "range", 1320, 1800],
  ["第1-2节 08:00-09:40", "name", 480, 580],
  ["Lesson 1 (8:00-8:45)", "name", 480, 525],
  ["14:00", "start", 840, 900],
  ["Lesson 1-2", "name"],
  ["P1", "name"],
  ["25:00-26:00", "name"],
  ["8:75", "name"],
  ["", "name"],
]

test("reads the times of a period, and takes what is none for a name", () => {
  for (const [label, kind, start, end] of TIMES) {
    const [read] = periodsOf([label])
    assert.equal([read!.kind, read!.start, read!.end], [kind, start, end], label)
  }
})

test("lets a period without an end last until the next one begins, the last one as long as the one before", () => {
  assert.equal(
    periodsOf(["8:00", "Break", "10:00", "12:30"]).map(({ end }) => end),
    [600, undefined, 750, 900],
  )
  assert.equal(
    periodsOf(["8:00", "8:45"]).map(({ end }) => end),
    [525, 570],
  )
})

test("makes one lesson of equal neighbours, but over noon", () => {
  const labels = ["8:00-9:00", "9:00-10:00", "11:00-12:00", "13:00-14:00"]
  const courses = { "0-0": "A/1", "0-1": "A/1", "0-2": "A/2", "0-3": "A/2", "1-0": "A/1", "1-2": "A/1" }
  const { lessons, periods } = weekFrom(labels, courses)
  assert.equal(
    lessons.map(({ day, first, last, room }) => [day, first, last, room]),
    [
      [0, 0, 1, "1"],
      [0, 2, 2, "2"],
      [0, 3, 3, "2"],
      [1, 0, 0, "1"],
      [1, 2, 2, "1"],
    ],
  )
  assert.equal(
    [0, 1, 2, 3].map((i) => beginsPart(periods, i)),
    [false, false, false, true],
  )
})

test("leaves out periods without lessons at both ends, and numbers periods that nobody named", () => {
  const { periods, lessons } = weekFrom(["1", "2"], { "4-1": "Maths", "4-3": "Sports" })
  assert.equal(
    periods.map(({ label }) => label),
    ["2", "3", "4"],
  )
  assert.equal(
    lessons.map(({ first }) => first),
    [0, 2],
  )
})

test("divides a name from its room at the first slash", () => {
  const names = (text: string): unknown => weekFrom([], { "0-0": text }).lessons.map(({ name, room }) => [name, room])
  assert.equal(names("Maths/B12/2"), [["Maths", "B12/2"]])
  assert.equal(names("体育／操场"), [["体育", "操场"]])
  assert.equal(names("Maths"), [["Maths", undefined]])
  assert.equal(names("/B12"), [["B12", undefined]])
  for (const nothing of ["", " ", "/", "\u200b"]) assert.equal(names(nothing), [], JSON.stringify(nothing))
})

const WEEK = weekFrom(["08:00-09:30", "10:00-11:30", "22:00-06:00"], {
  "0-0": "Maths",
  "0-1": "Music",
  "1-2": "Night shift",
})
/** `weekday`: 0 Sunday. */
const at = (weekday: number, hour: number, minute = 0): unknown => {
  const { running, next, isUntimed } = presentAt(WEEK, { weekday, hour, minute })
  return [running?.lesson.name, running?.end, next?.lesson.name, next?.days, next?.inMinutes, isUntimed]
}

test("knows the running lesson and the next one", () => {
  assert.equal(at(1, 7), [undefined, undefined, "Maths", 0, 60, false])
  assert.equal(at(1, 8), ["Maths", 570, "Music", 0, 120, false])
  assert.equal(at(1, 9, 30), [undefined, undefined, "Music", 0, 30, false])
  assert.equal(at(1, 12), [undefined, undefined, "Night shift", 1, 2040, false])
  assert.equal(at(2, 23), ["Night shift", 1800, "Maths", 6, 7740, false])
  assert.equal(at(3, 5, 59), ["Night shift", 360, "Maths", 5, 7321, false])
  assert.equal(at(3, 6), [undefined, undefined, "Maths", 5, 7320, false])
  assert.equal(at(0, 9), [undefined, undefined, "Maths", 1, 1380, false])
})

test("says of lessons without times that nobody knows which one runs", () => {
  const untimed = weekFrom(["P1", "P2"], { "0-0": "Maths", "1-1": "Music" })
  const present = presentAt(untimed, { weekday: 1, hour: 9, minute: 0 })
  assert.equal([present.running, present.isUntimed, present.next?.lesson.name], [undefined, true, "Music"])
  assert.is(presentAt(untimed, { weekday: 0, hour: 9, minute: 0 }).isUntimed, false)
})

test("refuses nothing that clients send", () => {
  const day = { year: 2026, month: 11, day: 21, weekday: 6 }
  const read = (given: object): unknown => dialect.read(given as Record<string, unknown>, day)
  assert.equal(read({}), {})
  assert.equal(read({ style: "daily", periods: [" P1 ", 2, null], courses: { " 0-0 ": " Maths ", "0-1": 7 } }), {
    style: "daily",
    periods: ["P1", "2", ""],
    courses: { "0-0": "Maths", "0-1": "7" },
  })
  assert.equal(read({ style: 5, periods: "8:00", courses: ["Maths"], city: "x" }), {
    city: "x",
    style: "weekly",
    periods: [],
    courses: {},
  })
  assert.equal(read({ courses: { "7-0": "x", "0-16": "x", "00-1": "x", "0-0": `${"x".repeat(79)}😀` } }), {
    courses: { "0-0": "x".repeat(79) },
  })
})

test.run()
