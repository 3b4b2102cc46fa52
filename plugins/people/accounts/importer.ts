import { Conflict, Invalid, z } from "platen/sdk"
import type { Importer } from "platen/sdk/device"
import { readName } from "./names.js"
import type { PasswordHash } from "./passwords.js"
import type { People } from "./service.js"

/** A person of another server. `origin`: who the person is there; `password`: "SALT:KEY" in hex, PBKDF2 with HMAC and SHA-256, 32 bytes, in so many rounds. */
const person = z.object({
  username: z.string().max(200),
  origin: z.string().min(1).max(200),
  password: z.object({ hash: z.string().max(1000), rounds: z.number().int().min(1000).max(1_000_000) }).optional(),
})
const HASH = /^(?<salt>(?:[0-9a-f]{2}){8,64}):(?<key>[0-9a-f]{64})$/i

/**
 * Takes over a person: `{ username, origin, password: { hash, rounds } }`, never as an admin. The password goes along where it can be checked. An
 * account of that name that is not this person's stays: `kept`.
 */
export function personImporter(people: Pick<People, "adopt">): Importer {
  return {
    id: "people",
    take: async (data, { how }) => {
      const { data: given } = person.safeParse(data)
      const name = given && readName(given.username)
      if (!name || "fault" in name)
        throw new Invalid(`The username ${name?.fault ?? "is wrong"}: add the person with platen user add.`)
      const password = given.password && hashOf(given.password)
      const notes = password ? [] : [`nobody can check the password: platen user set-password ${name.shown} sets one.`]
      try {
        const isNew = await people.adopt({ name, origin: given.origin, password }, how === "check")
        return { result: isNew ? "taken" : "same", notes: isNew ? notes : [] }
      } catch (error) {
        if (error instanceof Conflict && error.code === "username-already-exists") return { result: "kept", notes: [] }
        throw error
      }
    },
  }
}

function hashOf({ hash, rounds }: { readonly hash: string; readonly rounds: number }): PasswordHash | undefined {
  const { salt, key } = HASH.exec(hash)?.groups ?? {}
  if (salt === undefined || key === undefined) return undefined
  const base64 = (hex: string): string => Buffer.from(hex, "hex").toString("base64")
  return { algorithm: "pbkdf2-sha256", rounds, salt: base64(salt), key: base64(key) }
}
