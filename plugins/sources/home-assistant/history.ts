import { z } from "platen/sdk"

/** Numbers of a history, at the most. */
export const MAX_VALUES = 96
/** Entries of one entity that are read: a change every ten seconds for two days. */
const MAX_ENTRIES = 20_000

/** A value from a moment on. `at`: milliseconds since 1970 in UTC. */
interface Step {
  readonly at: number
  readonly value: number
}

/** The answer of Home Assistant's history: a list for each entity. With `minimal_response` only its first and last entry name the entity. */
export const histories = z.array(z.array(z.unknown())).max(24)
const first = z.object({ entity_id: z.string() })
const entry = z.object({ state: z.string(), last_changed: z.string() })

/** The histories of entities, by their ids, as evenly spaced numbers from `from` to `to`, in milliseconds since 1970 in UTC. */
export function spaced(
  answer: z.output<typeof histories>,
  { from, to }: { readonly from: number; readonly to: number },
): ReadonlyMap<string, readonly number[]> {
  return new Map(
    answer.flatMap((entries) => {
      const { data: named } = first.safeParse(entries[0])
      return named ? [[named.entity_id, valuesOf(stepsOf(entries.slice(-MAX_ENTRIES)), from, to)] as const] : []
    }),
  )
}

/** The numbers among the entries; gaps are left out, so that the number before them holds on. */
function stepsOf(entries: readonly unknown[]): readonly Step[] {
  return entries
    .flatMap((each): Step[] => {
      const { data } = entry.safeParse(each)
      const [at, value] = [Date.parse(data?.last_changed ?? ""), numberOf(data?.state ?? "")]
      return Number.isNaN(at) || value === undefined ? [] : [{ at, value }]
    })
    .sort((a, b) => a.at - b.at)
}

function valuesOf(steps: readonly Step[], from: number, to: number): readonly number[] {
  const values: number[] = []
  let next = 0
  for (let i = 0; i < MAX_VALUES; i++) {
    const at = from + ((to - from) * i) / (MAX_VALUES - 1)
    while (next < steps.length && steps[next]!.at <= at) next++
    const step = steps[next - 1]
    // Before its first entry nothing is known of an entity.
    if (step) values.push(step.value)
  }
  return values.length < 2 ? [] : values
}

const NUMBER = /^[+-]?\d{1,15}(\.\d+)?(e[+-]?\d{1,2})?$/i
const MAX_NUMBER = 1e12

/** The number that a state is; undefined for any other text. */
export function numberOf(state: string): number | undefined {
  const number = NUMBER.test(state) ? Number(state) : Number.NaN
  return Math.abs(number) <= MAX_NUMBER ? number : undefined
}
