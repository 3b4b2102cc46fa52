import { z } from "platen/sdk"
import { defineSlice } from "platen/sdk/device"

const alert = z.object({
  sender: z.string(),
  message: z.string(),
  level: z.string(),
  at: z.number(),
  until: z.number(),
})
/** A message that waits to be shown at once. `at`: when it was sent; it is never shown after `until`. */
export type Alert = z.output<typeof alert>

/** What a device is told at once. */
export const ALERTS = defineSlice(
  "alerts/alerts",
  z.object({
    /** The pending alerts, the oldest first. */
    waiting: z.array(alert).default([]),
    /** A caller who sends it may send alerts. */
    token: z.string().optional(),
  }),
)
