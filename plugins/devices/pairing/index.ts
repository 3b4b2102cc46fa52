import { CLOCK, definePlugin, LOG, onDispose, onReady, RANDOM, SERVICE, STORE } from "platen/sdk"
import { DEVICES, CHOOSERS } from "platen/sdk/device"
import { ACCOUNTS, AREAS, ATTEMPTS, ROUTES } from "platen/sdk/http"
import { DRAW, MODES } from "platen/sdk/mode"
import { every } from "platen/sdk/kit"
import { SCREENS_FILE_PARTS } from "platen/sdk/screens-file"
import { STORE_IS_SHARED } from "platen/sdk/servers"
import { pairing } from "./chooser.js"
import { codesIn } from "./codes.js"
import { peopleOfDevicesPart } from "./file-part.js"
import { guardBy, sharedGuard } from "./guard.js"
import { memberRoutes } from "./member-routes.js"
import { membersOf } from "./members.js"
import { bindingPage, confirmPage, pairingPage } from "./code-on-screen.js"
import { qrRoute } from "./qr.js"
import { routes } from "./routes.js"
import { pairingOf } from "./service.js"

/** Milliseconds between two looks at what other servers have counted. */
const LOOK_MS = 10_000

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
    isShared: STORE_IS_SHARED,
    log: LOG,
  },
  setup: ({ store, clock, devices, accounts, attemptsIn, service, draw, random, areas, isShared, log }) => {
    const codes = codesIn(store, devices, clock)
    const shared = isShared ? sharedGuard(store, clock) : undefined
    const guard = shared ?? guardBy(clock)
    const look = (): void => {
      shared?.look().catch((error: unknown) => log.warn({ err: error }, "wrong-codes.failed"))
    }
    const bindings = pairingOf({ devices, accounts, codes, guard, attempts: attemptsIn(store), clock, random })
    return [
      ...(shared ? [onReady(shared.look), onDispose(every(clock, LOOK_MS, look))] : []),
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
