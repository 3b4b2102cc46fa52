import type { DrawRequest, Mode } from "platen/sdk/mode"
import type { Content } from "./content.js"
import { numberOf } from "./numbers.js"

/** Cache key of a page: its complete input, because views are pure. `minute`: Unix time in minutes; `isFirst`: whether it is the first day of the mode on its screen. */
export function inputKey(
  mode: Mode,
  { data, origin, madeAt }: Content,
  request: DrawRequest,
  minute: number,
  isFirst: boolean,
): string {
  const {
    width,
    height,
    rotation,
    palette,
    codec,
    language,
    timeZone,
    battery,
    rssi,
    settings,
    purpose,
    mmPerPixel,
    distance,
    place,
  } = request
  const own = settings?.[mode.id]
  return `#${numberOf(mode)}/${nameOf(data)}/${minute}/${origin === "stale" ? madeAt : ""}/${width}x${height}/${rotation}/${palette}/${codec}/${language}/${timeZone}/${battery?.percent}/${battery?.icon}/${rssi}/${purpose}/${mmPerPixel}/${distance}/${isFirst}/${place?.latitude}/${place?.longitude}/${place?.name}/${own === undefined ? "" : JSON.stringify(own)}`
}

/** Key of a value: the number of an object, else the value as JSON. */
function nameOf(value: unknown): string {
  return typeof value === "object" && value !== null ? `#${numberOf(value)}` : (JSON.stringify(value) ?? "undefined")
}
