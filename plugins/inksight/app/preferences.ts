import { z } from "platen/sdk"
import { entriesOf } from "platen/sdk/kit"
import type { Service, Store } from "platen/sdk"

const stored = z.object({ widgetMode: z.string(), locale: z.string(), timeZone: z.string() }).partial()

/** What a person has chosen for the app. `locale`: BCP 47; `timeZone`: IANA name. */
export interface AppPreferences {
  readonly widgetMode: string
  readonly locale: string
  readonly timeZone: string
}

export interface Preferences {
  /** The operator's defaults where the person has chosen nothing. */
  of(user: string): Promise<AppPreferences>
  /** Changes what is given. */
  change(user: string, given: z.output<typeof stored>): Promise<AppPreferences>
  /** Deletes those of people who have no account any more. */
  sweep(isThere: (user: string) => Promise<boolean>): Promise<void>
}

export function preferencesIn(store: Store, { language, mode, timeZone }: Service["defaults"]): Preferences {
  const all = store.collection("preferences", stored)
  const whole = (known: z.output<typeof stored> = {}): AppPreferences => ({
    widgetMode: known.widgetMode ?? mode,
    locale: known.locale ?? language,
    timeZone: known.timeZone ?? timeZone,
  })
  return {
    of: async (user) => whole(await all.get(user)),
    change: async (user, given) => whole(await all.update(user, (known) => ({ ...known, ...given }))),
    sweep: async (isThere) => {
      for await (const { key } of entriesOf(all)) if (!(await isThere(key))) await all.delete(key)
    },
  }
}
