import { Forbidden, Unauthenticated } from "platen/sdk"
import { isSecret, macFromRequest } from "platen/sdk/kit"
import type { Devices } from "platen/sdk/device"
import type { Policy } from "platen/sdk/http"
import { ALERTS } from "./slice.js"

/** Policy "agent": admits callers with the device's alert token, which its owner distributes. A wrong token and an unknown device give the same error. */
export function agentPolicy(devices: Pick<Devices, "get">): Policy {
  return {
    id: "agent",
    schemes: {
      alertToken: {
        type: "apiKey",
        in: "header",
        name: "X-Agent-Token",
        description: "A token that may only send alerts to one device.",
      },
    },
    isShown: ({ headers }) => (headers["x-agent-token"] ?? "") !== "",
    admit: async (request) => {
      const mac = macFromRequest(request)
      const shown = request.headers["x-agent-token"] ?? ""
      if (shown === "")
        return new Unauthenticated(
          "The header X-Agent-Token is missing: send the device's alert token, which its owner creates.",
          { code: "agent-token-missing" },
        )
      const device = await devices.get(request.realm, mac)
      if (isSecret(shown, device?.get(ALERTS).token))
        return { kind: "grant", subject: `agent/${request.realm}/${mac}`, mac }
      return new Forbidden("The alert token is wrong: ask the device's owner for the current one.", {
        code: "agent-token-invalid",
      })
    },
  }
}
