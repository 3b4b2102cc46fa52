import {
  CLOCK,
  definePlugin,
  DEVICES,
  FORGET,
  LOG,
  MODES,
  PICTURES,
  provide,
  QUOTAS,
  SERVICE,
  STORE,
  z,
} from "platen/sdk"
import { asksOf } from "./asks.js"
import { pending, pushed, pushedPicture } from "./choosers.js"
import { controlOf } from "./control.js"
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
  needs: { store: STORE, clock: CLOCK, log: LOG, modes: MODES, pictures: PICTURES, service: SERVICE, forget: FORGET },
  provides: [DEVICES, QUOTAS],
  migrations,
  setup: ({ store, clock, log, modes, pictures, service, forget }, { liveMinutes, ...bounds }) => {
    const devices = devicesIn(store, clock, { ...bounds, open: service.bounds.devices }, forget)
    const quotas = quotasIn(store, devices, service.bounds.storage)
    const control = controlOf({
      devices,
      modes,
      clock,
      liveMs: liveMinutes * 60_000,
      failed: (event, mac, error) => log.error({ mac, err: error }, event),
    })
    return {
      services: [provide(DEVICES, devices), provide(QUOTAS, quotas)],
      observers: [{ id: "devices", forgotten: (device) => quotas.forget(device) }],
      policies: devicePolicies({
        devices,
        security: service.security,
        clock,
        calls: unclaimedCalls({ devices, clock, log }),
      }),
      modes: [pushedPicture],
      choosers: [pushed(service), pending(modes, service)],
      routes: routes({
        devices,
        control,
        pictures,
        quotas,
        security: service.security,
        unclaimedDevices: unclaimedDevicesIn(store, devices),
        asks: asksOf(clock),
        now: () => clock.now(),
      }),
      messages,
    }
  },
})
