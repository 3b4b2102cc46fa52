import { Conflict, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import type { Auth, Route } from "platen/sdk/http"

const AREAS = ["extended"]

/** Calls of existing clients that would send mail. Each is refused with what to do instead; nothing of their bodies is read. */
export function mailRoutes(): readonly Route[] {
  return [
    refusal("/api/auth/reset-password", "open", "a new password", resets),
    refusal("/api/auth/reset-password/send-code", "open", "a code for a new password", resets),
    refusal("/api/auth/reset-password/confirm", "open", "a new password by a code", resets),
    refusal("/api/auth/bind-email/send-code", { anyOf: ["user"] }, "a code for an address", binds),
    refusal("/api/auth/bind-email/confirm", { anyOf: ["user"] }, "an address by a code", binds),
  ]
}

const resets = (): Conflict =>
  new Conflict(
    "This server sends no mail: ask an admin for a link to a new password, or the operator for platen user set-password.",
    { code: "mail-unavailable" },
  )
const binds = (): Conflict =>
  new Conflict("This server sends no mail, so no address can be confirmed: an account needs none.", {
    code: "mail-unavailable",
  })

function refusal(path: string, auth: Auth, what: string, error: () => Conflict): Route {
  return defineRoute({
    method: "POST",
    path,
    areas: AREAS,
    auth,
    summary: `Refused: existing clients ask here for ${what}, and this server sends no mail.`,
    response: z.strictObject({ ok: z.literal(true) }).describe("Never sent."),
    errors: [409],
    handle: () => {
      throw error()
    },
  })
}
