import { SetupError } from "platen/sdk"
import type { AnyPoint, Contributed, Contributions, Given, Listening, Plugin, Provided } from "platen/sdk"

/** What a plugin has given: by kind, and what goes to points that plugins open. */
export interface Sorted {
  readonly contributions: Contributions
  readonly points: readonly { readonly point: AnyPoint; readonly values: readonly unknown[] }[]
}

/** Sorts what setup has returned. Throws SetupError for nothing, and for what no function of the SDK has made. */
export function sorted({ id }: Plugin, given: Given | undefined): Sorted {
  if (!given) throw new SetupError(`Plugin "${id}" gives nothing from setup: return what it contributes, or [].`)
  if (!Array.isArray(given)) return { contributions: given as Contributions, points: [] }
  const list = given as readonly unknown[] as readonly Contributed[]
  const wrong = list.find((each) => !KINDS.has((each as Partial<Contributed> | undefined)?.to ?? ""))
  if (wrong !== undefined)
    throw new SetupError(
      `Plugin "${id}" returns something that is no contribution: take POINT.of(...), provide(...), onReady(...), onListening(...) or onDispose(...).`,
    )
  const runs = (kind: "ready" | "dispose"): (() => Promise<void>) => {
    const all = list.flatMap((each) => (each.to === kind ? [each.run] : []))
    return async () => {
      for (const run of kind === "dispose" ? all.toReversed() : all) await run()
    }
  }
  const services = list.filter(({ to }) => to === "service") as readonly unknown[] as readonly Provided[]
  const begins = list.flatMap((each) => (each.to === "listening" ? [each.run] : []))
  const listening = async (at: Listening): Promise<void> => {
    for (const run of begins) await run(at)
  }
  return {
    contributions: {
      ready: runs("ready"),
      dispose: runs("dispose"),
      ...(services.length > 0 && { services }),
      ...(begins.length > 0 && { listening }),
    },
    points: list.flatMap((each) => (each.to === "point" ? [each] : [])),
  }
}

const KINDS: ReadonlySet<string> = new Set([
  "point",
  "service",
  "ready",
  "listening",
  "dispose",
] satisfies Contributed["to"][])
