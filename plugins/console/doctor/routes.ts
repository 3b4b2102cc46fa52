import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { isoTime } from "platen/sdk/kit"
import type { Route } from "platen/sdk/http"
import type { Exams, Found } from "./exams.js"

const finding = z.strictObject({
  cause: z.string().describe("The same for the same cause."),
  level: z.enum(["fault", "warning", "note"]),
  seen: z.string().describe("What was seen."),
  means: z.string().describe("What it means."),
  todo: z.string().describe("What to do."),
  at: z.iso.datetime().describe("When it was last seen."),
})

/** The route of the doctor: people see the findings about their screens, admins those about all, and about the server. */
export function routes(exams: Exams): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/api/doctor",
      areas: ["extended"],
      auth: { anyOf: ["user", "admin"] },
      limit: { name: "doctor", perMinute: 30 },
      summary:
        "Says what is wrong with the caller's screens and what to do; for an admin with all screens, and the server.",
      response: z.strictObject({
        screens: z.array(z.strictObject({ mac: z.string(), nickname: z.string(), findings: z.array(finding) })),
        server: z.array(finding).nullable().describe("null for whoever is no admin."),
      }),
      handle: async ({ principal, area }) => {
        const isAdmin = principal?.kind === "admin" || principal?.role === "admin"
        const screens = await exams.screens(area.realm, isAdmin ? undefined : principal!.user!)
        const server = isAdmin ? await exams.server(area.realm) : null
        return {
          body: {
            screens: screens.map(({ findings, ...rest }) => ({ ...rest, findings: findings.map(shown) })),
            server: server && server.map(shown),
          },
        }
      },
    }),
  ]
}

function shown({ at, ...rest }: Found): z.output<typeof finding> {
  return { ...rest, at: isoTime(at) }
}
