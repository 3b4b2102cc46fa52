import { z } from "platen/sdk"
import type { TimeWindow } from "platen/sdk/device"

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
const EVERY_DAY: readonly number[] = [1, 2, 3, 4, 5, 6, 7]
const DAY_MINUTES = 1440

const number = (most: number): z.ZodType<number> => {
  const said = `must be a whole number from 0 to ${most}`
  return z.number(said).int(said).min(0, said).max(most, said)
}
const time = (said: string, pattern: RegExp): z.ZodType<string> => z.string(said).regex(pattern, said)
const START = 'must be a time of day from "00:00" to "23:59"'
const END = 'must be a time of day from "00:00" to "24:00"'
const WEEKDAY = 'must be 1 (Monday) to 7 (Sunday), or a day\'s English name, such as "Mon" or "Monday"'
const weekday = z.custom<number | string>((given) => dayOfWeek(given) !== undefined, WEEKDAY)

/**
 * The schema of a rule of a config for times of the day. The start is `startHour` (0 to 23) with `startMinute`, or `start` ("07:30"); the end is
 * `endHour` (0 to 24) with `endMinute`, or `end`. `weekdays`: the days on which it begins, default every day. Other keys are kept.
 */
export const timeWindowRule = z
  .looseObject({
    startHour: number(23).optional().describe("The hour at which it begins."),
    startMinute: number(59).optional().describe("The minute at which it begins. Default: 0."),
    endHour: number(24).optional().describe("The hour at which it ends."),
    endMinute: number(59).optional().describe("The minute at which it ends. Default: 0."),
    start: time(START, /^([01]?\d|2[0-3]):[0-5]\d$/)
      .optional()
      .describe('When it begins, in place of startHour: "07:30".'),
    end: time(END, /^(([01]?\d|2[0-3]):[0-5]\d|24:00)$/)
      .optional()
      .describe('When it ends, in place of endHour: "09:00".'),
    weekdays: z
      .array(weekday, "must be a list of days")
      .min(1, "name at least one day, or leave it out for every day")
      .max(7, "name each day once")
      .optional()
      .describe("The days on which it begins: 1 Monday to 7 Sunday, or names. Default: every day."),
    modes: z.array(z.string()).describe("The ids of the modes that it shows."),
  })
  .superRefine((rule, { addIssue }) => {
    for (const [text, hour, minute, example] of [
      ["start", "startHour", "startMinute", '"07:30"'],
      ["end", "endHour", "endMinute", '"09:00"'],
    ] as const) {
      const twice = rule[text] !== undefined && (rule[hour] !== undefined || rule[minute] !== undefined)
      if (twice)
        addIssue({
          code: "custom",
          path: [text],
          message: `is said twice: leave out "${hour}" and "${minute}", or this`,
        })
      else if (rule[text] === undefined && rule[hour] === undefined)
        addIssue({ code: "custom", path: [hour], message: `is missing: write the hour, or "${text}": ${example}` })
    }
    if (rule.endHour === 24 && (rule.endMinute ?? 0) > 0)
      addIssue({ code: "custom", path: ["endMinute"], message: "must be 0 at hour 24, where the day ends" })
  })

/** Reads a stored rule; undefined for a value that is no rule. */
export function timeWindowOf(rule: unknown): TimeWindow | undefined {
  const { data } = timeWindowRule.safeParse(rule)
  return (
    data && {
      from: minutes(data.start, data.startHour, data.startMinute),
      until: minutes(data.end, data.endHour, data.endMinute),
      weekdays: data.weekdays?.map((day) => dayOfWeek(day)!) ?? EVERY_DAY,
      modes: data.modes.map((mode) => mode.trim().toUpperCase()),
    }
  )
}

function minutes(text: string | undefined, hour = 0, minute = 0): number {
  const [hours, rest] = text?.split(":").map(Number) ?? [hour, minute]
  return Math.min(DAY_MINUTES, hours! * 60 + rest!)
}

/** 1 to 7, of such a number, of a name or of its first three letters. */
function dayOfWeek(given: unknown): number | undefined {
  if (typeof given === "number") return EVERY_DAY.find((day) => day === given)
  const asked = typeof given === "string" ? given.trim().toLowerCase() : ""
  const at = DAYS.findIndex((day) => asked === day || asked === day.slice(0, 3))
  return at < 0 ? undefined : at + 1
}
