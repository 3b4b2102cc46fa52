import { dayNumber, dayOf } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"

export interface Event {
  readonly name: string
  /** ISO 8601, "2027-03-26". */
  readonly date: string
  readonly type: "countdown" | "countup"
  /** True: the event repeats every year. Only for "countdown". */
  readonly yearly: boolean
}

/** An event as counted on a day. */
export interface Counted {
  readonly name: string
  /** "coming": a future day or today. "past": the day of a countdown that is over. "since": the start of a count up. */
  readonly kind: "coming" | "past" | "since"
  /** Whole days between that day and the event, never negative. */
  readonly days: number
  /** The day of the event; for a yearly event, its next day. */
  readonly date: LocalDay
}

/** A letter with more than two combining marks, more than any language of these scripts uses: they would cover the lines above. */
const PILES = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]\p{M}{2})\p{M}+/gu

/** The events in order: coming ones, nearest first, then past ones, latest first. Events of one day keep their order. */
export function counted(events: readonly Event[], today: LocalDay): readonly Counted[] {
  return events
    .map((event) => countedOn(event, today))
    .sort((a, b) => Number(b.kind === "coming") - Number(a.kind === "coming") || a.days - b.days)
}

function countedOn({ name, date, type, yearly }: Event, today: LocalDay): Counted {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number]
  const now = dayNumber(today.year, today.month, today.day)
  const first = dayNumber(year, month, day)
  const at = type === "countdown" && yearly && first < now ? nextOf(month, day, today.year, now) : first
  const kind = at >= now ? "coming" : type === "countup" ? "since" : "past"
  return {
    name: name.normalize("NFC").replace(PILES, "$1").replace(/\s+/g, " ").trim(),
    kind,
    days: Math.abs(at - now),
    date: dayOf(at),
  }
}

/** The next occurrence of a day of the year, as days since 1970. 29 February becomes 1 March in years without it. */
function nextOf(month: number, day: number, year: number, now: number): number {
  const at = dayNumber(year, month, day)
  return at >= now ? at : dayNumber(year + 1, month, day)
}
