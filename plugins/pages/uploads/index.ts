import { CLOCK, definePlugin, LOG, OBSERVERS, onDispose, STORE } from "platen/sdk"
import { QUOTAS } from "platen/sdk/device"
import { PICTURES } from "platen/sdk/drawing"
import { ACCOUNTS, ROUTES } from "platen/sdk/http"
import { every } from "platen/sdk/kit"
import { SOURCES } from "platen/sdk/mode"
import { routes } from "./routes.js"
import { uploadSource } from "./source.js"
import { uploadsIn } from "./uploads.js"

/** Milliseconds after which the pictures of people who have no account any more are deleted, at most. */
const SWEEP_MS = 3_600_000

/** Plugin of uploads: pictures that people keep on the server for their own pages. */
export default definePlugin({
  id: "uploads",
  needs: { store: STORE, clock: CLOCK, log: LOG, pictures: PICTURES, quotas: QUOTAS, accounts: ACCOUNTS },
  setup: ({ accounts, log, ...needs }) => {
    const uploads = uploadsIn(needs)
    const sweep = (): Promise<void> => uploads.sweep(async (user) => (await accounts.get(user)) !== undefined)
    const stop = every(needs.clock, SWEEP_MS, () => {
      sweep().catch((error: unknown) => log.warn({ err: error }, "upload-sweep.failed"))
    })
    return [
      ROUTES.of(...routes(uploads)),
      SOURCES.of(uploadSource(uploads, needs.pictures)),
      OBSERVERS.of({ id: "uploads", sweepPeople: (isThere) => uploads.sweep(isThere) }),
      onDispose(stop),
    ]
  },
})
