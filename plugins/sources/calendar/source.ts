import { Invalid, Upstream } from "platen/sdk"
import { addressOver, dayNumber, granted } from "platen/sdk/kit"
import type { Secrets } from "platen/sdk"
import type { Accounts } from "platen/sdk/http"
import type { Connection } from "platen/sdk/kit"
import { defineSource } from "platen/sdk/mode"
import type { Sandbox, Source, SourceContext } from "platen/sdk/mode"
import { bodyOf, CALENDAR } from "platen/sdk/sources"
import type { Calendar, SentBody } from "platen/sdk/sources"
import type { ExpandCall } from "./expand.js"

const CHILD = new URL("./expand.js", import.meta.url)
const DAY_MS = 86_400_000
const MAX_BYTES = 4 << 20
/** Seconds for which a calendar that took too long to read is left alone. */
const REST_S = 900

interface Needs {
  readonly sandbox: Sandbox
  readonly secrets: Pick<Secrets, "open">
  readonly accounts: Pick<Accounts, "get">
  readonly connections: Readonly<Record<string, Connection>>
}

/** The source "calendar". Calendars are read in a child process with a deadline: some rules never end. */
export function calendarSource(needs: Needs): Source {
  return defineSource({
    ...CALENDAR,
    cacheFor: 900,
    dependsOn: ["timeZone", "day", "user"],
    fetchesUserUrls: true,
    read: async ({ url, connection = "", from = 0, days = 7 }, context) => {
      const { host, ...body } = await asked(url, connection, context, needs)
      const { year, month, day } = context.day
      const first = (dayNumber(year, month, day) + from) * DAY_MS
      const call: ExpandCall = { ...body, timeZone: context.timeZone, first, days }
      return expanded(call, host, context, needs)
    },
  })
}

async function asked(
  sealed: string,
  name: string,
  { fetch, user }: SourceContext,
  { connections, accounts, secrets }: Needs,
): Promise<{ readonly host: string } & SentBody> {
  const connection = name === "" ? undefined : await granted(connections, name, user, accounts)
  const address = addressed(secrets.open(sealed).trim(), connection)
  const answer = await fetch(address, {
    maxBytes: MAX_BYTES,
    headers: { accept: "text/calendar, */*;q=0.5" },
    ...(connection && { connection }),
  })
  return { host: address.hostname, ...bodyOf(answer) }
}

/** The address of a calendar: webcal: stands for https:. Throws Invalid, which never holds the address: it may be a secret. */
function addressed(url: string, connection: Connection | undefined): URL {
  const address = addressOver(url.replace(/^webcals?:\/\//i, "https://"), connection)
  if (address) return address
  throw new Invalid(
    connection
      ? "The link of a calendar over a connection is a path: begin it with /."
      : "The link of the calendar is not valid: copy all of it, beginning with https:// or webcal://.",
    { code: "calendar-link" },
  )
}

async function expanded(
  call: ExpandCall,
  host: string,
  { turn = { caller: "" } }: SourceContext,
  { sandbox }: Needs,
): Promise<Calendar> {
  try {
    return (await sandbox.call(CHILD, call, turn)) as Calendar
  } catch (cause) {
    const { code } = cause as { readonly code?: string }
    if (code === "calendar-unreadable")
      throw new Upstream(`${host} answers with something that is no calendar: correct the link, or try again later.`, {
        cause,
      })
    if (code?.startsWith("budget-"))
      throw new Upstream(`The calendar of ${host} takes too long to read: share a smaller one.`, {
        cause,
        retryAfter: REST_S,
      })
    throw cause
  }
}
