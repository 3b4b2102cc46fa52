import type { DrawRequest, Mode } from "platen/sdk/mode"
import type { Content } from "./content.js"
import { numberOf } from "./numbers.js"

/** A cache key for all that goes into a page. A view is pure: what went into it stands for what comes out. `minute`: since 1970. */
export function inputKey(mode: Mode, { data, origin, madeAt }: Content, request: DrawRequest, minute: number): string {
  const { width, height, palette, codec, language, timeZone, battery, rssi, settings, preview, card } = request
  const own = settings?.[mode.id]
  return `#${numberOf(mode)}/${nameOf(data)}/${minute}/${origin === "stale" ? madeAt : ""}/${width}x${height}/${palette}/${codec}/${language}/${timeZone}/${battery?.percent}/${battery?.icon}/${rssi}/${preview}/${card}/${own === undefined ? "" : JSON.stringify(own)}`
}

/** Stands for a value: an object by its number, other values by themselves. */
function nameOf(value: unknown): string {
  return typeof value === "object" && value !== null ? `#${numberOf(value)}` : (JSON.stringify(value) ?? "undefined")
}
