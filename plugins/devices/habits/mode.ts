import { field, z } from "platen/sdk"
import { defineMode } from "platen/sdk/mode"
import { activeConfig, activeRecord } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"
import type { ContentContext, Mode } from "platen/sdk/mode"
import { habitName } from "./name.js"
import { HABIT, MAX_HABITS, numberOf } from "./service.js"
import { exampleRows, rowsOf } from "./shown.js"
import type { Item } from "./shown.js"
import { HABITS } from "./slice.js"
import { view } from "./view.js"

const data = z.object({
  day: z.object({ year: z.number().int(), month: z.number().int(), day: z.number().int(), weekday: z.number().int() }),
  /** "example": invented habits, labelled as an example. "unread": the recorded habits could not be read. */
  of: z.enum(["device", "example", "unread"]),
  /** `week`: days on which it was done, Monday first; future days are false. */
  habits: z.array(
    z.object({
      name: z.string(),
      week: z.array(z.boolean()).length(7),
      /** The weeks before this one, the oldest first: seven bits each, Monday the lowest. */
      past: z.array(z.number().int().min(0).max(127)).optional(),
    }),
  ),
})
export type HabitData = z.output<typeof data>

const item = z.object({
  name: field(habitName, { label: { en: "Name", zh: "名称" }, widget: "text" }),
  done: field(z.boolean().default(false), {
    label: { en: "Done", zh: "已完成" },
    help: {
      en: "Marks the day on which you save this. Once a habit has check-ins, those count instead.",
      zh: "指保存当天已完成；打过卡的习惯以打卡记录为准。",
    },
    widget: "toggle",
  }),
})

const settings = z.strictObject({
  habitItems: field(z.array(item).max(MAX_HABITS, `must have at most ${MAX_HABITS} habits`).default([]), {
    label: { en: "Habits", zh: "习惯" },
    help: { en: "Shown together with the habits that have check-ins.", zh: "与打过卡的习惯一起显示。" },
    widget: "list",
  }),
  design: field(z.enum(["weeks", "year"]).default("weeks"), {
    label: {
      en: "Page",
      zh: "版式",
      de: "Seite",
      es: "Página",
      fr: "Page",
      it: "Pagina",
      ja: "ページ",
      nl: "Pagina",
      "zh-Hant": "版式",
    },
    help: {
      en: "The last weeks, or a year of each habit on one sheet. Screens of less than 4.2 inches show the former.",
      zh: "最近几周，或每个习惯的一整年。小于 4.2 英寸的屏幕只显示前者。",
      de: "Die letzten Wochen, oder ein Jahr jeder Gewohnheit auf einem Blatt. Bildschirme unter 4,2 Zoll zeigen das Erste.",
      es: "Las últimas semanas, o un año de cada hábito en una hoja. Las pantallas de menos de 4,2 pulgadas muestran lo primero.",
      fr: "Les dernières semaines, ou une année de chaque habitude sur une feuille. Les écrans de moins de 4,2 pouces montrent la première.",
      it: "Le ultime settimane, o un anno di ogni abitudine su un foglio. Gli schermi sotto i 4,2 pollici mostrano la prima.",
      ja: "最近の数週間か、習慣ごとの一年を表示します。4.2インチ未満の画面は前者です。",
      nl: "De laatste weken, of een jaar van elke gewoonte op één blad. Schermen onder 4,2 inch tonen het eerste.",
      "zh-Hant": "最近幾週，或每個習慣的一整年。小於 4.2 吋的螢幕只顯示前者。",
    },
    widget: "select",
    options: {
      weeks: {
        en: "Weeks",
        zh: "几周",
        de: "Wochen",
        es: "Semanas",
        fr: "Semaines",
        it: "Settimane",
        ja: "週",
        nl: "Weken",
        "zh-Hant": "幾週",
      },
      year: {
        en: "Year",
        zh: "一年",
        de: "Jahr",
        es: "Año",
        fr: "Année",
        it: "Anno",
        ja: "一年",
        nl: "Jaar",
        "zh-Hant": "一年",
      },
    },
  }),
})
export type HabitSettings = z.output<typeof settings>
type Context = ContentContext<HabitSettings>

/** Mode of a device's habits in this week. Its content is not cached, so that a new mark appears on the next page. */
export function habitMode({
  devices,
  service,
}: {
  readonly devices: Pick<Devices, "get">
  readonly service: Service
}): Mode {
  return defineMode<HabitData, HabitSettings>({
    id: HABIT,
    title: {
      en: "Habits",
      de: "Gewohnheiten",
      es: "Hábitos",
      fr: "Habitudes",
      it: "Abitudini",
      ja: "習慣",
      nl: "Gewoontes",
      zh: "习惯打卡",
      "zh-Hant": "習慣打卡",
    },
    description: {
      en: "Daily habits: this week’s check-ins, and whether today is done.",
      zh: "每天想坚持的事：本周哪几天做了，今天做了没有。",
    },
    icon: "check",
    settings,
    data,
    perDevice: true,
    cacheFor: 0,
    suits: { parts: ["morning", "evening"] },
    content: async (context) => {
      const { realm, mac } = context
      if (realm === undefined || mac === undefined) return { data: withoutDevice(context) }
      const device = await devices.get(realm, mac)
      return {
        data: {
          day: context.day,
          of: "device",
          habits: rowsOf(
            device?.get(HABITS).habits ?? [],
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

/** Habits from the settings alone. */
function listed({ day, settings: { habitItems } }: Context): HabitData["habits"] {
  return rowsOf([], habitItems, day, () => numberOf(day))
}

/**
 * The day to which `done` in the settings refers: the day on which they were saved, so that it does not count as done again each day. Settings that are
 * not saved, as in a preview, refer to today.
 */
function doneOn(device: Device | undefined, { day, timeZone }: Context, service: Service): (item: Item) => number {
  const saved = device && activeConfig(device)?.settings[HABIT]?.habitItems
  const { createdAt } = (device && activeRecord(device)) ?? {}
  const items = z.array(item).safeParse(saved).data ?? []
  const today = numberOf(day)
  const then = createdAt === undefined ? today : numberOf(service.localTime(createdAt, timeZone))
  return ({ name }) => (items.some((each) => each.name === name && each.done) ? then : today)
}
