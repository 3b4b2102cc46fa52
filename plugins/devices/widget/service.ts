import { BadInput } from "platen/sdk"
import { deviceScope, RUNTIME } from "platen/sdk/device"
import { DEFAULT_VOLTS } from "platen/sdk/http"
import { newSecret, activeConfig, deviceNotFound } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Devices, PageOwner, PageRequest } from "platen/sdk/device"
import type { Area } from "platen/sdk/http"
import type { Draw, Mode, ModeCatalog, Picture } from "platen/sdk/mode"
import { WIDGET } from "./slice.js"

/** The picture of a device's page as it would be drawn now. */
export interface WidgetPage {
  readonly picture: Picture
  /** The mode that was drawn; undefined for a notice. */
  readonly mode: Mode | undefined
  /** BCP 47. */
  readonly language: string
}

export interface Widgets {
  /** Draws without writing. `mode`: default the first of the active config. Throws BadInput for a mode that is not installed. */
  page(
    area: Area,
    mac: string,
    wanted: { readonly mode: string | undefined; readonly width: number; readonly height: number },
  ): Promise<WidgetPage>
  /** The device's widget token; creates it if there is none. `regenerate`: replaces it. Throws NotFound for an unknown device. */
  token(realm: string, mac: string, regenerate: boolean): Promise<{ readonly token: string; readonly made: boolean }>
  /** Deletes the token. Throws NotFound for an unknown device. */
  revoke(realm: string, mac: string): Promise<void>
}

interface Needs {
  readonly devices: Devices
  readonly draw: Draw
  readonly modes: ModeCatalog
  readonly pageRequest: (ids: readonly string[], owner: PageOwner) => PageRequest
  readonly service: Pick<Service, "defaults">
}

export function widgetsOf({ devices, draw, modes, pageRequest, service }: Needs): Widgets {
  return {
    page: async (area, mac, { mode: wanted, width, height }) => {
      const device = await devices.get(area.realm, mac)
      const scopes = [deviceScope(area.realm, mac)]
      const own = device && activeConfig(device)?.modes.filter((id) => modes.get(id, scopes))
      const ids =
        wanted === undefined || wanted.trim() === ""
          ? [...(own ?? []), service.defaults.mode]
          : [modeOf(wanted, scopes), service.defaults.mode]
      const request: PageRequest = {
        ...pageRequest(ids, { realm: area.realm, mac, device, scopes }),
        battery: area.battery(device?.get(RUNTIME).volts ?? DEFAULT_VOLTS),
        purpose: "look",
      }
      const picture = await draw.picture({ ...request, width, height, palette: "bw", codec: "png" })
      return {
        picture,
        mode: picture.mode === undefined ? undefined : modes.get(picture.mode, scopes),
        language: request.language,
      }
    },
    token: async (realm, mac, regenerate) => {
      const fresh = newSecret()
      const after = await devices.update(
        realm,
        mac,
        (device) =>
          device &&
          (device.get(WIDGET).token === undefined || regenerate ? device.with(WIDGET, { token: fresh }) : device),
      )
      const token = after?.get(WIDGET).token
      if (token === undefined) throw deviceNotFound(mac)
      return { token, made: token === fresh }
    },
    revoke: async (realm, mac) => {
      const after = await devices.update(realm, mac, (device) => device?.with(WIDGET, { token: undefined }))
      if (!after) throw deviceNotFound(mac)
    },
  }

  function modeOf(wanted: string, scopes: readonly string[]): string {
    const mode = modes.get(wanted.trim().toUpperCase(), scopes)
    if (!mode)
      throw new BadInput('"mode" is not an installed mode: GET /api/modes lists the installed ones.', {
        issues: [{ path: "mode", message: "is not installed" }],
      })
    return mode.id
  }
}
