import { z } from "../schema.js"
import type { SourceShape } from "../mode/mode.js"

const microgrammes = z.number().min(0).max(10_000).nullable()
const grains = z.number().min(0).max(100_000).nullable()

const air = z.strictObject({
  at: z.number().int().describe("Milliseconds since 1970 in UTC."),
  index: z
    .number()
    .min(0)
    .max(1_000)
    .nullable()
    .describe("European air quality index: to 20 good, to 40 fair, to 60 moderate, to 80 poor, to 100 very poor."),
  usIndex: z.number().min(0).max(1_000).nullable().describe("Air quality index of the USA."),
  pm25: microgrammes.describe("Particles up to 2.5 micrometres, microgrammes per cubic metre."),
  pm10: microgrammes,
  ozone: microgrammes,
  nitrogenDioxide: microgrammes,
  pollen: z
    .strictObject({ alder: grains, birch: grains, grass: grains, mugwort: grains, olive: grains, ragweed: grains })
    .nullable()
    .describe("Grains per cubic metre; null where they are not known."),
  hours: z
    .array(z.strictObject({ at: z.number().int(), index: z.number().min(0).max(1_000).nullable() }))
    .max(72)
    .describe("The European index from the present hour on."),
})

/** The air at a place. */
export type Air = z.output<typeof air>

/** The quality of the air at the place of the screen. Fails where the screen has no place. */
export const AIR: SourceShape<object, Air> = {
  name: "air",
  description: "The quality of the air and the pollen at the place of the screen.",
  parameters: z.strictObject({}),
  result: air,
}
