import { field, z } from "platen/sdk"
import { defineMode } from "platen/sdk/mode"
import type { ContentContext } from "platen/sdk/mode"
import { dialect, MAX_COURSE, MAX_DAY, MAX_LABEL, MAX_SHORT } from "./dialect.js"
import { COURSE_KEY, MAX_PERIODS, weekFrom } from "./lessons.js"
import { view } from "./view.js"

const data = z.object({
  periods: z.array(
    z.object({
      label: z.string(),
      kind: z.enum(["range", "start", "name"]),
      /** Minutes after midnight; an end after 1440 is on the next day. */
      start: z.number().int().optional(),
      end: z.number().int().optional(),
    }),
  ),
  /** `day`: 0 Monday to 6 Sunday. `first`, `last`: positions of its periods. */
  lessons: z.array(
    z.object({
      day: z.number().int().min(0).max(6),
      first: z.number().int(),
      last: z.number().int(),
      name: z.string(),
      room: z.string().optional(),
    }),
  ),
})
export type TimetableData = z.output<typeof data>

const settings = z.strictObject({
  style: field(z.enum(["weekly", "daily"]).default("weekly"), {
    label: { en: "Shows", zh: "显示" },
    widget: "select",
    options: { weekly: { en: "The week", zh: "一周" }, daily: { en: "Today", zh: "今天" } },
  }),
  periods: field(z.array(z.string().max(MAX_LABEL)).max(MAX_PERIODS).default([]), {
    label: { en: "Periods of the day", zh: "每天的时段" },
    help: {
      en: 'In order: times such as "08:00-09:30", or names such as "Early shift". With times the page marks the lesson that runs.',
      zh: "按顺序填写：时间，如“08:00-09:30”，或名称，如“早班”。填写时间后，页面会标出正在进行的一节。",
    },
    widget: "list",
  }),
  weekdays: field(z.array(z.string().max(MAX_DAY)).max(7).optional(), {
    label: { en: "Names of the days", zh: "星期名称" },
    help: {
      en: "From Monday, such as Day A, Day B. A day with a name has a column also without lessons; an empty one has its usual name.",
      zh: "从星期一开始，如“A 日”“B 日”。填写的日子没有课也有一列；留空则用通常的名称。",
    },
    widget: "list",
  }),
  courses: field(
    z
      .record(
        z.string().regex(COURSE_KEY, 'must be a day from 0 (Monday) to 6 and a period from 0, such as "0-0"'),
        z.string().max(MAX_COURSE),
      )
      .default({}),
    {
      label: { en: "Lessons or shifts", zh: "课程或班次" },
      help: {
        en: 'By day and period, both from 0: { "0-0": "Maths/B12" } is the first period of Monday, with its room.',
        zh: '按“星期-时段”填写，都从 0 开始：{ "0-0": "数学/B12" } 是星期一的第一个时段，斜线后是地点。',
      },
      widget: "textarea",
    },
  ),
  short: field(z.record(z.string().max(MAX_COURSE), z.string().max(MAX_SHORT)).default({}), {
    label: { en: "Short names", zh: "简称" },
    help: {
      en: 'For cells that are too narrow: { "Chemistry": "Chem" }.',
      zh: '格子太窄时使用：{ "思想品德": "思品" }。',
    },
    widget: "textarea",
  }),
})
export type TimetableSettings = z.output<typeof settings>

export default defineMode<TimetableData, TimetableSettings>({
  id: "TIMETABLE",
  title: {
    en: "Timetable",
    zh: "课程表",
    de: "Stundenplan",
    es: "Horario",
    fr: "Emploi du temps",
    it: "Orario",
    ja: "時間割",
    nl: "Rooster",
    "zh-Hant": "課表",
  },
  description: {
    en: "A week of lessons or shifts, or those of today, with the present one marked.",
    zh: "一周或今天的课程与班次，并标出正在进行的一节。",
  },
  icon: "book",
  suits: { parts: ["morning", "noon", "afternoon"] },
  settings,
  dialect,
  data,
  content: async (context) => ({ data: timetable(context) }),
  fallback: timetable,
  view,
})

function timetable({ settings: { periods, courses } }: ContentContext<TimetableSettings>): TimetableData {
  const week = weekFrom(periods, courses)
  return { periods: [...week.periods], lessons: [...week.lessons] }
}
