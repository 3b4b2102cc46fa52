import { definePlugin, STORE, z } from "platen/sdk"
import { devicePolicy } from "./policy.js"

/** What is kept of a device, by MAC in capitals with colons. */
const device = z.object({ token: z.string().min(1) })

/** Devices and the tokens they show. */
export default definePlugin({
  id: "devices",
  needs: { store: STORE },
  setup: ({ store }) => ({
    policies: [devicePolicy(store.collection("devices", device))],
    messages: {
      en: { "error.device-unknown.title": "This screen is not known here", "error.device-unknown": "Its key is missing or wrong. It will ask for a new one by itself." },
      zh: { "error.device-unknown.title": "服务器不认识这块屏幕", "error.device-unknown": "它的令牌缺失或不对，会自动重新申请。" },
    },
  }),
})
