import { BadInput } from "../errors.js"
import type { AuthRequest } from "../http/route.js"
import { z } from "../schema.js"

const SIX_PAIRS =
  /^([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})$/i

/** A hardware address as it is stored: capitals with colons. Throws BadInput for anything but six pairs of hex digits. */
export function normalizeMac(given: string): string {
  const pairs = SIX_PAIRS.exec(given)
  if (!pairs)
    throw new BadInput('"mac" is not a hardware address: write six pairs of hex digits, such as AA:BB:CC:DD:EE:FF.', {
      issues: [{ path: "mac", message: "six pairs of hex digits" }],
    })
  return pairs.slice(1).join(":").toUpperCase()
}

/** The device that a call is about, for a policy that needs one. Throws BadInput when the call names none. */
export function macFromRequest({ mac }: Pick<AuthRequest, "mac">): string {
  return mac ?? normalizeMac("")
}

/** The schema of a hardware address in a path, a query or a body. Reads it as `normalizeMac` does. */
export const macSchema: z.ZodType<string, string> = z.string("must be text").transform(normalizeMac).meta({
  description:
    "A device's hardware address: six pairs of hex digits, with colons, with hyphens or with nothing between them.",
  pattern: "^([0-9A-Fa-f]{2}[:-]?){5}[0-9A-Fa-f]{2}$",
})

/** The schema of a path with the named part ":mac". */
export const macParams: z.ZodType<{ readonly mac: string }> = z.object({ mac: macSchema }) as never
