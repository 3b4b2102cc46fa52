import { z } from "platen/sdk"
import { defineSlice } from "platen/sdk/device"

const habit = z.object({
  name: z.string(),
  /** The days on which it was done: week number to seven bits, Monday the lowest. Week 0 holds 1 January 1970. */
  weeks: z.record(z.string(), z.number().int()),
})
/** A habit of a device's people, with the days on which it was done. */
export type Habit = z.output<typeof habit>

/** The habits of a device. */
export const HABITS = defineSlice("habits/habits", z.object({ habits: z.array(habit).default([]) }))
