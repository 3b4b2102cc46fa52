import { defineStrategy } from "platen/sdk/device"
import type { LocalTime } from "platen/sdk"
import type { Suits } from "platen/sdk/mode"
import { jumped, shuffleBag, turn } from "./shuffle-bag.js"
import type { ShuffleBag } from "./shuffle-bag.js"

type Part = NonNullable<Suits["parts"]>[number]

/** Parts of the day by their first hour; from midnight on it is night. */
const PARTS: readonly (readonly [from: number, part: Part])[] = [
  [22, "night"],
  [18, "evening"],
  [14, "afternoon"],
  [11, "noon"],
  [5, "morning"],
  [0, "night"],
]

/** Strategy "smart": modes that suit the time of day and week. A mode without such hints always suits; if none suits, any mode. */
export const smart = defineStrategy<ShuffleBag>({
  id: "smart",
  memory: shuffleBag,
  next: (modes, memory, { now, suits, random }) => {
    const suiting = modes.filter((mode) => fits(suits(mode), now))
    return turn(suiting.length > 0 ? suiting : modes, memory, random)
  },
  jump: (_, memory, mode) => jumped(memory, mode),
})

function fits({ parts, weekend }: Suits = {}, now: LocalTime): boolean {
  return (parts?.includes(partOf(now)) ?? true) && (weekend ?? isWeekend(now)) === isWeekend(now)
}

function partOf({ hour }: LocalTime): Part {
  return PARTS.find(([from]) => hour >= from)![1]
}

function isWeekend({ weekday }: LocalTime): boolean {
  return weekday === 0 || weekday === 6
}
