import { definePlugin } from "platen/sdk"
import { cycle } from "./cycle.js"
import { random } from "./random.js"
import { smart } from "./smart.js"
import { timeSlot } from "./time-slot.js"

/** Ways of going through a device's modes. */
export default definePlugin({ id: "strategies", setup: () => ({ strategies: [cycle, random, smart, timeSlot] }) })
