import { Forbidden, PlatenError, TooMany, Unauthenticated } from "platen/sdk"
import { addressPlace } from "platen/sdk/kit"
import type { AuthRequest, Policy, Principal, Route, RouteLimit } from "platen/sdk/http"
import type { Limits } from "./limits.js"

/** Limits on calls per minute from one address: without a credential, and with a credential that is refused. */
export const ADDRESS: RouteLimit = { name: "address", perMinute: 6_000 }
export const REFUSED: RouteLimit = { name: "refused", perMinute: 600 }
/** Limit on calls per minute from one address with a credential that anybody can obtain. */
export const ANONYMOUS: RouteLimit = { name: "anonymous", perMinute: 3_000 }

export interface AdmitOptions {
  readonly policy: (id: string) => Policy | undefined
  readonly limits: Limits
}

/**
 * Returns whether a call carries a credential that a policy of the route examines. A call without one is counted by its
 * address before its body is read, which keeps it cheap. Throws TooMany.
 */
export function countAnonymous(route: Route, request: AuthRequest, { policy, limits }: AdmitOptions): boolean {
  if (hasCredential(route, request, policy)) return true
  if (!route.unlimited) limits.count(ADDRESS, addressSubject(request))
  return false
}

function hasCredential({ auth }: Route, request: AuthRequest, policy: AdmitOptions["policy"]): boolean {
  return auth !== "open" && auth.anyOf.some((id) => policy(id)?.isShown?.(request) ?? true)
}

/**
 * Authenticates a call. Resolves to the principal of the first policy that admits it; undefined for an open route.
 * Throws the refusal with the highest status, else Unauthenticated, and TooMany for an address that is refused too often.
 */
export async function admit(
  route: Route,
  request: AuthRequest,
  isShown: boolean,
  { policy, limits }: AdmitOptions,
): Promise<Principal | undefined> {
  try {
    return await admitted(route, request, policy)
  } catch (error) {
    if (isShown && !route.unlimited && (error instanceof Unauthenticated || error instanceof Forbidden))
      countRefused(route, request, { policy, limits })
    throw error
  }
}

/** Counts a refused call. Devices ignore a 429, so they always receive the original refusal. */
function countRefused({ auth }: Route, request: AuthRequest, { policy, limits }: AdmitOptions): void {
  try {
    limits.count(REFUSED, addressSubject(request))
  } catch (error) {
    if (!(error instanceof TooMany) || (auth !== "open" && auth.anyOf.some((id) => policy(id)?.ofDevices))) return
    throw error
  }
}

async function admitted(
  { auth }: Route,
  request: AuthRequest,
  policy: AdmitOptions["policy"],
): Promise<Principal | undefined> {
  if (auth === "open" || (auth.when && !auth.when(request.query))) return undefined
  let refusal: PlatenError | undefined
  for (const id of auth.anyOf) {
    try {
      const admission = await policy(id)?.admit(request)
      // A 403 says more than a 401.
      if (admission instanceof PlatenError)
        refusal = refusal === undefined || refusal.status < admission.status ? admission : refusal
      else if (admission) return admission
    } catch (error) {
      // A failure of the server says nothing about the caller.
      if (!auth.optional || !(error instanceof PlatenError) || error.status >= 500) throw error
    }
  }
  if (auth.optional) return undefined
  throw refusal ?? noCredential()
}

/** Counts a call against the limit of its route: by principal, else by address, plus the named device for a limit `perDevice`. Throws TooMany. */
export function countCall(
  { limit, unlimited }: Route,
  request: AuthRequest,
  principal: Principal | undefined,
  limits: Limits,
): void {
  if (principal?.anonymous && !unlimited) limits.count(ANONYMOUS, addressSubject(request))
  if (!limit) return
  limits.count(
    limit,
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
