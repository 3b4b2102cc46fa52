import { Forbidden, PlatenError, TooMany, Unauthenticated } from "platen/sdk"
import { addressPlace } from "platen/sdk/kit"
import type { AuthRequest, Principal, RouteLimit } from "platen/sdk/http"
import type { Prepared } from "./compile.js"
import type { Count, Limits } from "./limits.js"

/** Limits on calls per minute from one address: without a credential, and with a credential that is refused. */
export const ADDRESS: RouteLimit = { name: "address", perMinute: 6_000 }
export const REFUSED: RouteLimit = { name: "refused", perMinute: 600 }
/** Limit on calls per minute from one address with a credential that anybody can obtain. */
export const ANONYMOUS: RouteLimit = { name: "anonymous", perMinute: 3_000 }

/** Counters of calls by address, shared by all routes. */
export interface AddressCounts {
  readonly address: Count
  readonly refused: Count
  readonly anonymous: Count
}

export function addressCounts(limits: Limits): AddressCounts {
  const [address, refused, anonymous] = [ADDRESS, REFUSED, ANONYMOUS].map((limit) => limits.counter(limit))
  return { address: address!, refused: refused!, anonymous: anonymous! }
}

/**
 * Returns whether a call carries a credential that a policy of the route examines. A call without one is counted by its
 * address before its body is read, which keeps it cheap. Throws TooMany.
 */
export async function countAnonymous(
  prepared: Prepared,
  request: AuthRequest,
  counts: AddressCounts,
): Promise<boolean> {
  if (prepared.isShown(request)) return true
  if (!prepared.route.unlimited) await counts.address(addressSubject(request))
  return false
}

/**
 * Authenticates a call. Resolves to the principal of the first policy that admits it; undefined for an open route.
 * Throws the refusal with the highest status, else Unauthenticated, and TooMany for an address that is refused too often.
 */
export async function admit(
  prepared: Prepared,
  request: AuthRequest,
  isShown: boolean,
  counts: AddressCounts,
): Promise<Principal | undefined> {
  try {
    return await admitted(prepared, request)
  } catch (error) {
    if (isShown && !prepared.route.unlimited && (error instanceof Unauthenticated || error instanceof Forbidden))
      await countRefused(prepared, request, counts)
    throw error
  }
}

/** Counts a refused call. Devices ignore a 429, so they always receive the original refusal. */
async function countRefused({ ofDevices }: Prepared, request: AuthRequest, { refused }: AddressCounts): Promise<void> {
  try {
    await refused(addressSubject(request))
  } catch (error) {
    if (!(error instanceof TooMany) || ofDevices) return
    throw error
  }
}

/** Whether a call needs no admission: its route is open, or its policies do not apply to this query. */
export function isOpen({ route: { auth } }: Prepared, { query }: Pick<AuthRequest, "query">): boolean {
  return auth === "open" || auth.when?.(query) === false
}

async function admitted({ route: { auth }, policies }: Prepared, request: AuthRequest): Promise<Principal | undefined> {
  const optional = auth !== "open" && auth.optional === true
  let refusal: PlatenError | undefined
  for (const policy of policies) {
    try {
      const admission = await policy.admit(request)
      // A 403 says more than a 401.
      if (admission instanceof PlatenError)
        refusal = refusal === undefined || refusal.status < admission.status ? admission : refusal
      else if (admission) return admission
    } catch (error) {
      // A failure of the server says nothing about the caller.
      if (!optional || !(error instanceof PlatenError) || error.status >= 500) throw error
    }
  }
  if (optional) return undefined
  throw refusal ?? noCredential()
}

/** Counts a call against the limit of its route: by principal, else by address, plus the named device for a limit `perDevice`. Throws TooMany. */
export async function countCall(
  { route: { limit, unlimited }, count }: Prepared,
  request: AuthRequest,
  principal: Principal | undefined,
  { anonymous }: AddressCounts,
): Promise<void> {
  if (principal?.anonymous && !unlimited) await anonymous(addressSubject(request))
  if (!limit || !count) return
  await count(
    principal?.subject ??
      (limit.perDevice ? `${addressSubject(request)} ${request.mac ?? ""}` : addressSubject(request)),
  )
}

function addressSubject({ address }: AuthRequest): string {
  return `address/${addressPlace(address)}`
}

export function noCredential(): Unauthenticated {
  return new Unauthenticated("This call needs a credential: send a valid token, or sign in.")
}
