import { createHash, createHmac } from "node:crypto"
import { withTimeout } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { CounterStore } from "platen/sdk/servers"
import type { Connection } from "./connection.js"

/** Milliseconds that a call waits for a count. */
const COUNT_MS = 250

/**
 * Adds to a count whose window begins with its first call: one round trip, and nothing between reading and writing. A count below nothing is nothing.
 * KEYS: the count. ARGV: milliseconds of the window, what is added. Answers the count, and the milliseconds until the window ends.
 */
const SCRIPT = `
local left = redis.call('PTTL', KEYS[1])
local window, by = tonumber(ARGV[1]), tonumber(ARGV[2])
if left < 0 or left > window then
  local count = math.max(0, by)
  if count == 0 then return {0, window} end
  redis.call('SET', KEYS[1], count, 'PX', window)
  return {count, window}
end
local count = redis.call('INCRBY', KEYS[1], by)
if count < 0 then
  redis.call('SET', KEYS[1], 0, 'PX', left)
  count = 0
end
return {count, left}
`
const SHA = createHash("sha1").update(SCRIPT).digest("hex")

interface Needs {
  readonly connection: Pick<Connection, "client">
  readonly clock: Clock
  /** Secret of the store: servers of another store count apart, and no address of a caller stands in Redis. */
  secret(): Promise<string>
}

/** Counts in Redis, with its clock. */
export function countsIn({ connection: { client }, clock, secret }: Needs): CounterStore {
  const counted = async (key: string, windowMs: number, by: number): Promise<readonly [number, number]> => {
    const name = createHmac("sha256", await secret())
      .update(key)
      .digest("base64url")
    const given = { keys: [`platen-count:${name}`], arguments: [String(windowMs), String(by)] }
    const answer = await client.evalSha(SHA, given).catch(async (error: unknown) => {
      if (!String((error as Error).message).startsWith("NOSCRIPT")) throw error
      return client.eval(SCRIPT, given)
    })
    return answer as unknown as [number, number]
  }
  return {
    id: "redis",
    add: async (key, windowMs, by) => {
      const late = (): Error => new Error("Redis does not answer.")
      const [count, leftMs] = await withTimeout(clock, counted(key, windowMs, by), COUNT_MS, late)
      return { count, leftMs }
    },
  }
}
