import { z } from "platen/sdk"
import { activeConfig } from "platen/sdk/device"
import { column, definePage, image, stack, text } from "platen/sdk/mode"
import type { Service } from "platen/sdk"
import type { Chooser, Device } from "platen/sdk/device"
import type { Mode, ModeCatalog } from "platen/sdk/mode"

const settings = z.strictObject({ picture: z.string(), label: z.string() })

/** A picture that somebody pushed to the device: as it is, nothing round it. */
export const pushedPicture: Mode = definePage({
  id: "PUSH_PREVIEW",
  title: { en: "Pushed picture", zh: "推送的图片" },
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

/** A pushed picture comes before anything that is chosen, and takes the place of a mode that was to come. */
export function pushed({ defaults }: Service): Chooser {
  return {
    id: "pushed-picture",
    rank: 10,
    choose: ({ device, caller, mode: wanted }) => {
      // Who tries a mode out wants to see that mode: only the device itself is shown the picture in its place.
      if (!device?.push || caller?.provisional || (caller === undefined && wanted !== undefined)) return undefined
      const { picture, mode } = device.push
      return {
        modes: [pushedPicture.id, ...others(device, defaults.mode)],
        settings: { [pushedPicture.id]: { picture, label: mode } },
        device: without(device),
        push: true,
      }
    },
  }
}

/** What an owner has switched to: once, and again when only a stand-in came of it. One that is no longer installed is dropped. */
export function pending(modes: ModeCatalog, { defaults }: Service): Chooser {
  return {
    id: "pending-mode",
    rank: 30,
    choose: ({ device, scopes, now }) => {
      const mode = device?.pendingMode === undefined ? undefined : modes.get(device.pendingMode, scopes)
      if (device && mode)
        return { modes: [mode.id, defaults.mode], device: { ...without(device), lastMode: mode.id }, taken: mode.id }
      const again = device?.returned.find(
        ({ mode: id, until = 0, asked }) => asked && until > now.epoch && modes.get(id, scopes),
      )
      return (
        device &&
        again && {
          modes: [again.mode, defaults.mode],
          device: {
            ...without(device),
            returned: device.returned.filter((each) => each !== again),
            lastMode: again.mode,
          },
          taken: again.mode,
        }
      )
    },
  }
}

/** What is shown when the wanted page cannot be drawn: what was shown last of the device's own modes, then the others. */
function others(device: Device, usual: string): readonly string[] {
  const own = activeConfig(device)?.modes ?? []
  const at = Math.max(0, own.indexOf(device.lastMode ?? ""))
  return [...new Set([...own.slice(at), ...own.slice(0, at), usual])]
}

/** Nothing waits any more. */
function without({ push: _push, pendingMode: _mode, ...device }: Device): Device {
  return device
}
