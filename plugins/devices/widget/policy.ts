import { Unauthenticated } from "platen/sdk"
import { isSecret, macFromRequest } from "platen/sdk/kit"
import type { Devices } from "platen/sdk/device"
import type { Policy } from "platen/sdk/http"
import { WIDGET } from "./slice.js"

/**
 * Policy "widget": admits callers with the device's widget token in the query, for clients that cannot send headers. A device token in the header
 * takes precedence. A wrong token and a device without one give the same error in the same time.
 */
export function widgetPolicy(devices: Pick<Devices, "get">): Policy {
  return {
    id: "widget",
    schemes: {
      widgetToken: {
        type: "apiKey",
        in: "query",
        name: "token",
        description: "A token that may only read the widget of one device.",
      },
    },
    isShown: ({ query }) => (query.token ?? "") !== "",
    admit: async (request) => {
      const { token = "" } = request.query
      if (token === "" || (request.headers["x-device-token"] ?? "") !== "") return undefined
      const mac = macFromRequest(request)
      const device = await devices.get(request.realm, mac)
      if (!isSecret(token, device?.get(WIDGET).token))
        return new Unauthenticated(
          "The widget token is wrong or was revoked: ask the owner of the screen for a new link.",
          { code: "widget-token-invalid" },
        )
      return { kind: "grant", subject: `widget/${request.realm}/${mac}`, mac }
    },
  }
}
