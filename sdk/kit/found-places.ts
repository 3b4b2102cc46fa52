import type { Turn } from "../mode/draw.js"
import type { SourceReads } from "../mode/points.js"
import { PLACES } from "../sources/places.js"
import type { FoundPlace } from "../sources/places.js"

/** Places do not depend on when and where they are asked for. */
const ANYWHERE = { language: "en", timeZone: "UTC", day: { year: 2000, month: 1, day: 1, weekday: 6 } }

/** The places of a name, as the source "places" answers. Rejects as the source does. */
export async function foundPlaces(
  reads: SourceReads,
  question: { readonly name: string; readonly scope?: "auto" | "cn" | "global"; readonly language?: string },
  turn: Turn,
): Promise<readonly FoundPlace[]> {
  const { data } = await reads.read(PLACES.name, question, ANYWHERE, turn)
  return (data as { readonly places: readonly FoundPlace[] }).places
}
