import { ACCOUNTS, CLOCK, definePlugin, DEVICES, DRAW, RANDOM, SERVICE, STORE, attemptsIn } from "platen/sdk"
import { pairing } from "./chooser.js"
import { codesIn } from "./codes.js"
import { guardBy } from "./guard.js"
import { memberRoutes } from "./member-routes.js"
import { membersOf } from "./members.js"
import { bindingPage, confirmPage, pairingPage } from "./pages.js"
import { qrRoute } from "./qr.js"
import { routes } from "./routes.js"
import { pairingOf } from "./service.js"

/** How a device comes to have an owner: the page that it shows, the code on it, and what people do with it. */
export default definePlugin({
  id: "pairing",
  needs: {
    store: STORE,
    clock: CLOCK,
    devices: DEVICES,
    accounts: ACCOUNTS,
    service: SERVICE,
    draw: DRAW,
    random: RANDOM,
  },
  setup: ({ store, clock, devices, accounts, service, draw, random }) => {
    const codes = codesIn(store, devices, clock)
    const guard = guardBy(clock)
    const people = pairingOf({ devices, codes, guard, attempts: attemptsIn(store, clock), clock, random })
    return {
      modes: [pairingPage, confirmPage, bindingPage],
      choosers: [pairing(codes, guard, service)],
      routes: [
        ...routes({ pairing: people, accounts, publicUrl: service.publicUrl, now: () => clock.now() }),
        ...memberRoutes({ members: membersOf({ devices, accounts, clock }), pairing: people, accounts }),
        qrRoute({ draw, service }),
      ],
    }
  },
})
