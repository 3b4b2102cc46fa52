import { ACCOUNTS, CLOCK, definePlugin, DEVICES, RANDOM, SERVICE, STORE, triesIn } from "platen/sdk"
import { pairing } from "./chooser.js"
import { codesIn } from "./codes.js"
import { confirmPage, pairingPage } from "./pages.js"
import { routes } from "./routes.js"
import { pairingOf } from "./service.js"

/** How a device comes to have an owner: the page that it shows, the code on it, and what people do with it. */
export default definePlugin({
  id: "pairing",
  needs: { store: STORE, clock: CLOCK, random: RANDOM, devices: DEVICES, accounts: ACCOUNTS, service: SERVICE },
  setup: ({ store, clock, random, devices, accounts, service }) => {
    const codes = codesIn(store, clock)
    return {
      modes: [pairingPage, confirmPage],
      choosers: [pairing(codes, service)],
      routes: routes({ pairing: pairingOf({ devices, accounts, codes, tries: triesIn(store, clock), store, clock, random }), accounts, publicUrl: service.publicUrl }),
    }
  },
})
