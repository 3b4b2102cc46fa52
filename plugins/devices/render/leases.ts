import { z } from "platen/sdk"
import { deviceKey } from "platen/sdk/device"
import { entriesOf, newSecret } from "platen/sdk/kit"
import type { Log, RenderEvent, Store } from "platen/sdk"
import type { DeviceId, Lease, Renders } from "platen/sdk/device"
import type { Picture } from "platen/sdk/mode"
import { nextPage } from "./next-page.js"
import type { Drawn, NextPageNeeds } from "./next-page.js"
import type { Previews } from "./previews.js"
import { reserved } from "./reserved.js"
import type { SentPictures } from "./sent.js"

/** Milliseconds after which a kept lease that nobody has committed is released. */
const LEASE_MS = 120_000
/** Rows of one read: each holds a picture, of about 64 KB at 7.5 inches, and there is one for each screen that has just called. */
const PAGE = 20
/** Seconds that its row outlives it: whoever releases it reads it first. */
const SLACK_SECONDS = 600

const telemetry = z.object({
  volts: z.number().optional(),
  rssi: z.number().optional(),
  reportedMinutes: z.number().optional(),
  toldMinutes: z.number(),
  inks: z.number(),
  token: z.string().optional(),
  provisional: z.boolean(),
  flagged: z.boolean(),
  panel: z
    .object({ width: z.number(), height: z.number(), palette: z.string(), codec: z.string() })
    .default({ width: 0, height: 0, palette: "", codec: "" }),
})
/** A kept lease: at most one for each device. `picture`: its bytes in base64. */
const kept = z.object({
  id: z.string(),
  until: z.number(),
  refreshMinutes: z.number(),
  flags: z.object({ retry: z.boolean(), refresh: z.boolean(), redraw: z.boolean() }),
  reserved,
  telemetry,
  picture: z.looseObject({ bytes: z.string(), text: z.string().default("") }),
})
type Kept = z.output<typeof kept>

interface Needs extends NextPageNeeds {
  readonly store: Store
  readonly log: Pick<Log, "error">
  readonly previews: Previews
  readonly sent: Pick<SentPictures, "add">
  /** Notifies the observers of a page that arrived. */
  rendered(event: RenderEvent): void
}

/** The kept leases in the store. */
function keptIn({ store, reservations, clock }: Needs) {
  const all = store.collection("leases", kept)
  /** Takes a lease out, for one of several callers. */
  const take = async ({ realm, mac }: DeviceId, id?: string): Promise<Kept | undefined> => {
    let taken: Kept | undefined
    await all.update(deviceKey(realm, mac), (row) => {
      taken = row && (id === undefined || row.id === id) ? row : undefined
      return taken ? undefined : row
    })
    return taken
  }
  const release = async (device: DeviceId, id?: string): Promise<void> => {
    const row = await take(device, id)
    if (row) await reservations.release(device.realm, device.mac, row.reserved)
  }
  return {
    take,
    release,
    get: async ({ realm, mac }: DeviceId): Promise<Kept | undefined> => all.get(deviceKey(realm, mac)),
    set: ({ realm, mac }: DeviceId, row: Kept): Promise<void> =>
      all.set(deviceKey(realm, mac), row, { ttl: LEASE_MS / 1_000 + SLACK_SECONDS }),
    /** Releases those whose time is over. Resolves to whether any other is left. */
    settle: async (): Promise<boolean> => {
      let waiting = false
      for await (const { key, value } of entriesOf(all, { page: PAGE })) {
        const [realm, mac] = [key.slice(0, key.indexOf("/")), key.slice(key.indexOf("/") + 1)]
        if (value.until <= clock.now()) await release({ realm, mac }, value.id)
        else waiting = true
      }
      return waiting
    },
  }
}

/** Leases over the pages of devices. `settle`: releases kept leases whose time is over, also those of an earlier run of the server. */
export function leasesOf(needs: Needs): Renders & { settle(): Promise<void>; stop(): void } {
  const { clock, log, previews } = needs
  const all = keptIn(needs)
  let cancel: (() => void) | undefined
  const settle = async (): Promise<void> => {
    if (await all.settle()) expire()
  }
  /** One timer for all: it runs again while any lease is kept. */
  const expire = (): void => {
    cancel ??= clock.after(
      LEASE_MS,
      () => {
        cancel = undefined
        settle().catch((error: unknown) => log.error({ err: error }, "lease-release.failed"))
      },
      { idle: true },
    )
  }
  const takenBy = (device: DeviceId, id: string) => async (): Promise<boolean> =>
    (await all.take(device, id)) !== undefined
  return {
    settle,
    stop: () => {
      cancel?.()
    },
    peek: (device, request) => previews.peek(device, request),
    reserve: async (device, request, { keep = false } = {}) => {
      if (!keep) return leaseOf(needs, device, "", await nextPage(needs, device, request), async () => true)
      // A device that asks again never fetched the page before.
      await all.release(device)
      const drawn = await nextPage(needs, device, request)
      const row = keptOf(drawn, clock.now())
      await all.set(device, row)
      expire()
      return leaseOf(needs, device, row.id, drawn, takenBy(device, row.id))
    },
    lease: async (device, id) => {
      const row = await all.get(device)
      if (row?.id !== id || row.until <= clock.now()) return undefined
      return leaseOf(needs, device, id, drawnOf(row), takenBy(device, id))
    },
  }
}

/** `settled`: ends the lease; resolves to false when somebody else has ended it. */
function leaseOf(
  { after, reservations, rendered, sent }: Needs,
  { realm, mac }: DeviceId,
  id: string,
  { picture, refreshMinutes, flags, reserved: taken, telemetry: told }: Drawn,
  settled: () => Promise<boolean>,
): Lease {
  const end = (work: () => Promise<void>): Promise<void> => {
    const done = settled().then((own) => (own ? work() : undefined))
    after(done, { mac })
    return done.catch(() => {
      /* logged */
    })
  }
  return {
    id,
    picture,
    refreshMinutes,
    flags,
    release: () => end(() => reservations.release(realm, mac, taken)),
    commit: () => {
      if (!told.provisional && taken.known) sent.add({ realm, mac }, picture, told.panel)
      rendered({
        realm,
        // An unconfirmed caller is not that device yet.
        mac: told.provisional ? undefined : mac,
        isStill: (device) => reservations.holds(device, told.token),
        picture,
      })
      return end(() => reservations.shown(realm, mac, taken, picture, told))
    },
  }
}

function keptOf({ picture, refreshMinutes, flags, reserved: taken, telemetry: told }: Drawn, now: number): Kept {
  const { bytes, ...rest } = picture
  return {
    id: newSecret(),
    until: now + LEASE_MS,
    refreshMinutes,
    flags,
    reserved: taken,
    telemetry: told as Kept["telemetry"],
    picture: { ...rest, bytes: Buffer.from(bytes).toString("base64") },
  }
}

function drawnOf({ picture, refreshMinutes, flags, reserved: taken, telemetry: told }: Kept): Drawn {
  return {
    picture: { ...picture, bytes: Buffer.from(picture.bytes, "base64") } as unknown as Picture,
    refreshMinutes,
    flags,
    reserved: taken,
    telemetry: { volts: undefined, rssi: undefined, reportedMinutes: undefined, token: undefined, ...told },
  }
}
