import { z } from "platen/sdk"
import { defineSlice } from "platen/sdk/device"

/** The screen with which a device called last: its content is made for that. Without a width it has not called yet. */
export const SCREEN = defineSlice(
  "ahead/screen",
  z.object({
    width: z.number().int().default(0),
    height: z.number().int().default(0),
    palette: z.string().default(""),
    codec: z.string().default(""),
  }),
  { row: "runtime" },
)
