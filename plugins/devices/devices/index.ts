import { CLOCK, definePlugin, LOG, provide, SERVICE, STORE, z, OBSERVERS } from "platen/sdk"
import { DEVICES, CHOOSE, IMPORTERS, PAGE_REQUEST, QUOTAS, STRATEGIES, CHOOSERS } from "platen/sdk/device"
import { CHECKUPS } from "platen/sdk/doctor"
import { PICTURES } from "platen/sdk/drawing"
import { POLICIES, ROUTES } from "platen/sdk/http"
import { MODES, MESSAGES } from "platen/sdk/mode"
import { newSecret } from "platen/sdk/kit"
import { pending, pushed, pushedPicture } from "./choosers.js"
import { chosen } from "./choose.js"
import { controlOf } from "./control.js"
import { messages } from "./messages.js"
import { migrations } from "./migrations.js"
import { checkupOf } from "./checkup.js"
import { notifyForgotten } from "./notify-forgotten.js"
import { pageRequest } from "./page-requests.js"
import { devicePolicies } from "./policy.js"
import { quotasIn } from "./storage-quotas.js"
import { routes } from "./routes.js"
import { devicesIn } from "./service.js"
import { tokenBoundsOf } from "./token-bounds.js"
import { unclaimedRegistryIn } from "./unclaimed-registry.js"
import { claimEvidence } from "./claim-evidence.js"

const rows = z.number().int().min(10).max(1_000_000).default(1000)

/** Plugin of devices: their slices, journals, tokens, quotas and remote control. */
export default definePlugin({
  id: "devices",
  config: z.strictObject({
    /** Journal rows that the server keeps for each device. */
    heartbeats: rows,
    renders: rows,
    /** Days after which the server deletes a row. */
    days: z.number().int().min(1).max(3650).default(90),
    /** Minutes after the last action on the device at which live mode ends. */
    liveMinutes: z.number().int().min(1).max(1440).default(60),
  }),
  needs: {
    store: STORE,
    clock: CLOCK,
    log: LOG,
    modes: MODES,
    pictures: PICTURES,
    service: SERVICE,
    choosers: CHOOSERS,
    observers: OBSERVERS,
  },
  opens: [CHOOSERS, STRATEGIES, IMPORTERS],
  provides: [DEVICES, QUOTAS, CHOOSE, PAGE_REQUEST],
  migrations,
  setup: ({ store, clock, log, modes, pictures, service, choosers, observers }, { liveMinutes, ...bounds }) => {
    const devices = devicesIn({
      store,
      clock,
      log,
      bounds: { ...bounds, open: service.bounds.devices },
      newId: newSecret,
      onForget: (device) => notifyForgotten(observers, log, device),
    })
    const quotas = quotasIn(store, devices, service.bounds.storage)
    const control = controlOf({
      devices,
      modes,
      clock,
      liveMs: liveMinutes * 60_000,
      onFailure: (event, mac, error) => log.error({ mac, err: error }, event),
    })
    return [
      provide(DEVICES, devices),
      provide(QUOTAS, quotas),
      CHECKUPS.of(checkupOf(clock, service)),
      provide(CHOOSE, (request) => chosen(choosers, request)),
      provide(PAGE_REQUEST, (ids, owner) => pageRequest(ids, owner, modes, service)),
      OBSERVERS.of({ id: "devices", forgotten: (device) => quotas.forget(device) }),
      POLICIES.of(
        ...devicePolicies({
          devices,
          security: service.security,
          clock,
          calls: claimEvidence({ devices, clock, log }),
        }),
      ),
      MODES.of(pushedPicture),
      CHOOSERS.of(pushed(service), pending(modes, service)),
      ROUTES.of(
        ...routes({
          devices,
          control,
          pictures,
          quotas,
          security: service.security,
          unclaimedRegistry: unclaimedRegistryIn(store, devices),
          tokenBounds: tokenBoundsOf(clock),
          now: () => clock.now(),
        }),
      ),
      MESSAGES.of(messages),
    ]
  },
})
