import { Unauthenticated } from "platen/sdk"
import { isSecret, macFromRequest } from "platen/sdk/kit"
import type { Devices } from "platen/sdk/device"
import type { Policy } from "platen/sdk/http"

/**
 * "widget" admits whoever has the device's widget token in the address, for those who can send no header. With a device's token in the
 * header that one decides. A wrong one and a device that has none are one answer, in the same time.
 */
export function widgetPolicy(devices: Pick<Devices, "get">): Policy {
  return {
    id: "widget",
    isShown: ({ query }) => (query.token ?? "") !== "",
    admit: async (request) => {
      const { token = "" } = request.query
      if (token === "" || (request.headers["x-device-token"] ?? "") !== "") return undefined
      const mac = macFromRequest(request)
      const device = await devices.get(request.edition, mac)
      if (!isSecret(token, device?.widgetToken))
        return new Unauthenticated(
          "The widget's token is wrong or was withdrawn: ask the owner of the screen for a new link.",
          { code: "widget-token-invalid" },
        )
      return { policy: "widget", subject: `widget/${request.edition}/${mac}`, mac }
    },
  }
}
