import { Forbidden, z } from "platen/sdk"
import { isSecret } from "platen/sdk/kit"
import type { Store } from "platen/sdk"
import { digest, newCode } from "./secrets.js"
import type { Users } from "./users.js"

const KEY = "code"

/** The setup code, with which the first admin registers. It exists only while there is no admin. */
export interface Setup {
  /** Replaces the code by a new one, since only its digest is stored. Deletes it and resolves to undefined when there is an admin. */
  open(): Promise<string | undefined>
  /** Whether a setup code exists. */
  isOpen(): Promise<boolean>
  /** Throws Forbidden for a wrong code. */
  check(code: string): Promise<void>
  /** Consumes the code: of concurrent callers with the same code, one succeeds. Throws Forbidden. Resolves to the function that restores it. */
  burn(code: string): Promise<() => Promise<void>>
  close(): Promise<void>
}

export function setupIn(store: Store, users: Users): Setup {
  const codes = store.collection("setup", z.object({ digest: z.string() }))
  const isRight = (kept: { readonly digest: string } | undefined, code: string): boolean =>
    isSecret(digest(normalized(code)), kept?.digest)
  return {
    open: async () => {
      for await (const { role } of users.all()) {
        if (role !== "admin") continue
        await codes.delete(KEY)
        return undefined
      }
      const code = newCode()
      await codes.set(KEY, { digest: digest(code) })
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
      return () => codes.set(KEY, { digest: digest(normalized(code)) })
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
