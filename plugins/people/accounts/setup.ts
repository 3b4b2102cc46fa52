import { Forbidden, z } from "platen/sdk"
import { isSecret } from "platen/sdk/kit"
import type { Store } from "platen/sdk"
import { digest, newCode } from "./secrets.js"
import type { Users } from "./users.js"

const KEY = "code"
/** Codes that servers of one store have shown and that all of them take: the newest. */
const MAX_CODES = 10

/** The setup code, with which the first admin registers. It exists only while there is no admin. */
export interface Setup {
  /** Replaces the code by a new one, since only its digest is stored; where others serve the store, too, theirs stay. Deletes all and resolves to undefined when there is an admin. */
  open(): Promise<string | undefined>
  /** Whether a setup code exists. */
  isOpen(): Promise<boolean>
  /** Throws Forbidden for a wrong code. */
  check(code: string): Promise<void>
  /** Consumes the code: of concurrent callers with the same code, one succeeds. Throws Forbidden. Resolves to the function that restores it. */
  burn(code: string): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** `isShared`: whether several servers use the store. */
export function setupIn(store: Store, users: Users, isShared = false): Setup {
  const codes = store.collection("setup", z.object({ digests: z.array(z.string()).default([]) }))
  const isRight = (kept: { readonly digests: readonly string[] } | undefined, code: string): boolean =>
    (kept?.digests ?? []).filter((each) => isSecret(digest(normalized(code)), each)).length > 0
  return {
    open: async () => {
      for await (const { role } of users.all()) {
        if (role !== "admin") continue
        await codes.delete(KEY)
        return undefined
      }
      const code = newCode()
      await codes.update(KEY, (kept) => ({
        digests: [...(isShared ? (kept?.digests ?? []) : []), digest(code)].slice(-MAX_CODES),
      }))
      return code
    },
    isOpen: async () => (await codes.get(KEY)) !== undefined,
    check: async (code) => {
      if (!isRight(await codes.get(KEY), code)) throw wrong()
    },
    burn: async (code) => {
      let burnt = false
      await codes.update(KEY, (kept) => {
        burnt = isRight(kept, code)
        return burnt ? undefined : kept
      })
      if (!burnt) throw wrong()
      return () => codes.set(KEY, { digests: [digest(normalized(code))] })
    },
    close: async () => {
      await codes.delete(KEY)
    },
  }
}

/** The code without spaces and dashes, in capitals. */
function normalized(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toUpperCase()
}

function wrong(): Forbidden {
  return new Forbidden(
    "The setup code is wrong or was used: restart the server, which logs a new code while there is no admin.",
    { code: "setup-code-invalid" },
  )
}
