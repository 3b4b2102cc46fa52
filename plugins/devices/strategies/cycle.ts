import { z } from "platen/sdk"
import { defineStrategy } from "platen/sdk/device"

/** Strategy "cycle": modes in the order of the config. */
export const cycle = defineStrategy({
  id: "cycle",
  memory: z.object({ next: z.number().int().min(0) }),
  next: (modes, memory) => {
    const place = (memory?.next ?? 0) % modes.length
    return { mode: modes[place]!, memory: { next: place + 1 } }
  },
  jump: (modes, _, mode) => ({ next: modes.indexOf(mode) + 1 }),
})
