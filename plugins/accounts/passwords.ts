import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { Unavailable, z } from "platen/sdk"

const whole = z.number().int().positive()

/** What is kept of a password. Salt and key: base64. */
export const passwordHash = z.object({
  algorithm: z.literal("scrypt"),
  n: whole,
  r: whole,
  p: whole,
  salt: z.string(),
  key: z.string(),
})
export type PasswordHash = z.output<typeof passwordHash>

/**
 * Of scrypt: memory is 128 * n * r bytes, time grows with all three. Source of the defaults: OWASP Password Storage Cheat Sheet; of its
 * equal choices the one that takes 16 MiB.
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
/** The store and the pictures share the threads that hash: so many are left to them, and so many callers may wait. */
const AT_ONCE = 2
const MAX_WAITING = 64

const FEWEST = 8
const MOST = 128

export interface Passwords {
  /** Throws Unavailable when too many want one hashed. */
  hash(password: string): Promise<PasswordHash>
  /** False for no hash, after the same time. Throws Unavailable when too many want one hashed. */
  matches(password: string, hash: PasswordHash | undefined): Promise<boolean>
}

/** What is wrong with a password that somebody chose, if anything. */
export type PasswordFault = (password: string) => string | undefined

/** `common`: passwords that everybody knows, in small letters, one a line. */
export function passwordRules(common: string): PasswordFault {
  const lines = `\n${common}\n`
  return (password) => {
    const length = [...password].length
    if (length < FEWEST || length > MOST) return `must have ${FEWEST} to ${MOST} characters`
    if (password.trim() === "") return "must not be spaces alone"
    const known = password.normalize("NFKC").toLowerCase()
    return !known.includes("\n") && lines.includes(`\n${known}\n`)
      ? "is one of the commonest passwords: choose one that nobody guesses"
      : undefined
  }
}

export function passwordsOf(cost: Cost): Passwords {
  const inTurn = turns()
  const derive = (password: string, salt: Uint8Array, { n, r, p }: Cost): Promise<Buffer> =>
    inTurn(
      () =>
        new Promise((resolve, reject) => {
          // Two keyboards write one letter in two ways.
          scrypt(password.normalize("NFKC"), salt, KEY_BYTES, { N: n, r, p, maxmem: 256 * n * r }, (error, key) => {
            if (error) reject(error)
            else resolve(key)
          })
        }),
    )
  const nobody: PasswordHash = {
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
      const against = hash ?? nobody
      const key = await derive(password, Buffer.from(against.salt, "base64"), against)
      return timingSafeEqual(key, Buffer.from(against.key, "base64")) && hash !== undefined
    },
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64")
}

/** Runs work, so much at once; the rest waits, first come, first served. */
function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < AT_ONCE) running++
    else if (waiting.length < MAX_WAITING)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    else throw new Unavailable("Too many people sign in at this moment: try again in a few seconds.", { retryAfter: 5 })
    try {
      return await work()
    } finally {
      // Whoever is next takes this place.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
