import { field, z } from "platen/sdk"
import { activeConfig, activeRecord } from "platen/sdk/device"
import { defineMode } from "platen/sdk/mode"
import type { Service } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"
import type { ContentContext, Mode } from "platen/sdk/mode"
import { habitName } from "./name.js"
import { HABIT, MAX_HABITS, numberOf } from "./service.js"
import { exampleRows, rowsOf } from "./shown.js"
import type { Item } from "./shown.js"
import { view } from "./view.js"

const data = z.object({
  day: z.object({ year: z.number().int(), month: z.number().int(), day: z.number().int(), weekday: z.number().int() }),
  /** "example": of nobody, and marked so. "unread": what is recorded could not be read. */
  of: z.enum(["device", "example", "unread"]),
  /** `week`: whether it was done, Monday first; days to come are false. */
  habits: z.array(z.object({ name: z.string(), week: z.array(z.boolean()).length(7) })),
})
export type HabitData = z.output<typeof data>

const item = z.object({
  name: field(habitName, { label: { en: "Name", zh: "名称" }, widget: "text" }),
  done: field(z.boolean().default(false), {
    label: { en: "Done", zh: "已完成" },
    help: {
      en: "On the day on which this is saved. Once a habit is checked in, its check-ins count instead.",
      zh: "指保存当天已完成；打过卡的习惯以打卡记录为准。",
    },
    widget: "toggle",
  }),
})

const settings = z.strictObject({
  habitItems: field(z.array(item).max(MAX_HABITS, `name at most ${MAX_HABITS} habits`).default([]), {
    label: { en: "Habits", zh: "习惯" },
    help: { en: "Shown beside those that were checked in.", zh: "与打过卡的习惯一起显示。" },
    widget: "list",
  }),
})
export type HabitSettings = z.output<typeof settings>
type Context = ContentContext<HabitSettings>

/** This week's habits of a device. Read anew for every page: a day that was just marked is on it. */
export function habitMode({
  devices,
  service,
}: {
  readonly devices: Pick<Devices, "get">
  readonly service: Service
}): Mode {
  return defineMode<HabitData, HabitSettings>({
    id: HABIT,
    title: { en: "Habits", zh: "习惯打卡" },
    description: {
      en: "What you mean to do day by day: this week’s marks, and whether today has its own.",
      zh: "每天想坚持的事：本周哪几天做了，今天做了没有。",
    },
    icon: "check",
    settings,
    data,
    perDevice: true,
    cacheFor: 0,
    suits: { parts: ["morning", "evening"] },
    content: async (context) => {
      const { edition, mac } = context
      if (edition === undefined || mac === undefined) return { data: withoutDevice(context) }
      const device = await devices.get(edition, mac)
      return {
        data: {
          day: context.day,
          of: "device",
          habits: rowsOf(
            device?.habits ?? [],
            context.settings.habitItems,
            context.day,
            doneOn(device, context, service),
          ),
        },
      }
    },
    fallback: (context) =>
      context.mac === undefined
        ? withoutDevice(context)
        : { ...withoutDevice(context), of: "unread", habits: listed(context) },
    view,
  })
}

function withoutDevice(context: Context): HabitData {
  const {
    day,
    language,
    settings: { habitItems },
  } = context
  return habitItems.length === 0
    ? { day, of: "example", habits: exampleRows(day, language) }
    : { day, of: "device", habits: listed(context) }
}

/** What the settings alone tell. */
function listed({ day, settings: { habitItems } }: Context): HabitData["habits"] {
  return rowsOf([], habitItems, day, () => numberOf(day))
}

/**
 * The day that the settings speak of: that on which they were saved, so that what was done then is not taken for done
 * today. What was not saved yet is being tried out: today.
 */
function doneOn(device: Device | undefined, { day, timeZone }: Context, service: Service): (item: Item) => number {
  const saved = device && activeConfig(device)?.modeOverrides[HABIT]?.habitItems
  const { createdAt } = (device && activeRecord(device)) ?? {}
  const items = z.array(item).safeParse(saved).data ?? []
  const today = numberOf(day)
  const then = createdAt === undefined ? today : numberOf(service.localTime(createdAt, timeZone))
  return ({ name }) => (items.some((each) => each.name === name && each.done) ? then : today)
}
