import { z } from "platen/sdk"
import { defineSlice, deviceKey } from "platen/sdk/device"
import type { ByteCache, Catalog } from "platen/sdk"
import type { Device, DeviceId, RenderRequest } from "platen/sdk/device"
import type { Bitmap, Codec, Palette } from "platen/sdk/drawing"
import type { Picture } from "platen/sdk/mode"
import { BMP_HEADER } from "./last-picture.js"
import type { Reserved } from "./reserved.js"

/** Bytes of pictures in memory: about 150 of 800 x 480. */
export const SENT_BYTES = 8 << 20
const MAX_TEXT = 300
/** Modes of a screen of which the first day is known. */
const MAX_MODES = 200
/** Of a screen that has not called yet. */
const USUAL = { width: 800, height: 480, palette: "bw" } as const

const error = z.object({ code: z.string(), message: z.string() })

/** The page that a device was sent last, at its `shownAt`, and why. */
export const SENT = defineSlice(
  "render/sent",
  z.object({
    /** Id of the mode that was drawn; undefined for a notice. */
    mode: z.string().optional(),
    /** Id of the chooser; "" before the first page. */
    by: z.string().default(""),
    detail: z.string().optional(),
    /** What failed, when the page stands in for another. */
    fallback: error.optional(),
    /** Pages in a row that stood in for another. */
    failures: z.number().int().default(0),
    /** When its content is an older one. */
    isOld: z.boolean().default(false),
    /** The screen of that call: pixels, id of a palette, and degrees by which pages are turned. */
    width: z.number().int().default(0),
    height: z.number().int().default(0),
    palette: z.string().default(""),
    rotation: z.number().optional(),
    /** When it was first sent each mode, in milliseconds since 1970 in UTC. */
    begun: z.record(z.string(), z.number()).default({}),
  }),
  { row: "runtime" },
)

/** A device with the page that it was sent. */
export function withSent(
  device: Device,
  why: Reserved["why"],
  { picture, panel, at }: { readonly picture: Picture; readonly panel: RenderRequest["panel"]; readonly at: number },
): Device {
  const { mode, failure, failureMessage = "", origin } = picture
  const { width, height, palette, rotation } = panel
  return device.with(SENT, {
    mode,
    by: why.by,
    detail: why.detail,
    fallback: failure === undefined ? undefined : { code: failure, message: failureMessage.slice(0, MAX_TEXT) },
    failures: failure === undefined ? 0 : device.get(SENT).failures + 1,
    isOld: origin === "stale",
    // Leases of an earlier version do not know their screen.
    ...(width > 0 && { width, height, palette, rotation }),
    begun: withBegun(device.get(SENT).begun, mode, at),
  })
}

/** With the first day of one more mode: of the oldest there is no room left. */
function withBegun(
  begun: Readonly<Record<string, number>>,
  mode: string | undefined,
  at: number,
): Readonly<Record<string, number>> {
  if (mode === undefined || begun[mode] !== undefined) return begun
  return Object.fromEntries([...Object.entries(begun), [mode, at] as const].slice(-MAX_MODES))
}

/** The screen of a device's last call, for a browser; a usual one before the first. */
export function panelOf(device: Device | undefined): RenderRequest["panel"] {
  const { width, height, palette } = device?.get(SENT) ?? SENT.initial
  return { codec: "png", ...(width === 0 ? USUAL : { width, height, palette }) }
}

/** A picture as a device got it. `rotation`: degrees by which it is turned, clockwise, as the panel hangs. */
interface Sent {
  readonly bytes: Uint8Array
  readonly etag: string
  readonly text: string
  readonly panel: RenderRequest["panel"]
}

/** The pictures that devices were sent last, in memory: after a restart one is known once its device has called. */
export interface SentPictures {
  add(device: DeviceId, picture: Picture, panel: RenderRequest["panel"]): void
  /** The picture with an ETag as a PNG, in the colours of the glass; undefined when it is not known, or in a format that cannot be read back. */
  png(device: DeviceId, etag: string | undefined): { readonly bytes: Uint8Array; readonly rotation: number } | undefined
  /** What the page of that picture says, in reading order; undefined when it is not known. */
  text(device: DeviceId, etag: string | undefined): string | undefined
  forget(device: DeviceId): void
}

export function sentPictures(cache: ByteCache<Sent>, codecs: Catalog<Codec>, palettes: Catalog<Palette>): SentPictures {
  const keyOf = ({ realm, mac }: DeviceId): string => `${deviceKey(realm, mac)} `
  /** After another owner, or an alert, the last one is not what the device was sent. */
  const known = (device: DeviceId, etag: string | undefined): Sent | undefined => {
    const sent = cache.get(keyOf(device))
    return sent?.etag === etag ? sent : undefined
  }
  return {
    add: (device, { bytes, etag, text }, panel) =>
      cache.set(keyOf(device), { bytes, etag, text, panel }, bytes.length + text.length * 2),
    text: (device, etag) => known(device, etag)?.text,
    forget: (device) => cache.deleteBelow(keyOf(device)),
    png: (device, etag) => {
      const sent = known(device, etag)
      const palette = sent && palettes.get(sent.panel.palette)
      const bitmap = sent && palette && readBack(sent, palette)
      if (!bitmap) return undefined
      return { bytes: codecs.get("png-measured")!.encode(bitmap), rotation: sent.panel.rotation ?? 0 }
    },
  }
}

/** The bitmap of a picture in one of the formats of devices; undefined for any other format. */
function readBack({ bytes, panel }: Sent, palette: Palette): Bitmap | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.toString("latin1", 0, 2) === "BM" && file.length > BMP_HEADER) {
    const [width, height] = [file.readInt32LE(18), file.readInt32LE(22)]
    const stride = (width + 7) >> 3
    const rowBytes = (stride + 3) & ~3
    if (file.length !== BMP_HEADER + rowBytes * height) return undefined
    const data = new Uint8Array(stride * height)
    for (let y = 0; y < height; y++) {
      const from = BMP_HEADER + (height - 1 - y) * rowBytes
      data.set(file.subarray(from, from + stride), y * stride)
    }
    return { width, height, bits: 1, stride, palette, data }
  }
  const stride = (panel.width + 3) >> 2
  if (panel.codec !== "raw2bpp" || file.length !== stride * panel.height) return undefined
  return { width: panel.width, height: panel.height, bits: 2, stride, palette, data: bytes }
}
