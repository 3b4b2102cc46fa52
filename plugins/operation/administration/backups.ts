import { mkdir, readdir, rm, stat } from "node:fs/promises"
import path from "node:path"
import { Conflict } from "platen/sdk"
import type { Clock } from "platen/sdk"

/** How many stay: the newest. */
const KEPT = 5
const NAME = /^platen-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.db$/

/** A backup on the disk. */
export interface Backup {
  readonly file: string
  /** Milliseconds since 1970 in UTC. */
  readonly at: number
  readonly bytes: number
}

/** The backups that the server itself makes, in a folder of its data. */
export interface Backups {
  /** The newest first. */
  list(): Promise<readonly Backup[]>
  /** Makes one, and removes those beyond the newest five. Rejects with Conflict while another is made. */
  make(): Promise<Backup>
}

export interface BackupNeeds {
  readonly clock: Pick<Clock, "now">
  readonly dataFolder: string
  readonly backUp: (file: string) => Promise<void>
}

export function backupsOf({ clock, dataFolder, backUp }: BackupNeeds): Backups {
  const folder = path.join(dataFolder, "backups")
  const list = async (): Promise<readonly Backup[]> => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name))
    const found = await Promise.all(
      names
        .sort()
        .reverse()
        .map(async (file) => {
          const state = await stat(path.join(folder, file)).catch(() => undefined)
          return state ? [{ file, at: momentOf(file), bytes: state.size }] : []
        }),
    )
    return found.flat()
  }
  let isMaking = false
  return {
    list,
    make: async () => {
      if (isMaking)
        throw new Conflict("A backup is being made: wait until it is written.", {
          code: "backup-running",
          retryAfter: 5,
        })
      isMaking = true
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const file = nameOf(clock.now())
        await backUp(path.join(folder, file))
        const all = await list()
        // The one that was just made stays, also where the clock has gone back.
        const [made, others] = [all.find((each) => each.file === file)!, all.filter((each) => each.file !== file)]
        for (const old of others.slice(KEPT - 1)) await rm(path.join(folder, old.file), { force: true })
        return made
      } finally {
        isMaking = false
      }
    },
  }
}

/** "platen-2026-11-26T17-55-03.db" */
const nameOf = (now: number): string => `platen-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}.db`

const momentOf = (file: string): number => Date.parse(`${file.slice(7, 18)}${file.slice(18, 26).replaceAll("-", ":")}Z`)
