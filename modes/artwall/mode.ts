import { field, z } from "platen/sdk"
import { defineMode } from "platen/sdk/mode"
import type { ContentContext } from "platen/sdk/mode"
import { ALL_MOTIFS, ALL_STYLES, choiceOf } from "./motifs.js"
import type { Motif, Style } from "./motifs.js"
import { paintedFor } from "./painted.js"
import { view } from "./view.js"

const data = z.strictObject({
  motif: z.enum(ALL_MOTIFS as [Motif, ...Motif[]]),
  variant: z.number().int().min(0).max(2),
  seed: z.number().int().min(0).max(0xffffffff),
  season: z.enum(["spring", "summer", "autumn", "winter"]),
  day: z.strictObject({
    year: z.number().int(),
    month: z.number().int(),
    day: z.number().int(),
    weekday: z.number().int(),
  }),
  /** The name of the place. */
  place: z.string().exactOptional(),
  /** The id of the picture that a model has painted. */
  painted: z.string().max(100).exactOptional(),
})
export type Art = z.output<typeof data>

const settings = z.strictObject({
  style: field(z.enum(["any", ...(ALL_STYLES as [Style, ...Style[]])]).default("any"), {
    label: { en: "Subjects", zh: "题材" },
    widget: "select",
    options: {
      any: { en: "All in turn", zh: "轮流" },
      land: { en: "Land and city", zh: "山野与城市" },
      water: { en: "Water", zh: "水" },
      nature: { en: "Plants, shells and snow", zh: "草木、贝壳与雪" },
      sky: { en: "Stars and birds", zh: "星空与飞鸟" },
      patterns: { en: "Patterns", zh: "图案" },
    },
  }),
  painted: field(z.boolean().default(true), {
    label: { en: "Painted by a model", zh: "由模型绘制" },
    help: {
      en: "Where a painter is set up it paints this picture anew each day, and a pen marks it. Otherwise the drawing is shown.",
      zh: "设置了绘画模型后，每天由它绘制此画，并以笔形图标标明；否则显示线条画。",
    },
    widget: "toggle",
  }),
})
export type Settings = z.output<typeof settings>

export default defineMode<Art, Settings>({
  id: "ARTWALL",
  group: "featured",
  title: {
    en: "Art Wall",
    de: "Kunstwand",
    es: "Pared de arte",
    fr: "Mur d’art",
    it: "Parete d’arte",
    ja: "アートウォール",
    nl: "Kunstmuur",
    zh: "艺术墙",
    "zh-Hant": "藝術牆",
  },
  description: {
    en: "A picture a day with its title, its date and its place: a painter's where one is set up, else a drawing in lines.",
    zh: "每天一幅画，附标题、日期和地点：设置了绘画模型时由它绘制，否则为线条画。",
  },
  icon: "picture",
  suits: { parts: ["noon", "afternoon", "evening"] },
  settings,
  data,
  perUser: true,
  content: async (context) => {
    const art = drawing(context)
    const painted = await paintedFor(art, context)
    return { data: painted === undefined ? art : { ...art, painted } }
  },
  fallback: drawing,
  view,
})

/** The drawing of the day. */
function drawing({ day, place, settings: { style } }: ContentContext<Settings>): Art {
  const { year, month, weekday } = day
  return {
    ...choiceOf(day, place, style),
    day: { year, month, day: day.day, weekday },
    ...(place?.name !== undefined && { place: place.name }),
  }
}
