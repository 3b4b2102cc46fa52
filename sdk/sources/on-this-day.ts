import { z } from "../schema.js"
import type { SourceShape } from "../mode/mode.js"

const onThisDay = z.strictObject({
  event: z.string().describe('What happened, in one sentence; "" on a day without an event.'),
  since: z.number().int().describe("The year; 0 on a day without an event."),
  years: z.number().int().min(0).describe("Years since then."),
  oldStyle: z.boolean().describe("True: the place still had the Julian calendar; the date is converted."),
  from: z
    .string()
    .max(40)
    .default("")
    .describe('Whose words these are, such as "Wikipedia"; "" for a table of the source\'s own.'),
})

/** An event of history on this day. */
export type OnThisDay = z.output<typeof onThisDay>

/** An event of this day in an earlier year. */
export const ON_THIS_DAY: SourceShape<object, OnThisDay> = {
  name: "on-this-day",
  description: "What happened on this day of an earlier year.",
  parameters: z.strictObject({}),
  result: onThisDay,
}
