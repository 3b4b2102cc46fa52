import type { Change } from "../storage/store.js"
import { token } from "../token.js"

/** The servers of one store. */
export interface Servers {
  /** Of this server, new at each start. */
  readonly id: string
  /** True: the store has no other server. */
  readonly isAlone: boolean
  /** Servers that have said within the last half minute that they run, this one among them. At least 1. */
  count(): number
}

/** Jobs that one of the servers does for all. */
export interface Leases {
  /**
   * Whether this server does a job now: for half a minute, which each question begins anew. Another server takes a job over whose server no longer
   * asks. Ask before each piece of work; a piece must do no harm when two servers do it for a moment. Rejects with Unavailable when the store fails.
   */
  holds(job: string): Promise<boolean>
}

/** News among servers that keep in memory what stands in the store. */
export interface Changes {
  /** What tells the other servers of a change: writes that belong into the batch of the change itself, so that neither comes without the other. `topic`: ^[a-z][a-z0-9-]*$ */
  of(topic: string): readonly Change[]
  /** Runs `work` within a second after another server has changed a topic; again for changes meanwhile, never twice at once. Read the whole topic: it is not told what has changed. Returns the function that ends it. */
  follow(topic: string, work: () => Promise<void>): () => void
  /** Resolves once the other servers have looked at what has changed: whoever made a change is answered after that, and may go on at any of them. At once where there are none. */
  seen(): Promise<void>
}

/** The servers of the store. */
export const SERVERS = token<Servers>("platen.servers")
/** Who does a job for all servers. */
export const LEASES = token<Leases>("platen.leases")
/** Changes of other servers. */
export const CHANGES = token<Changes>("platen.changes")
/** Whether the engine of the store lets several servers use it at once. */
export const STORE_IS_SHARED = token<boolean>("platen.store-is-shared")
/** Asks whether a newer server has converted the store since this one started. Rejects with Unavailable while the store fails. */
export const STORE_IS_CONVERTED = token<() => Promise<boolean>>("platen.store-is-converted")
