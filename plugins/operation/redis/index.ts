import { CLOCK, definePlugin, LOG, onDispose, onReady, STORE, z } from "platen/sdk"
import { newSecret } from "platen/sdk/kit"
import { WARNINGS } from "platen/sdk/doctor"
import { ANSWER_STORES, COUNTER_STORES } from "platen/sdk/servers"

/** Plugin of what several servers share and may lose, in Redis or Valkey: counts of calls, and answers of sources. Without an address it does nothing. */
export default definePlugin({
  id: "redis",
  config: z.strictObject({
    /** Address, with user and password: redis://platen:secret@cache.example.org:6379, or rediss:// over TLS. */
    url: z
      .string("is missing: write { env: REDIS_URL }, and set that variable")
      .regex(
        /^rediss?:\/\//,
        'must begin with "redis://" or "rediss://": write { env: REDIS_URL } to keep it out of the file',
      )
      .optional(),
  }),
  needs: { clock: CLOCK, log: LOG, store: STORE },
  setup: async ({ clock, log, store }, { url }) => {
    if (url === undefined) return []
    const [{ connectionTo }, { countsIn }, { default: KeyvRedis }] = await Promise.all([
      import("./connection.js"),
      import("./counts.js"),
      import("@keyv/redis"),
    ])
    const connection = connectionTo(url, log)
    const fresh = newSecret()
    let known: Promise<string> | undefined
    const secret = (): Promise<string> => {
      known ??= store
        .collection("count-key", z.string())
        .update("key", (before) => before ?? fresh)
        .then((key) => key!)
        .catch((error: unknown) => {
          known = undefined
          throw error
        })
      return known
    }
    return [
      COUNTER_STORES.of(countsIn({ connection, clock, secret })),
      ANSWER_STORES.of({ id: "redis", adapter: new KeyvRedis(connection.client, { throwOnErrors: true }) }),
      WARNINGS.of(() => {
        const reason = connection.away()
        if (reason === undefined) return []
        return [
          `Redis is away (${reason}): each server counts calls and asks the world for itself. Start it, or correct plugins.redis.url.`,
        ]
      }),
      onReady(() => connection.begin()),
      onDispose(() => connection.end()),
    ]
  },
})
