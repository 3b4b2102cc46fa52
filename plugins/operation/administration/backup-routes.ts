import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { isoTime } from "platen/sdk/kit"
import type { Route } from "platen/sdk/http"
import type { Backup, Backups } from "./backups.js"
import { FOR_ADMINS } from "./for-admins.js"

const backup = z.strictObject({
  file: z.string().describe("Its name in the folder `backups` of the data folder."),
  at: z.iso.datetime(),
  bytes: z.number().int(),
})

const shown = ({ file, at, bytes }: Backup): z.output<typeof backup> => ({ file, at: isoTime(at), bytes })

/** The calls by which admins make backups, and see which there are. No call hands one out: a backup holds what every account and device signs in with. */
export function backupRoutes(backups: Backups): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/api/server/backups",
      ...FOR_ADMINS,
      summary: "Lists the backups that the server has made, the newest first.",
      response: z.strictObject({ backups: z.array(backup) }),
      handle: async () => ({ body: { backups: (await backups.list()).map(shown) } }),
    }),
    defineRoute({
      method: "POST",
      path: "/api/server/backups",
      ...FOR_ADMINS,
      limit: { name: "backup", perMinute: 6 },
      summary: "Makes a backup of the store in the data folder, where the newest five stay.",
      response: backup,
      handle: async () => ({ body: shown(await backups.make()) }),
    }),
  ]
}
