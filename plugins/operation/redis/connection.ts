import { createClient } from "@redis/client"
import type { Log } from "platen/sdk"

/** Milliseconds of an attempt to connect, and between two of them at most. */
const CONNECT_MS = 2_000
const AGAIN_MS = 2_000

/** One connection to Redis, which comes back by itself. */
export interface Connection {
  readonly client: ReturnType<typeof clientOf>
  /** The reason for which Redis is away; undefined while it is there. */
  away(): string | undefined
  /** Begins to connect: resolves once Redis is there, or the first attempt has failed. */
  begin(): Promise<void>
  end(): void
}

/** Without a queue: while Redis is away a command fails at once. */
const clientOf = (url: string) =>
  createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: (tries) => Math.min(AGAIN_MS, 100 * 2 ** tries) },
  })

/** Never logs the address: it may hold a password. */
export function connectionTo(url: string, log: Log): Connection {
  const client = clientOf(url)
  let reason: string | undefined = "not asked yet"
  let isEnded = false
  const failed = (error: unknown): void => {
    const { code, message } = error as { readonly code?: string; readonly message?: string }
    const before = reason
    reason = code ?? message?.split("\n")[0]?.slice(0, 100) ?? "unknown"
    if (before === undefined || before === "not asked yet") log.warn({ reason }, "redis.disconnected")
  }
  client.on("error", failed)
  client.on("ready", () => {
    reason = undefined
    log.info({}, "redis.connected")
  })
  return {
    client,
    away: () => reason,
    begin: async () => {
      const first = new Promise<void>((resolve) => {
        client.once("ready", resolve)
        client.once("error", () => resolve())
      })
      // It goes on until it is there; what fails is told by "error".
      client.connect().catch((error: unknown) => {
        if (!isEnded) failed(error)
      })
      await first
    },
    end: () => {
      isEnded = true
      if (client.isOpen) client.destroy()
    },
  }
}
