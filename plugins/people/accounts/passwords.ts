import { pbkdf2, randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { Unavailable, z } from "platen/sdk"

const whole = z.number().int().positive()

/** Stored form of a password. Salt and key: base64. PBKDF2 (HMAC, SHA-256) is for accounts of other servers, until their first sign-in here. */
export const passwordHash = z.discriminatedUnion("algorithm", [
  z.object({ algorithm: z.literal("scrypt"), n: whole, r: whole, p: whole, salt: z.string(), key: z.string() }),
  z.object({ algorithm: z.literal("pbkdf2-sha256"), rounds: whole.max(1_000_000), salt: z.string(), key: z.string() }),
])
export type PasswordHash = z.output<typeof passwordHash>
type ScryptHash = Extract<PasswordHash, { readonly algorithm: "scrypt" }>

/**
 * Cost parameters of scrypt. Memory is 128 * n * r bytes; time grows with all three. Source of the defaults: OWASP Password Storage Cheat Sheet,
 * the option with 16 MiB of its equivalent ones.
 */
export const cost = z.strictObject({
  n: z
    .number()
    .int()
    .min(1 << 10)
    .max(1 << 20)
    .refine((n) => Number.isInteger(Math.log2(n)), "must be a power of two")
    .default(1 << 14),
  r: z.number().int().min(1).max(32).default(8),
  p: z.number().int().min(1).max(16).default(5),
})
export type Cost = z.output<typeof cost>
const KEY_BYTES = 32
const SALT_BYTES = 16
/** Concurrent hashes, and callers in the queue. Hashing shares the libuv thread pool with the store and the pictures. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 64

const MIN_LENGTH = 8
const MAX_LENGTH = 128

export interface Passwords {
  /** Throws Unavailable when the queue is full. */
  hash(password: string): Promise<ScryptHash>
  /** False for no hash, after the same time as with one of ours. Throws Unavailable when the queue is full. */
  matches(password: string, hash: PasswordHash | undefined): Promise<boolean>
}

/** Checks a new password. Returns the end of a sentence that begins with its name; undefined when it is acceptable. */
export type PasswordFault = (password: string) => string | undefined

/** `common`: refused passwords, in small letters, one per line. */
export function passwordRules(common: string): PasswordFault {
  const lines = `\n${common}\n`
  return (password) => {
    const length = [...password].length
    if (length < MIN_LENGTH || length > MAX_LENGTH) return `must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`
    if (password.trim() === "") return "must not consist of spaces only"
    const known = password.normalize("NFKC").toLowerCase()
    return !known.includes("\n") && lines.includes(`\n${known}\n`)
      ? "is one of the most common passwords: choose another"
      : undefined
  }
}

export function passwordsOf(cost: Cost): Passwords {
  const limited = concurrencyLimit()
  const derive = (password: string, salt: Uint8Array, { n, r, p }: Cost): Promise<Buffer> =>
    limited(() =>
      // Keyboards differ in how they encode the same letter.
      promised((done) =>
        scrypt(password.normalize("NFKC"), salt, KEY_BYTES, { N: n, r, p, maxmem: 256 * n * r }, done),
      ),
    )
  /** The key of a password by the algorithm of a hash. A server whose accounts were taken over hashed what was typed. */
  const keyBy = (hash: PasswordHash, password: string): Promise<Buffer> => {
    const salt = Buffer.from(hash.salt, "base64")
    if (hash.algorithm === "scrypt") return derive(password, salt, hash)
    return limited(() => promised((done) => pbkdf2(password, salt, hash.rounds, KEY_BYTES, "sha256", done)))
  }
  const unknownAccount: PasswordHash = {
    algorithm: "scrypt",
    ...cost,
    salt: base64(randomBytes(SALT_BYTES)),
    key: base64(randomBytes(KEY_BYTES)),
  }
  return {
    hash: async (password) => {
      const salt = randomBytes(SALT_BYTES)
      return { algorithm: "scrypt", ...cost, salt: base64(salt), key: base64(await derive(password, salt, cost)) }
    },
    matches: async (password, hash) => {
      const against = hash ?? unknownAccount
      const key = await keyBy(against, password)
      return timingSafeEqual(key, Buffer.from(against.key, "base64")) && hash !== undefined
    },
  }
}

/** What a function of node:crypto calls back with. */
function promised(begin: (done: (error: Error | null, key: Buffer) => void) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    begin((error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64")
}

/** Runs at most MAX_CONCURRENT pieces of work at once; queues the rest in order. */
function concurrencyLimit(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < MAX_CONCURRENT) running++
    else if (waiting.length < MAX_WAITING)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    else throw new Unavailable("Too many sign-ins are in progress: try again in a few seconds.", { retryAfter: 5 })
    try {
      return await work()
    } finally {
      // Hands the slot to the next in the queue.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
