import { z } from "../schema.js"
import type { SourceShape } from "../mode/mode.js"

const chinese = z.string().min(1).max(30)
/** A name in Chinese, in the characters of the page's language, and in English; null where none is in general use. */
const name = z.strictObject({ zh: chinese, en: z.string().max(60).nullable() })
const item = name.extend({ en: z.string().min(1).max(60) })
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const almanac = z.strictObject({
  lunar: z.strictObject({
    year: z.number().int().describe("2026 for the lunar year that begins in 2026."),
    month: z.number().int().min(1).max(12),
    leap: z.boolean().describe("The second month of this number."),
    day: z.number().int().min(1).max(30),
    yearName: item.describe("丙午, Bing-Wu."),
    zodiac: item.describe("马, Horse."),
    monthName: item,
    dayName: chinese,
  }),
  pillars: z
    .strictObject({ year: item, month: item, day: item })
    .describe("Stems and branches. This year and these months begin with solar terms, not with moons."),
  term: item.nullable().describe("The solar term that begins today."),
  nextTerm: z.strictObject({ name: item, date, days: z.number().int().min(1).max(17).describe("Until it begins.") }),
  season: z
    .strictObject({ kind: z.enum(["nines", "dog-days"]), name: item, day: z.number().int().min(1).max(20) })
    .nullable()
    .describe("The nines of winter (数九) or the dog days (三伏), and which of its days it is."),
  festivals: z
    .array(item.extend({ kind: z.enum(["lunar", "solar"]) }))
    .max(4)
    .describe("Those of the solar year that only the mainland has are left out in traditional characters."),
  holiday: item
    .extend({ works: z.boolean().describe("True: a day of work in exchange for a free one.") })
    .nullable()
    .describe("Of the mainland, where its government has published it."),
  suitable: z.array(item).max(40).describe("宜"),
  unsuitable: z.array(item).max(40).describe("忌"),
  clash: z.strictObject({ zodiac: item, direction: item }).describe("冲煞: 冲龙煞北."),
  sound: z.strictObject({ name, element: item }).describe("纳音: 大海水, Water."),
  pengzu: z.array(chinese).length(2).describe("彭祖百忌 of the stem and the branch of the day."),
  directions: z
    .strictObject({ joy: item, wealth: item, fortune: item, yangNoble: item, yinNoble: item })
    .describe("吉神方位: 喜神, 财神, 福神, 阳贵神, 阴贵神."),
})

/** A day of the Chinese almanac. */
export type Almanac = z.output<typeof almanac>

/** The day in the Chinese calendar, and what its almanac says of it. Years 1 to 9999. */
export const ALMANAC: SourceShape<object, Almanac> = {
  name: "almanac",
  description: "The lunar date, the solar term, festivals and what the Chinese almanac says of the day.",
  parameters: z.strictObject({}),
  result: almanac,
}
