import { z } from "platen/sdk"
import { image } from "platen/sdk/mode"
import type { ContentContext, SceneNode } from "platen/sdk/mode"
import type { Art, Settings } from "./mode.js"
import { titleOf } from "./titles.js"

/** The inks besides black and white, as the source "painter" names them, by palette. */
const INKS: Readonly<Record<string, string>> = { bwr: "red", bwry: "red-yellow", spectra6: "red-yellow" }
/** Characters of the name of a place that a painter is told. */
const MAX_PLACE = 60

const answer = z.object({ id: z.string().nullable() })

/** The picture that a model has painted for the day, in place of its drawing; undefined where there is none. The page never waits for it. */
export async function paintedFor(art: Art, context: ContentContext<Settings>): Promise<string | undefined> {
  if (!context.settings.painted) return undefined
  const asked = {
    mode: "ARTWALL",
    subject: titleOf(art, "en"),
    season: art.season,
    place: (art.place ?? "").replaceAll(/\p{Cc}/gu, " ").slice(0, MAX_PLACE),
    inks: INKS[context.palette] ?? "none",
  }
  const given = answer.safeParse(await context.source("painter", asked, { optional: true }))
  return given.data?.id ?? undefined
}

/** The picture as the page shows it. */
export function paintedPicture(id: string, label: string): SceneNode {
  return image(id, { fit: "cover", dither: "atkinson", levels: "auto", label })
}
