import { field, secret, z } from "platen/sdk"
import { defineMode } from "platen/sdk/mode"
import type { ContentContext } from "platen/sdk/mode"
import { gathered, MAX_EVENTS } from "./gather.js"
import { UNITS } from "./units.js"
import { view } from "./view.js"

const event = z.object({
  title: z.string(),
  place: z.string(),
  allDay: z.boolean(),
  /** Milliseconds since 1970 in UTC. */
  at: z.number().int(),
  until: z.number().int(),
  /** Local days, such as 2026-11-23; both included. */
  first: z.string(),
  last: z.string(),
})
export type BriefingEvent = z.output<typeof event>

const data = z.object({
  /** Degrees Celsius; `low` and `high` of today. */
  weather: z
    .object({
      temperature: z.number(),
      apparent: z.number(),
      code: z.number().int().nullable(),
      isDay: z.boolean(),
      low: z.number(),
      high: z.number(),
    })
    .nullable(),
  /** Why there is no weather. */
  missing: z.enum(["place", "network"]).optional(),
  /** From today on; some may be over. */
  events: z.array(event).max(MAX_EVENTS),
  /** Names of the calendars that could not be read; "" for one without a name. */
  unread: z.array(z.string()),
  /** Calendars of which some entries could not be read. */
  incomplete: z.array(z.object({ name: z.string(), entries: z.number().int().min(1) })).default([]),
  news: z.array(z.object({ title: z.string(), source: z.string() })),
  /** The line of the day, where a language model wrote one. */
  line: z.string().optional(),
})
export type BriefingData = z.output<typeof data>

const feed = z.strictObject({
  name: field(z.string().trim().max(60).default(""), { label: { en: "Name", zh: "名称" }, widget: "text" }),
  url: secret({
    label: { en: "Link", zh: "链接" },
    help: {
      en: "Of a calendar in the iCalendar format; with a connection, a path.",
      zh: "iCalendar 格式的日历链接；使用连接时为路径。",
    },
    widget: "text",
  }).or(z.literal("")),
  connection: field(z.string().trim().max(40).default(""), {
    label: { en: "Connection", zh: "连接" },
    help: {
      en: "One that the operator has granted to you. Most calendars need none.",
      zh: "由管理员授权给你；多数日历不需要。",
    },
    widget: "text",
  }),
})

const settings = z.strictObject({
  written: field(z.boolean().default(true), {
    label: { en: "Line by a language model", zh: "由语言模型撰写结尾一句" },
    help: {
      en: "Where one is set up it writes the line of the day, and a pen marks the page. It is told nothing of your appointments.",
      zh: "设置了语言模型后，由它撰写每天的一句话，并以笔形图标标明。它不会得知你的日程。",
    },
    widget: "toggle",
  }),
  feeds: field(z.array(feed).max(8).default([]), {
    label: { en: "Calendars", zh: "日历" },
    help: { en: "Their next appointments stand on the page.", zh: "页面显示其中接下来的日程。" },
    widget: "list",
  }),
  urls: field(z.array(z.string().trim().min(1).max(2_000)).max(8).default([]), {
    label: { en: "News feeds", zh: "新闻订阅源" },
    help: {
      en: "Addresses of RSS, Atom or JSON feeds. None: the top stories of Hacker News.",
      zh: "RSS、Atom 或 JSON 订阅源的地址。留空则显示 Hacker News 的头条。",
    },
    widget: "list",
  }),
  units: field(z.enum(UNITS).default("auto"), {
    label: { en: "Units", zh: "单位" },
    widget: "select",
    options: {
      auto: { en: "By language", zh: "按语言" },
      metric: { en: "°C, km/h", zh: "°C、km/h" },
      us: { en: "°F, mph", zh: "°F、mph" },
      uk: { en: "°C, mph", zh: "°C、mph" },
    },
  }),
})
export type BriefingSettings = z.output<typeof settings>

/** Settings of existing clients that say how their server makes this page. */
const UNUSED = new Set(["hn_limit", "v2ex_limit", "summarize", "include_insight"])

export default defineMode<BriefingData, BriefingSettings>({
  id: "BRIEFING",
  group: "featured",
  title: {
    en: "Briefing",
    zh: "简报",
    de: "Morgenlage",
    es: "Resumen",
    fr: "Le point",
    it: "In breve",
    ja: "ブリーフィング",
    nl: "Briefing",
    "zh-Hant": "簡報",
  },
  description: {
    en: "The weather, the next appointments, three headlines, and a line to live by.",
    zh: "天气、接下来的日程、三条头条，还有一句话。",
  },
  icon: "coffee",
  suits: { parts: ["morning", "noon"] },
  settings,
  dialect: {
    read: (given) => Object.fromEntries(Object.entries(given).filter(([key]) => !UNUSED.has(key))),
    write: () => ({}),
  },
  data,
  cacheFor: 1_800,
  perUser: true,
  content: async (context) => ({ data: await gathered(context) }),
  fallback: ({ place }: ContentContext<BriefingSettings>) => ({
    weather: null,
    missing: place ? "network" : "place",
    events: [],
    unread: [],
    incomplete: [],
    news: [],
  }),
  view,
})
