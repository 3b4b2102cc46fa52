import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { macParams } from "platen/sdk/kit"
import type { Auth, Route } from "platen/sdk/http"
import { habitName } from "./name.js"
import type { Habits } from "./service.js"

const AREAS = ["extended", "habits"]
const CONTROLLERS: Auth = { anyOf: ["device", "member", "admin"] }
const DONE = "●"
const OPEN = "○"

/** `habit_name`: alias of `habit`, as in the path of DELETE. */
const check = z
  .strictObject({
    habit: habitName.optional(),
    habit_name: habitName.optional(),
    date: z.iso.date('must be a calendar date, such as "2026-11-21"; leave it out for today').optional(),
    done: z.boolean("must be true, or false to remove the mark").default(true),
  })
  .refine(({ habit, habit_name: name }) => habit !== undefined || name !== undefined, {
    path: ["habit"],
    error: "must name the habit",
  })

const checked = z.strictObject({
  ok: z.literal(true),
  message: z.string(),
  habit: z.string(),
  date: z.iso.date(),
  done: z.boolean(),
})
const status = z.strictObject({
  mac: z.string(),
  habits: z.array(
    z.strictObject({
      name: z.string(),
      week_count: z.number().int(),
      today: z.boolean(),
      status: z.enum([DONE, OPEN]),
    }),
  ),
})
const removed = z.strictObject({ ok: z.literal(true), message: z.string() })

/** Routes that mark, list and delete habits. */
export function routes(habits: Habits): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/habit/check",
      areas: AREAS,
      auth: CONTROLLERS,
      summary: "Marks a habit as done on a day, by default today, or removes the mark. A new name creates a habit.",
      params: macParams,
      body: check,
      response: checked,
      handle: async ({ params: { mac }, body: { habit, habit_name: other, date, done }, area }) => {
        const name = (habit ?? other)!
        const day = await habits.check(area.realm, mac, { name, date, done })
        return {
          body: {
            ok: true,
            message: `Habit '${name}' ${done ? "checked" : "unchecked"}`,
            habit: name,
            date: day,
            done,
          },
        }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/device/:mac/habit/status",
      areas: AREAS,
      auth: CONTROLLERS,
      summary:
        "Lists the habits by name: the number of days from Monday to today on which each was done, and whether it was done today.",
      params: macParams,
      response: status,
      handle: async ({ params: { mac }, area }) => {
        const all = await habits.status(area.realm, mac)
        return {
          body: {
            mac,
            habits: all.map(({ name, count, today }) => ({
              name,
              week_count: count,
              today,
              status: today ? DONE : OPEN,
            })),
          },
        }
      },
    }),
    defineRoute({
      method: "DELETE",
      path: "/api/device/:mac/habit/:habit_name",
      areas: AREAS,
      auth: CONTROLLERS,
      summary: "Deletes a habit with all its marks.",
      params: macParams.and(z.object({ habit_name: habitName.describe("Name from the habit status.") })),
      response: removed,
      handle: async ({ params: { mac, habit_name: name }, area }) => {
        await habits.remove(area.realm, mac, name)
        return { body: { ok: true, message: `Habit '${name}' deleted` } }
      },
    }),
  ]
}
