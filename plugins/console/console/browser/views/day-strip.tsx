import type { JSX } from "preact"
import { t } from "../kit/language.js"
import { titleOf } from "../kit/screens.js"
import type { Mode } from "../kit/screens.js"
import type { Playlist, PlaylistEntry } from "./pages.js"

const DAY = 1440

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return hours * 60 + minutes
}

/** Parts of a day, in minutes: one past midnight is two. */
function partsOf(from: string, to: string): readonly (readonly [number, number])[] {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  return begin < end ? [[begin, end]] : [[0, end] as const, [begin, DAY] as const].filter(([a, b]) => b > a)
}

/** The hours of the entries on a strip of a day. The list beside it says the same in words. */
export function DayStrip({
  entries,
  quiet,
  modes,
}: {
  readonly entries: readonly PlaylistEntry[]
  readonly quiet: Playlist["quiet"]
  readonly modes: readonly Mode[]
}): JSX.Element | null {
  if (!quiet && !entries.some(({ from }) => from)) return null
  const rows = entries.map(({ mode, from = "00:00", to = "24:00" }) => ({
    title: titleOf(modes, mode),
    parts: partsOf(from, to),
  }))
  return (
    <div class="day" aria-hidden="true">
      <div class="day-hours">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour} style={{ "--at": hour / 24 }}>
            {hour}
          </span>
        ))}
      </div>
      {rows.map(({ title, parts }, i) => (
        <div class="day-row" key={`${i} ${title}`}>
          {parts.map(([from, to]) => (
            <span key={from} class="day-part" style={{ "--from": from / DAY, "--to": to / DAY }}>
              {title}
            </span>
          ))}
        </div>
      ))}
      {quiet && (
        <div class="day-row">
          {partsOf(quiet.from, quiet.to).map(([from, to]) => (
            <span key={from} class="day-part quiet" style={{ "--from": from / DAY, "--to": to / DAY }}>
              {t("pages.quiet")}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
