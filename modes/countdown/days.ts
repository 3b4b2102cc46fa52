import { dayNumber, dayOf } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"

export interface Event {
  readonly name: string
  /** ISO 8601, "2027-03-26". */
  readonly date: string
  readonly type: "countdown" | "countup"
  /** Only what is counted down to comes again. */
  readonly yearly: boolean
}

/** An event as it stands on a day. */
export interface Counted {
  readonly name: string
  /** "coming": the day itself too. "past": a day that was counted down to. "since": a day that is counted from. */
  readonly kind: "coming" | "past" | "since"
  /** Whole days between the two, never negative. */
  readonly days: number
  /** The day it is about: of what comes every year, the next one. */
  readonly date: LocalDay
}

/** More marks on one letter than any language of these scripts sets there: they would pile up over the lines above. */
const PILES = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]\p{M}{2})\p{M}+/gu

/** What comes, the nearest first; then what has been, the latest first; those of one day as they were given. */
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

/** A day of the year, this year or the next, as days since 1970. What falls on 29 February is on 1 March in years without. */
function nextOf(month: number, day: number, year: number, now: number): number {
  const at = dayNumber(year, month, day)
  return at >= now ? at : dayNumber(year + 1, month, day)
}
