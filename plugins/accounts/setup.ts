import { Forbidden, z } from "platen/sdk"
import { isSecret } from "platen/sdk/kit"
import type { Store } from "platen/sdk"
import { digest, newCode } from "./secrets.js"
import type { Users } from "./users.js"

const KEY = "code"

/** The code with which the first admin registers: there is one as long as there is no admin. */
export interface Setup {
  /** A new one in place of the last, which cannot be read again; undefined, and none is left, when there is an admin. */
  open(): Promise<string | undefined>
  /** Whether there is one. */
  isOpen(): Promise<boolean>
  /** Throws Forbidden for any other code than the one there is. */
  check(code: string): Promise<void>
  /** Uses it up: of many that show the same at once one gets through. Throws Forbidden. Resolves to what brings it back. */
  burn(code: string): Promise<() => Promise<void>>
  close(): Promise<void>
}

export function setupIn(store: Store, users: Users): Setup {
  const codes = store.collection("setup", z.object({ digest: z.string() }))
  const isRight = (kept: { readonly digest: string } | undefined, code: string): boolean =>
    isSecret(digest(folded(code)), kept?.digest)
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
      return () => codes.set(KEY, { digest: digest(folded(code)) })
    },
    close: async () => {
      await codes.delete(KEY)
    },
  }
}

/** As a person may type it. */
function folded(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toUpperCase()
}

function wrong(): Forbidden {
  return new Forbidden(
    "The setup code is wrong, or was used: the server's log shows a new one when it starts and there is no admin.",
    { code: "setup-code-invalid" },
  )
}
