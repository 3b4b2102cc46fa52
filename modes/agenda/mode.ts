import { field, secret, z } from "platen/sdk"
import { defineMode } from "platen/sdk/mode"
import type { ContentContext } from "platen/sdk/mode"
import { CALENDAR } from "platen/sdk/sources"
import type { Calendar } from "platen/sdk/sources"
import { isoOf } from "./days.js"
import { view } from "./view.js"

const INKS = ["black", "red", "yellow", "blue", "green", "orange"] as const
const RANGES = ["day", "week", "month"] as const
const MAX_FEEDS = 8
const MAX_EVENTS = 300

const event = z.object({
  title: z.string(),
  place: z.string(),
  allDay: z.boolean(),
  at: z.number(),
  until: z.number(),
  first: z.string(),
  last: z.string(),
  /** Position of its calendar. */
  calendar: z.number().int().min(0),
})
export type AgendaEvent = z.output<typeof event>

const data = z.object({
  calendars: z
    .array(
      z.object({
        name: z.string(),
        ink: z.enum(INKS),
        isRead: z.boolean(),
        /** Entries of it that could not be read. */
        unread: z.number().int().min(0).default(0),
      }),
    )
    .max(MAX_FEEDS),
  events: z.array(event).max(MAX_EVENTS),
  /** The day of the page. */
  day: z.object({ year: z.number().int(), month: z.number().int(), day: z.number().int() }),
  /** Why there are no events. */
  missing: z.enum(["feeds", "network"]).optional(),
})
export type AgendaData = z.output<typeof data>

const feed = z.strictObject({
  name: field(z.string().trim().max(40).default(""), { label: { en: "Name", zh: "名称" }, widget: "text" }),
  url: secret({
    label: { en: "Link", zh: "链接" },
    help: {
      en: "The secret link of the calendar in the iCal format (https:// or webcal://). It is kept encrypted and never shown again.",
      zh: "日历的 iCal 私密链接（https:// 或 webcal://）。链接会加密保存，不再显示。",
    },
    widget: "text",
  }).or(z.literal("")),
  connection: field(z.string().max(40).default(""), {
    label: { en: "Connection", zh: "连接" },
    help: {
      en: "Only for a calendar behind a connection that the operator has granted; the link is then a path.",
      zh: "仅用于管理员授权的连接；此时链接只写路径。",
    },
    widget: "text",
  }),
  ink: field(z.enum(INKS).default("black"), {
    label: { en: "Ink", zh: "颜色" },
    widget: "select",
    options: {
      black: { en: "Black", zh: "黑" },
      red: { en: "Red", zh: "红" },
      yellow: { en: "Yellow", zh: "黄" },
      blue: { en: "Blue", zh: "蓝" },
      green: { en: "Green", zh: "绿" },
      orange: { en: "Orange", zh: "橙" },
    },
  }),
})

const settings = z.strictObject({
  feeds: field(z.array(feed).max(MAX_FEEDS).default([]), {
    label: { en: "Calendars", zh: "日历" },
    widget: "list",
  }),
  range: field(z.enum(RANGES).default("week"), {
    label: { en: "Shows", zh: "显示" },
    widget: "select",
    options: {
      day: { en: "The day", zh: "一天" },
      week: { en: "Seven days", zh: "七天" },
      month: { en: "The month", zh: "一个月" },
    },
  }),
})
export type AgendaSettings = z.output<typeof settings>

/** Days that are asked for: those of the range, and what stands below it. */
const DAYS = { day: 3, week: 7 } as const
/** Days of another month that a week may have. */
const WEEK = 6

export default defineMode<AgendaData, AgendaSettings>({
  id: "AGENDA",
  group: "featured",
  title: {
    en: "Agenda",
    zh: "日程",
    de: "Termine",
    es: "Agenda",
    fr: "Agenda",
    it: "Agenda",
    ja: "予定",
    nl: "Agenda",
    "zh-Hant": "日程",
  },
  description: {
    en: "The events of your calendars: the day, the week or the month.",
    zh: "日历中的安排：一天、一周或一个月。",
  },
  icon: "calendar",
  suits: { parts: ["morning", "noon", "afternoon"] },
  settings,
  data,
  cacheFor: 900,
  perUser: true,
  content: async (context) => {
    const feeds = context.settings.feeds.filter(({ url }) => url !== "")
    if (feeds.length === 0) return { data: without("feeds", context) }
    const { from, days } = spanOf(context)
    const answers = await Promise.allSettled(
      feeds.map(({ url, connection }) => context.source(CALENDAR, { url, connection, from, days })),
    )
    const read = answers.map((each) => (each.status === "fulfilled" ? each.value : undefined))
    if (read.every((each) => each === undefined)) throw (answers[0] as PromiseRejectedResult).reason
    return {
      data: {
        day: dayIn(context),
        calendars: feeds.map(({ name, ink }, i) => ({
          name: name || (read[i]?.name ?? ""),
          ink,
          isRead: read[i] !== undefined,
          unread: read[i]?.unread ?? 0,
        })),
        events: merged(read),
      },
    }
  },
  fallback: (context) => without(context.settings.feeds.some(({ url }) => url !== "") ? "network" : "feeds", context),
  isEmpty: ({ events }, { day }) => {
    const today = isoOf(day)
    return !events.some(({ first, last }) => first <= today && today <= last)
  },
  view,
})

function dayIn({ day: { year, month, day } }: Pick<ContentContext, "day">): AgendaData["day"] {
  return { year, month, day }
}

function without(missing: "feeds" | "network", context: Pick<ContentContext, "day">): AgendaData {
  return { calendars: [], events: [], day: dayIn(context), missing }
}

/** The days to ask for: of a month all its weeks, whatever day they begin with. */
function spanOf({ settings: { range }, day }: ContentContext<AgendaSettings>): { from: number; days: number } {
  return range === "month" ? { from: 1 - day.day - WEEK, days: 31 + 2 * WEEK } : { from: 0, days: DAYS[range] }
}

/** The events of all calendars by their begin. The same event in two calendars comes once. */
function merged(calendars: readonly (Calendar | undefined)[]): AgendaEvent[] {
  const seen = new Set<string>()
  return calendars
    .flatMap((calendar, i) => (calendar?.events ?? []).map((each) => ({ ...each, calendar: i })))
    .filter(({ title, at, until }) => {
      const key = `${at} ${until} ${title}`
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
    .sort((a, b) => a.at - b.at || Number(b.allDay) - Number(a.allDay))
    .slice(0, MAX_EVENTS)
}
