import { CLOCK, definePlugin, LOG, provide, SERVICE, STORE, z, OBSERVERS } from "platen/sdk"
import { DEVICES, CHOOSE, QUOTAS, STRATEGIES, CHOOSERS } from "platen/sdk/device"
import { PICTURES } from "platen/sdk/drawing"
import { POLICIES, ROUTES } from "platen/sdk/http"
import { MODES, MESSAGES } from "platen/sdk/mode"
import { asksOf } from "./asks.js"
import { pending, pushed, pushedPicture } from "./choosers.js"
import { chosen } from "./choose.js"
import { controlOf } from "./control.js"
import { forgotten } from "./forgotten.js"
import { messages } from "./messages.js"
import { migrations } from "./migrations.js"
import { unclaimedDevicesIn } from "./unclaimed-devices.js"
import { devicePolicies } from "./policy.js"
import { quotasIn } from "./quotas.js"
import { routes } from "./routes.js"
import { devicesIn } from "./service.js"
import { unclaimedCalls } from "./unclaimed.js"

const keep = z.number().int().min(10).max(1_000_000).default(1000)

/** Devices, what is kept of them, the tokens they show, and how they are steered. */
export default definePlugin({
  id: "devices",
  config: z.strictObject({
    /** Rows that are kept of each device. */
    heartbeats: keep,
    renders: keep,
    /** Days after which they go, however few there are. */
    days: z.number().int().min(1).max(3650).default(90),
    /** Minutes after which live mode ends when nobody steers the device. */
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
  opens: [CHOOSERS, STRATEGIES],
  provides: [DEVICES, QUOTAS, CHOOSE],
  migrations,
  setup: ({ store, clock, log, modes, pictures, service, choosers, observers }, { liveMinutes, ...bounds }) => {
    const devices = devicesIn(store, clock, { ...bounds, open: service.bounds.devices }, (device) =>
      forgotten(observers, log, device),
    )
    const quotas = quotasIn(store, devices, service.bounds.storage)
    const control = controlOf({
      devices,
      modes,
      clock,
      liveMs: liveMinutes * 60_000,
      failed: (event, mac, error) => log.error({ mac, err: error }, event),
    })
    return [
      provide(DEVICES, devices),
      provide(QUOTAS, quotas),
      provide(CHOOSE, (request) => chosen(choosers, request)),
      OBSERVERS.of({ id: "devices", forgotten: (device) => quotas.forget(device) }),
      POLICIES.of(
        ...devicePolicies({
          devices,
          security: service.security,
          clock,
          calls: unclaimedCalls({ devices, clock, log }),
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
          unclaimedDevices: unclaimedDevicesIn(store, devices),
          asks: asksOf(clock),
          now: () => clock.now(),
        }),
      ),
      MESSAGES.of(messages),
    ]
  },
})
