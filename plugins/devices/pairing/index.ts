import { CLOCK, definePlugin, RANDOM, SERVICE, STORE } from "platen/sdk"
import { DEVICES, CHOOSERS } from "platen/sdk/device"
import { ACCOUNTS, AREAS, ATTEMPTS, ROUTES } from "platen/sdk/http"
import { DRAW, MODES } from "platen/sdk/mode"
import { SCREENS_FILE_PARTS } from "platen/sdk/screens-file"
import { pairing } from "./chooser.js"
import { codesIn } from "./codes.js"
import { peopleOfDevicesPart } from "./file-part.js"
import { guardBy } from "./guard.js"
import { memberRoutes } from "./member-routes.js"
import { membersOf } from "./members.js"
import { bindingPage, confirmPage, pairingPage } from "./pages.js"
import { qrRoute } from "./qr.js"
import { routes } from "./routes.js"
import { pairingOf } from "./service.js"

/** Plugin of pairing: the pairing pages, their codes, and the routes that bind and share devices. */
export default definePlugin({
  id: "pairing",
  needs: {
    store: STORE,
    clock: CLOCK,
    devices: DEVICES,
    accounts: ACCOUNTS,
    attemptsIn: ATTEMPTS,
    service: SERVICE,
    draw: DRAW,
    random: RANDOM,
    areas: AREAS,
  },
  setup: ({ store, clock, devices, accounts, attemptsIn, service, draw, random, areas }) => {
    const codes = codesIn(store, devices, clock)
    const guard = guardBy(clock)
    const bindings = pairingOf({ devices, accounts, codes, guard, attempts: attemptsIn(store), clock, random })
    return [
      MODES.of(pairingPage, confirmPage, bindingPage),
      CHOOSERS.of(pairing(codes, guard, service)),
      SCREENS_FILE_PARTS.of(peopleOfDevicesPart({ devices, accounts, areas, clock })),
      ROUTES.of(
        ...routes({ pairing: bindings, accounts, publicUrl: service.publicUrl, now: () => clock.now() }),
        ...memberRoutes({ members: membersOf({ devices, accounts, clock }), pairing: bindings, accounts }),
        qrRoute({ draw, service }),
      ),
    ]
  },
})
