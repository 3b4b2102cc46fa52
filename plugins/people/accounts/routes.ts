import { Unauthenticated, z } from "platen/sdk"
import { isoTime } from "platen/sdk/kit"
import { defineRoute } from "platen/sdk/http"
import type { Service } from "platen/sdk"
import type { Reply, Route, RouteRequest } from "platen/sdk/http"
import { bearerOf, cookieOf, credentialOf, isCookieSecure, setCookie } from "./credentials.js"
import { readName } from "./names.js"
import type { Name } from "./names.js"
import { refuseForeign, refuseForeignForm } from "./origins.js"
import type { PasswordFault } from "./passwords.js"
import type { People, SignedIn } from "./service.js"
import { LIFE_MS } from "./sessions.js"

const BODY_BYTES = 8 << 10
const COOKIE_SECONDS = LIFE_MS / 1000
const AREAS = ["extended"]
/** The call with which people make an account. */
export const REGISTER = "/api/auth/register"

const text = z.string("must be text")
const done = z.strictObject({ ok: z.literal(true) })
const role = z.enum(["user", "admin"])
const signedIn = z.strictObject({
  ok: z.literal(true),
  user_id: z.string(),
  username: z.string(),
  role,
  token: z.string().describe("The session token: the value of the cookie; also accepted as Authorization: Bearer."),
})
/** Statuses: wrong credentials; foreign origin, wrong setup code or closed registration; too many failed attempts. */
const REFUSALS = [401, 403, 429]

const username = text
  .transform((given, context): Name => {
    const name = readName(given)
    if ("fold" in name) return name
    context.addIssue({ code: "custom", message: name.fault })
    return z.NEVER
  })
  .describe("2 to 32 letters, digits, _, - and .; case is displayed but does not distinguish names.")

const setupCode = text
  .nullish()
  .transform((code) => code?.trim() || undefined)
  .describe("The setup code from the server's log at its first start: the account becomes an admin.")

const invite = text
  .nullish()
  .transform((token) => token?.trim() || undefined)
  .describe("The token of an invitation, with which people register also where registration is closed.")

function newPassword(faultOf: PasswordFault): z.ZodType<string> {
  return text
    .superRefine((given, context) => {
      const fault = faultOf(given)
      if (fault !== undefined) context.addIssue({ code: "custom", message: fault })
    })
    .describe("8 to 128 characters, and not one of the most common passwords.")
}

/** Not validated: an impossible name or password gets the same error as a wrong one. */
const signIn = z.object({ username: text, password: text })

/** Routes of accounts and sessions. */
export function routes(
  people: People,
  service: Pick<Service, "publicUrl" | "origins">,
  faultOf: PasswordFault,
): readonly Route[] {
  const password = newPassword(faultOf)
  /** Not strict: existing pages send further fields, some of them empty. */
  const registration = z.object({ username, password, setup_code: setupCode, invite })
  return [
    defineRoute({
      method: "POST",
      path: REGISTER,
      areas: AREAS,
      auth: "open",
      summary: "Creates an account and signs in. With the setup code the account is an admin.",
      body: registration,
      response: signedIn,
      errors: REFUSALS,
      bodyLimit: BODY_BYTES,
      handle: async (request) => {
        refuseForeignForm(request, service)
        const { username: name, password: chosen, setup_code: setupCode, invite } = request.body
        return signedInReply(
          await people.register({ name, password: chosen, setupCode, invite }, request.address),
          request,
          service,
        )
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/auth/login",
      areas: AREAS,
      auth: "open",
      summary: "Signs in.",
      body: signIn,
      response: signedIn,
      errors: REFUSALS,
      bodyLimit: BODY_BYTES,
      handle: async (request) => {
        refuseForeignForm(request, service)
        return signedInReply(
          await people.signIn(request.body.username, request.body.password, request.address),
          request,
          service,
        )
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/auth/me",
      areas: AREAS,
      auth: { anyOf: ["user"] },
      summary: "Returns the signed-in user.",
      response: z.strictObject({ user_id: z.string(), username: z.string(), role, created_at: z.iso.datetime() }),
      handle: async ({ principal, headers, secure }) => {
        const user = await people.get(principal!.user!)
        if (!user) throw new Unauthenticated("The account was removed: sign in with another.")
        const shown = credentialOf(headers)
        return {
          body: { user_id: user.id, username: user.username, role: user.role, created_at: isoTime(user.createdAt) },
          // Extends the cookie with the session.
          ...(shown?.byCookie && {
            headers: {
              "set-cookie": setCookie(shown.token, COOKIE_SECONDS, isCookieSecure({ headers, secure }, service)),
            },
          }),
        }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/auth/logout",
      areas: AREAS,
      auth: "open",
      summary: "Ends the session, if there is one.",
      response: done,
      errors: [403],
      handle: async (request) => {
        const [bearer, cookie] = [bearerOf(request.headers), cookieOf(request.headers)]
        if (bearer === undefined) refuseForeign(request, service)
        for (const token of new Set([bearer, cookie])) if (token !== undefined) await people.signOut(token)
        return { body: { ok: true }, headers: { "set-cookie": setCookie("", 0, isCookieSecure(request, service)) } }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/auth/password",
      areas: AREAS,
      auth: { anyOf: ["user"] },
      summary: "Changes the user's password and ends all other sessions.",
      body: z.object({ current: text.describe("The current password."), password }),
      response: done,
      errors: [429],
      bodyLimit: BODY_BYTES,
      handle: async ({ body, headers }) => {
        await people.changePassword(credentialOf(headers)!.token, { current: body.current, next: body.password })
        return { body: { ok: true } }
      },
    }),
    resetRoute(people, service, password),
  ]
}

function resetRoute(
  people: People,
  service: Pick<Service, "publicUrl" | "origins">,
  password: z.ZodType<string>,
): Route {
  return defineRoute({
    method: "POST",
    path: "/api/auth/reset",
    areas: AREAS,
    auth: "open",
    summary: "Sets a new password by the token of a link that an admin has made, and ends all sessions of the user.",
    body: z.object({ token: text.describe("What stands in the link behind /reset/."), password }),
    response: z.strictObject({ ok: z.literal(true), username: z.string() }),
    errors: REFUSALS,
    bodyLimit: BODY_BYTES,
    handle: async (request) => {
      refuseForeignForm(request, service)
      const { username } = await people.reset(request.body.token, request.body.password, request.address)
      return { body: { ok: true, username } }
    },
  })
}

function signedInReply(
  { user, token }: SignedIn,
  request: Pick<RouteRequest, "headers" | "secure">,
  service: Pick<Service, "publicUrl">,
): Reply {
  return {
    body: { ok: true, user_id: user.id, username: user.username, role: user.role, token },
    headers: { "set-cookie": setCookie(token, COOKIE_SECONDS, isCookieSecure(request, service)) },
  }
}
