import type { Observer } from "platen/sdk"
import type { WorkAhead } from "./work.js"

/** Notes what the work ahead was worth. */
export function observerOf(work: Pick<WorkAhead, "called">, notify: NonNullable<Observer["ahead"]>): Observer {
  return {
    id: "ahead",
    render: ({ realm, mac, picture: { mode, origin } }) => {
      if (mac === undefined) return
      const ready = work.called({ realm, mac })
      if (!ready) notify({ result: "none" })
      else if (ready.mode !== mode) notify({ result: "other" })
      else notify({ result: origin === "stale" ? "stale" : origin === "fallback" ? "missed" : "hit" })
    },
  }
}
