import { CLOCK, definePlugin, DEVICES, provide, STORE } from "platen/sdk"
import { devicePolicies } from "./policy.js"
import { devicesIn } from "./service.js"

/** Devices, what is kept of them, and the tokens they show. */
export default definePlugin({
  id: "devices",
  needs: { store: STORE, clock: CLOCK },
  provides: [DEVICES],
  setup: ({ store, clock }) => {
    const devices = devicesIn(store, clock)
    return {
      services: [provide(DEVICES, devices)],
      policies: devicePolicies(devices),
      messages: {
        en: { "error.device-unknown.title": "This screen is not known here", "error.device-unknown": "Its key is missing or wrong. It will ask for a new one by itself." },
        zh: { "error.device-unknown.title": "服务器不认识这块屏幕", "error.device-unknown": "它的令牌缺失或不对，会自动重新申请。" },
      },
    }
  },
})
