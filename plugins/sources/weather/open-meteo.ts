import { Invalid, Upstream, z } from "platen/sdk"
import type { Place, SourceContext } from "platen/sdk/mode"

const MAX_BYTES = 512 << 10

/** A column of a table by hour or by day. Missing values are null. */
export const column = z.array(z.number().nullable().catch(null)).catch([])
export type Column = z.output<typeof column>

/** A number that may be missing. */
export const maybe = z.number().nullable().catch(null)

/**
 * Asks Open-Meteo for the place of the screen, and checks the answer. Times are Unix seconds. Throws Invalid without a place, and Upstream for
 * an answer in another shape. Source: https://open-meteo.com/en/docs
 */
export async function asked<T>(
  endpoint: string,
  parameters: Readonly<Record<string, string>>,
  answer: z.ZodType<T>,
  { place, timeZone, fetch }: Pick<SourceContext, "place" | "timeZone" | "fetch">,
): Promise<T> {
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries({
    ...located(place),
    timezone: timeZone,
    timeformat: "unixtime",
    ...parameters,
  }))
    url.searchParams.set(name, value)
  const { json } = await fetch(url, {
    headers: { accept: "application/json" },
    maxBytes: MAX_BYTES,
    connection: { origin: url.origin },
  })
  let given: unknown
  try {
    given = json()
  } catch (cause) {
    throw unreadable(url, cause)
  }
  const read = answer.safeParse(given)
  if (!read.success) throw unreadable(url, read.error)
  return read.data
}

/** Throws Invalid where the screen has no place. */
function located(place: Place | undefined): Readonly<Record<"latitude" | "longitude", string>> {
  if (!place)
    throw new Invalid("The screen has no place: enter one in its settings, or defaults.place in platen.yaml.", {
      code: "place-missing",
    })
  return { latitude: String(place.latitude), longitude: String(place.longitude) }
}

function unreadable(url: URL, cause: unknown): Upstream {
  return new Upstream(`${url.hostname} answers with something that is no forecast: try again later.`, { cause })
}

/** A value within bounds; null for one that is missing. */
export function bounded(value: number | null | undefined, min: number, max: number): number | null {
  return value === null || value === undefined ? null : Math.min(max, Math.max(min, value))
}
