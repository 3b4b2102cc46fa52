import { z } from "platen/sdk"
import { defineSlice } from "platen/sdk/device"

/** The credential of a device's read-only pictures. */
export const WIDGET = defineSlice("widget/token", z.object({ token: z.string().optional() }))
