import { definePlugin } from "platen/sdk"
import { STRATEGIES } from "platen/sdk/device"
import { cycle } from "./cycle.js"
import { random } from "./random.js"
import { smart } from "./smart.js"
import { timeSlot } from "./time-slot.js"

/** Plugin of the strategies that choose a device's next mode. */
export default definePlugin({ id: "strategies", setup: () => [STRATEGIES.of(cycle, random, smart, timeSlot)] })
