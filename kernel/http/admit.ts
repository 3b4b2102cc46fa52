import { Forbidden, PlatenError, TooMany, Unauthenticated } from "platen/sdk"
import { addressPlace } from "platen/sdk/kit"
import type { AuthRequest, Policy, Principal, Route, RouteLimit } from "platen/sdk/http"
import type { Limits } from "./limits.js"

/** Calls a minute from one address that bring no credential, and that bring one which is refused. */
export const ADDRESS: RouteLimit = { name: "address", perMinute: 6_000 }
export const REFUSED: RouteLimit = { name: "refused", perMinute: 600 }
/** And that bring one which anybody gets. */
export const ANONYMOUS: RouteLimit = { name: "anonymous", perMinute: 3_000 }

export interface AdmitOptions {
  readonly policy: (id: string) => Policy | undefined
  readonly limits: Limits
}

/**
 * Whether a call brings a credential that one of the route's policies looks at. A call without one costs little: it is counted by its
 * address before anything of its body is read. Throws TooMany.
 */
export function countAnonymous(route: Route, request: AuthRequest, { policy, limits }: AdmitOptions): boolean {
  if (hasCredential(route, request, policy)) return true
  if (!route.unlimited) limits.count(ADDRESS, addressSubject(request))
  return false
}

function hasCredential({ auth }: Route, request: AuthRequest, policy: AdmitOptions["policy"]): boolean {
  return auth !== "open" && auth.anyOf.some((id) => policy(id)?.isShown?.(request) ?? true)
}

/** The first policy that admits says who calls; undefined for an open route. Throws what the sternest policy says, else Unauthenticated; and TooMany for an address that is refused too often. */
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

/** A device throws away an answer that is not its own: it is refused as ever, and not told that it asks too often. */
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
      // That somebody may not says more than that somebody else is not known.
      if (admission instanceof PlatenError)
        refusal = refusal === undefined || refusal.status < admission.status ? admission : refusal
      else if (admission) return admission
    } catch (error) {
      // Our own failure is no answer to who somebody is.
      if (!auth.optional || !(error instanceof PlatenError) || error.status >= 500) throw error
    }
  }
  if (auth.optional) return undefined
  throw refusal ?? noCredential()
}

/** Counts a call against its route's limit: of a device or person theirs, of a stranger the address, and the device that it names where the limit says so. Throws TooMany. */
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
