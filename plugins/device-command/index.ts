import { ACCOUNTS, CLOCK, definePlugin, DEVICES } from "platen/sdk"
import { deviceCommand } from "./command.js"

/** The operator's look at devices, from the shell. */
export default definePlugin({
  id: "device-command",
  needs: { devices: DEVICES, accounts: ACCOUNTS, clock: CLOCK },
  setup: (needs) => ({ commands: [deviceCommand(needs)] }),
})
