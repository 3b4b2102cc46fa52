import { deviceKey } from "platen/sdk/device"
import type { Clock } from "platen/sdk"
import type { Devices } from "platen/sdk/device"
import type { Checkup, Finding } from "platen/sdk/doctor"
import { sentenceOf } from "./calls.js"
import type { Kind } from "./calls.js"
import type { Refusal, Refusals } from "./refusals.js"

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Volts a day by which a battery falls too fast: a good one lasts for months. */
const FALL_VOLTS = 0.04
/** Volts by which a battery rises when it is charged. */
const CHARGED_VOLTS = 0.1
/** Starts within an hour from which a device starts again and again. */
const MANY_STARTS = 8
const HEARTBEATS = 200

/** Kinds of refused calls that a screen itself makes while something is wrong. */
const FAULTS: ReadonlySet<Kind> = new Set([
  "token-wrong",
  "token-provisional",
  "token-unconfirmed",
  "address-wrong",
  "mac-wrong",
  "call-wrong",
])

/** What the refused calls and the reports of devices say. */
export function checkupOf(
  refusals: Refusals,
  { devices, clock }: { readonly devices: Devices; readonly clock: Clock },
): readonly Checkup[] {
  return [
    {
      id: "stats/refusals",
      ofDevice: async ({ realm, mac }) => byKind(await refusals.list(realm, mac)),
      ofServer: async (realm) =>
        byKind((await refusals.list(realm)).filter((row) => row.mac === "" || row.kind === "address-wrong")),
    },
    {
      id: "stats/reports",
      ofDevice: async ({ realm, mac }) => {
        const rows = await devices.heartbeats.list(deviceKey(realm, mac), { limit: HEARTBEATS })
        return [
          ...falls(
            rows.flatMap(({ time, row: { voltage } }) => (voltage === null ? [] : [{ at: time, volts: voltage }])),
            clock.now(),
          ),
          ...starts(rows.map(({ time }) => time)),
        ]
      },
    },
  ]
}

/** One finding for each kind of refused call. */
function byKind(rows: readonly Refusal[]): readonly Finding[] {
  const kinds = new Map<Kind, Refusal[]>()
  for (const row of rows) kinds.set(row.kind, [...(kinds.get(row.kind) ?? []), row])
  return [...kinds].map(([kind, all]) => {
    const count = all.reduce((sum, row) => sum + row.count, 0)
    const last = all.reduce((newest, row) => (row.last > newest.last ? row : newest))
    const [means = "", todo = ""] = sentenceOf(kind).split(/: (.*)/s)
    return {
      cause: kind,
      level: FAULTS.has(kind) ? "fault" : "note",
      seen: `${count} ${count === 1 ? "call" : "calls"} in the last day, the last ${last.call} from ${last.address}.${last.detail ? ` ${last.detail}` : ""}`,
      means: `${means}.`,
      todo: `${todo.charAt(0).toUpperCase()}${todo.slice(1)}`,
      at: last.last,
    }
  })
}

/** Whether the battery falls too fast: over at least two days of the last week. */
function falls(all: readonly { readonly at: number; readonly volts: number }[], now: number): readonly Finding[] {
  const week = all.filter(({ at, volts }) => now - at <= 7 * DAY_MS && volts > 0)
  // Since it was charged last.
  const charged = week.findIndex(({ volts }, i) => i > 0 && volts < week[i - 1]!.volts - CHARGED_VOLTS)
  const since = charged < 0 ? week : week.slice(0, charged)
  const [newest, oldest] = [since[0], since.at(-1)]
  if (!newest || !oldest || newest.at - oldest.at < 2 * DAY_MS) return []
  const days = (newest.at - oldest.at) / DAY_MS
  const fall = (oldest.volts - newest.volts) / days
  if (fall < FALL_VOLTS) return []
  const left = Math.max(0, Math.round((newest.volts - 3) / fall))
  return [
    {
      cause: "battery-falls",
      level: "warning",
      seen: `The battery fell from ${oldest.volts.toFixed(2)} V to ${newest.volts.toFixed(2)} V in ${Math.round(days)} days.`,
      means: `It will be empty in about ${left} days; a good one lasts for months.`,
      todo: "Choose more minutes between two pages, turn off Always awake, or move the screen nearer to the router; a battery that is old needs replacing.",
      at: newest.at,
    },
  ]
}

/** Whether a device starts again and again. */
function starts(times: readonly number[]): readonly Finding[] {
  const at = times.findIndex((time, i) => time - (times[i + MANY_STARTS - 1] ?? -Infinity) <= HOUR_MS)
  if (at < 0) return []
  return [
    {
      cause: "starts-again",
      level: "warning",
      seen: `The screen reported itself ${MANY_STARTS} times within an hour.`,
      means:
        "It starts again and again: its battery or cable gives too little power while the panel redraws, or somebody presses its button.",
      todo: "Charge the battery, use another cable or power supply, and look at it once more tomorrow.",
      at: times[at]!,
    },
  ]
}
