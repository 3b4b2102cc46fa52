import type { Observer } from "platen/sdk"
import { SCREEN } from "./screen.js"
import type { WorkAhead } from "./work.js"

/** Notes the screens of devices, and what the work ahead was worth. */
export function observerOf(work: Pick<WorkAhead, "called">, notify: NonNullable<Observer["ahead"]>): Observer {
  return {
    id: "ahead",
    delivered: (device, { panel: { width, height, palette, codec } }) => {
      const known = device.get(SCREEN)
      const isSame =
        width === 0 ||
        (known.width === width && known.height === height && known.palette === palette && known.codec === codec)
      return isSame ? device : device.with(SCREEN, { width, height, palette, codec })
    },
    render: ({ realm, mac, picture: { mode, origin } }) => {
      if (mac === undefined) return
      const ready = work.called({ realm, mac })
      if (!ready) notify({ result: "none" })
      else if (ready.mode !== mode) notify({ result: "other" })
      else notify({ result: origin === "stale" ? "stale" : origin === "fallback" ? "missed" : "hit" })
    },
  }
}
