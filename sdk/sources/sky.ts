import { MOON_PHASES } from "../mode/sky.js"
import { z } from "../schema.js"
import type { SourceShape } from "../mode/mode.js"

/** Milliseconds since 1970 in UTC. */
const epoch = z.number().int()
const moment = epoch.nullable()
const share = z.number().min(0).max(1)

const moon = z.strictObject({
  phase: share.describe("At 21:00 of the day, as all that follows: 0 new, 0.25 first quarter, 0.5 full."),
  lit: share.describe("Share of the disc that is lit."),
  age: z.number().min(0).max(30).describe("Days since the new moon."),
  name: z.enum(MOON_PHASES).describe("A turning point on its local day, else what lies between two."),
  distance: z.number().int().describe("Kilometres from the centre of the earth."),
  angle: z
    .number()
    .min(0)
    .max(360)
    .nullable()
    .describe(
      "Where the lit limb is as the observer sees it, degrees clockwise: 0 up, 90 right. When it is not up: at its highest.",
    ),
  axis: z.number().min(0).max(360).nullable().describe("Where its north pole points, as the angle is measured."),
  rise: moment.describe("In the local day; null on a day without it, and without a place. So are set and highest."),
  set: moment,
  highest: moment,
})

const sun = z.strictObject({
  rise: moment.describe("The last before noon; null where there is none, and without a place."),
  set: moment.describe("The first after noon; may be after midnight."),
  noon: moment.describe("When it is highest."),
  dawn: moment.describe("When it is 6 degrees below the horizon: civil twilight."),
  dusk: moment,
  minutes: z.number().min(0).max(1_440).nullable().describe("Of daylight."),
  longer: z.number().nullable().describe("Minutes of daylight more than on the day before; negative: less."),
  polar: z.enum(["day", "night"]).nullable().describe("The sun does not set, or does not rise."),
})

const planet = z.strictObject({
  name: z.enum(["mercury", "venus", "mars", "jupiter", "saturn"]),
  when: z
    .enum(["evening", "morning", "night", "hidden"])
    .describe(
      "When the naked eye sees it, from this noon to the next: before midnight, after it, both, or not at all.",
    ),
  best: moment.describe("When it is highest in a dark sky; null when hidden."),
  direction: z.enum(["N", "NE", "E", "SE", "S", "SW", "W", "NW"]).nullable().describe("Where it is then."),
  rise: moment.describe("From this noon to the next."),
  set: moment,
  magnitude: z.number().describe("Brightness: the lower the brighter."),
  constellation: z.string().max(30).describe("Latin name."),
  elongation: z.number().min(0).max(180).describe("Degrees from the sun."),
})

const eclipseType = z.enum(["total", "annular", "partial", "penumbral"])
const eclipse = z.strictObject({
  kind: z.enum(["lunar", "solar"]),
  type: eclipseType.describe("Of the eclipse as a whole."),
  here: eclipseType.nullable().describe("As it is seen from the place."),
  at: epoch.describe("The greatest part of it that the place sees, else the greatest anywhere."),
  visible: z.boolean().describe("From the place; false without one."),
  obscured: share.nullable().describe("Share of the disc that is covered then, at the place."),
})

const sky = z.strictObject({
  moon,
  quarters: z
    .array(z.strictObject({ kind: z.enum(["new", "first", "full", "last"]), at: epoch }))
    .length(4)
    .describe("The next, from the beginning of the day on."),
  sun,
  planets: z.array(planet).length(5),
  eclipse: eclipse.nullable().describe("The next that the place sees within five years."),
  season: z.strictObject({
    kind: z.enum(["march-equinox", "june-solstice", "september-equinox", "december-solstice"]),
    at: epoch,
  }),
})

/** The sky of a day at a place. Times are milliseconds since 1970 in UTC. */
export type SkyOfDay = z.output<typeof sky>

/** Sun, moon, planets and the next eclipse, for the place of the screen. Without a place: what is the same everywhere. */
export const SKY: SourceShape<object, SkyOfDay> = {
  name: "sky",
  description: "Sun, moon and planets of the day at the place of the screen, the next eclipse and the next season.",
  parameters: z.strictObject({}),
  result: sky,
}
