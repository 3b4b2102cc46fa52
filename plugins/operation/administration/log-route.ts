import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { isoTime } from "platen/sdk/kit"
import type { Route } from "platen/sdk/http"
import type { Events } from "./events.js"
import { FOR_ADMINS } from "./for-admins.js"

/** The call by which admins read what has failed lately. */
export function logRoute(events: Pick<Events, "list">): Route {
  return defineRoute({
    method: "GET",
    path: "/api/server/log",
    ...FOR_ADMINS,
    summary: "What has failed since the server started, the newest first: calls, pages, other servers and models.",
    response: z.strictObject({
      events: z.array(
        z.strictObject({
          at: z.iso.datetime().describe("The last time."),
          kind: z.enum(["call", "page", "world", "model"]),
          text: z.string(),
          times: z.number().int().describe("How often."),
        }),
      ),
    }),
    handle: () => ({ body: { events: events.list().map((event) => ({ ...event, at: isoTime(event.at) })) } }),
  })
}
