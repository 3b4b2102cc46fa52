import type { DrawRequest, Mode } from "platen/sdk/mode"
import type { Content } from "./content.js"
import type { Moment } from "./frame-context.js"
import { numberOf } from "./numbers.js"

/** Cache key of a page: its complete input, because views are pure. */
export function inputKey(
  mode: Mode,
  { data, origin, madeAt }: Content,
  request: DrawRequest,
  { epoch, isFirstDay }: Pick<Moment, "epoch" | "isFirstDay">,
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
  // One string: a template would keep each of its parts.
  return [
    `#${numberOf(mode)}`,
    nameOf(data),
    epoch,
    origin === "stale" ? madeAt : "",
    `${width}x${height}`,
    rotation,
    palette,
    codec,
    language,
    timeZone,
    battery?.percent,
    battery?.icon,
    rssi,
    purpose,
    mmPerPixel,
    distance,
    isFirstDay,
    place?.latitude,
    place?.longitude,
    place?.name,
    own && JSON.stringify(own),
  ].join("/")
}

/** Key of a value: the number of an object, else the value as JSON. */
function nameOf(value: unknown): string {
  return typeof value === "object" && value !== null ? `#${numberOf(value)}` : (JSON.stringify(value) ?? "undefined")
}
