import { Invalid, Unauthenticated, z } from "platen/sdk"
import type { Catalog } from "platen/sdk"
import type { Principal } from "platen/sdk/http"
import type { Painter, TextModel } from "platen/sdk/models"
import { noProvider } from "./choices.js"
import type { Side } from "./choices.js"

/** The areas of the routes of models, and fields that their bodies share. */
export const AREAS = ["extended"]
export const line = z.string("must be text").trim().max(200, "has at most 200 characters")
export const keyText = z.string().trim().max(400)
export const address = line.refine((url) => url === "" || /^https?:\/\/\S+$/.test(url), "begins with https://")

/** Throws Invalid for a provider that there is not, and for a key that belongs to none. */
export function refuseUnknown(
  { provider: named, key }: { readonly provider?: string | null | undefined; readonly key?: string | null | undefined },
  now: Side,
  catalog: Catalog<TextModel | Painter>,
  part: string,
): void {
  if (named && !catalog.get(named))
    throw noProvider(named, catalog, [{ path: `${part}.provider`, message: "is no provider of this server" }])
  if (key && !(named ?? now.provider))
    throw new Invalid("A key belongs to a provider: name it beside the key.", {
      issues: [{ path: `${part}.provider`, message: "is missing: name the provider of the key" }],
    })
}

/** The account of a caller. Throws Unauthenticated for the operator, who has none. */
export function personOf(principal: Principal | undefined): string {
  if (principal?.user === undefined)
    throw new Unauthenticated("Models belong to an account: sign in as a person.", { code: "not-a-person" })
  return principal.user
}
