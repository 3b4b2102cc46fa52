import { token } from "platen/sdk"
import { activeConfig } from "platen/sdk/kit"
import type { Catalog, Clock, Log } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"
import type { Checkup, Finding } from "platen/sdk/doctor"

/** Screens that one answer looks at. */
const MAX_SCREENS = 200
const RANK = { fault: 0, warning: 1, note: 2 } as const

/** What was found about one screen. */
export interface Examined {
  readonly mac: string
  readonly nickname: string
  readonly findings: readonly Found[]
}
export type Found = Omit<Finding, "at"> & { readonly at: number }

/** Runs all checks. */
export interface Exams {
  /** Of a person's screens; undefined: of all, for admins. */
  screens(realm: string, user: string | undefined): Promise<readonly Examined[]>
  server(realm: string): Promise<readonly Found[]>
}
export const EXAMS = token<Exams>("doctor.exams")

interface Needs {
  readonly checkups: Catalog<Checkup>
  readonly devices: Pick<Devices, "of" | "recent">
  readonly clock: Clock
  readonly log: Pick<Log, "error">
}

/** Screens that called within a month are looked at for an admin. */
const MONTH_MS = 30 * 86_400_000

export function examsOf({ checkups, devices, clock, log }: Needs): Exams {
  const all = async (run: (checkup: Checkup) => Promise<readonly Finding[]> | readonly Finding[] | undefined) => {
    const found: Found[] = []
    for (const checkup of checkups.list()) {
      try {
        for (const each of (await run(checkup)) ?? []) found.push({ ...each, at: each.at ?? clock.now() })
      } catch (error) {
        log.error({ checkup: checkup.id, err: error }, "checkup.failed")
      }
    }
    return found.sort((a, b) => RANK[a.level] - RANK[b.level] || b.at - a.at)
  }
  const listed = async (realm: string, user: string | undefined): Promise<readonly { mac: string; device: Device }[]> =>
    user === undefined ? devices.recent(realm, MONTH_MS, MAX_SCREENS) : devices.of(realm, user)
  return {
    server: (realm) => all((checkup) => checkup.ofServer?.(realm)),
    screens: async (realm, user) => {
      const examined: Examined[] = []
      for (const { mac, device } of (await listed(realm, user)).slice(0, MAX_SCREENS))
        examined.push({
          mac,
          nickname: activeConfig(device)?.nickname ?? "",
          findings: await all((checkup) => checkup.ofDevice?.({ realm, mac }, device)),
        })
      return examined
    },
  }
}
