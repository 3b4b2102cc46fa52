import { RUNTIME } from "platen/sdk/device"
import type { Checkup } from "platen/sdk/doctor"
import { SENT } from "./sent.js"

/** Fallbacks in a row from which a page is said to fail. */
const MANY = 2

/** Whether the pages of a screen fail, and why. */
export const checkup: Checkup = {
  id: "render/pages",
  ofDevice: (_, device) => {
    const { fallback, mode, failures: count } = device.get(SENT)
    if (!fallback) return []
    return [
      {
        cause: "page-fails",
        level: count >= MANY ? "fault" : "warning",
        seen: `The page ${mode ?? "that was chosen"} could not be made${count >= MANY ? `, ${count} times in a row` : ""}: ${fallback.message || fallback.code}`,
        means: "The screen shows older content, another page, or a sentence that says so.",
        todo: "Open the pages of this screen, and correct the settings that the sentence names; what waits for another server comes back by itself.",
        at: device.get(RUNTIME).shownAt ?? 0,
      },
    ]
  },
}
