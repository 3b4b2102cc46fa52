import { z } from "platen/sdk"
import { RUNTIME } from "platen/sdk/device"
import { column, image, stack, text } from "platen/sdk/mode"
import { activeConfig, definePage } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Chooser, Device } from "platen/sdk/device"
import type { Mode, ModeCatalog } from "platen/sdk/mode"

const settings = z.strictObject({ picture: z.string(), label: z.string() })

/** The page of a pushed picture: the picture alone, without a frame. */
export const pushedPicture: Mode = definePage({
  id: "PUSH_PREVIEW",
  title: {
    en: "Pushed picture",
    de: "Gesendetes Bild",
    es: "Imagen enviada",
    fr: "Image envoyée",
    it: "Immagine inviata",
    ja: "送信された画像",
    nl: "Verzonden afbeelding",
    zh: "推送的图片",
    "zh-Hant": "推送的圖片",
  },
  settings,
  view: ({ language, settings: { picture, label } }) => ({
    language,
    frame: "bare",
    body:
      picture === ""
        ? column({ justify: "center" }, text(label))
        : stack({ grow: 1 }, image(picture, { fit: "contain", levels: "none", ...(label !== "" && { label }) })),
  }),
})

/** Chooser of pushed pictures. A pushed picture precedes every other choice and replaces a pending mode. */
export function pushed({ defaults }: Service): Chooser {
  return {
    id: "pushed-picture",
    rank: 10,
    choose: ({ device, caller, mode: wanted }) => {
      // A person who previews a mode wants that mode: only the device itself gets the pushed picture in its place.
      const push = device?.get(RUNTIME).push
      if (!device || !push || caller?.provisional || (caller === undefined && wanted !== undefined)) return undefined
      const { picture, mode } = push
      return {
        modes: [pushedPicture.id, ...fallbacks(device, defaults.mode)],
        settings: { [pushedPicture.id]: { picture, label: mode } },
        device: withoutPending(device),
        push: true,
      }
    },
  }
}

/** Chooser of the mode that an owner switched to: shown once, and again after a render that fell back. Skips a mode that is no longer installed. */
export function pending(modes: ModeCatalog, { defaults }: Service): Chooser {
  return {
    id: "pending-mode",
    rank: 30,
    choose: ({ device, scopes, now }) => {
      const { pendingMode, returned = [] } = device?.get(RUNTIME) ?? {}
      const mode = pendingMode === undefined ? undefined : modes.get(pendingMode, scopes)
      if (device && mode)
        return {
          modes: [mode.id, defaults.mode],
          device: withoutPending(device).with(RUNTIME, { lastMode: mode.id }),
          taken: mode.id,
        }
      const again = returned.find(
        ({ mode: id, until = 0, asked }) => asked && until > now.epoch && modes.get(id, scopes),
      )
      return (
        device &&
        again && {
          modes: [again.mode, defaults.mode],
          device: withoutPending(device).with(RUNTIME, {
            returned: returned.filter((each) => each !== again),
            lastMode: again.mode,
          }),
          taken: again.mode,
        }
      )
    },
  }
}

/** Fallbacks for a pushed picture that cannot be drawn: the device's own modes from the last one shown on, then the default. */
function fallbacks(device: Device, defaultMode: string): readonly string[] {
  const own = activeConfig(device)?.modes ?? []
  const at = Math.max(0, own.indexOf(device.get(RUNTIME).lastMode ?? ""))
  return [...new Set([...own.slice(at), ...own.slice(0, at), defaultMode])]
}

/** The device without its pushed picture and its pending mode. */
function withoutPending(device: Device): Device {
  return device.with(RUNTIME, { push: undefined, pendingMode: undefined })
}
