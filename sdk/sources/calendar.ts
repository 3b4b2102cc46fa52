import { z } from "../schema.js"
import type { SourceShape } from "../mode/mode.js"

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const event = z.strictObject({
  title: z.string().max(300).describe('"" without one.'),
  place: z.string().max(300),
  allDay: z.boolean(),
  at: z.number().int().describe("Milliseconds since 1970 in UTC; of an event all day the midnight of the screen."),
  until: z.number().int().describe("When it ends; the same as `at` for one without a length."),
  first: date.describe("The local day on which it begins."),
  last: date.describe("The local day on which it ends: one that ends at midnight ends on the day before."),
})

const calendar = z.strictObject({
  name: z.string().max(100).describe('As the calendar has it; "" without one.'),
  events: z.array(event).max(500).describe("By their begin; those all day first."),
  unread: z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe("Entries that cannot be read, or not wholly: something may be missing."),
})

/** An event of a calendar. */
export type CalendarEvent = z.output<typeof event>
/** The events of a calendar within some days. */
export type Calendar = z.output<typeof calendar>

/** The events of one calendar in the iCalendar format. Fails for one that cannot be read. */
export const CALENDAR: SourceShape<
  {
    url: string
    connection?: string | undefined
    from?: number | undefined
    days?: number | undefined
  },
  Calendar
> = {
  name: "calendar",
  description:
    "The events of a calendar: the link of one in the iCalendar format, as Google, Apple, Outlook and Nextcloud give it.",
  parameters: z.strictObject({
    url: z
      .string()
      .min(1)
      .max(4_000)
      .describe("Begins with https://, http:// or webcal://; with a connection, a path."),
    connection: z.string().max(40).default("").describe("A connection that the operator has granted."),
    from: z.number().int().min(-62).max(62).default(0).describe("The first day, counted from today."),
    days: z.number().int().min(1).max(62).default(7),
  }),
  result: calendar,
}
